//! Requests that are turned away before anything runs.

use bulkhead_dispatch::{CallError, CallRequest, Principal, Via};
use bulkhead_schema::section;
use bulkhead_test_artifacts::ECHO;
use serde_json::{Value, json};

use crate::house::{Plan, caller};

#[tokio::test]
async fn a_tool_that_is_not_there() {
    let house = Plan::of(ECHO).open().await;
    let error = house.call("ehco", json!({})).await.unwrap_err();
    let CallError::UnknownTool { name, nearest } = &error else { panic!("{error:?}") };
    assert_eq!((name.as_str(), nearest.as_slice()), ("ehco", ["echo".to_owned()].as_slice()));
    assert_eq!(error.to_string(), "there is no tool named \"ehco\"; the nearest names are echo");
    for name in ["", "no such tool at all", "echo\0", "ECHO"] {
        assert_eq!(house.code(name, json!({})).await, "unknown_tool", "{name:?}");
    }
    assert_eq!(house.notes.told(), vec!["refused unknown_tool"; 5]);
}

#[tokio::test]
async fn arguments_that_do_not_fit() {
    let house = Plan::of(ECHO).open().await;
    let wrong: &[(Value, &str, &str)] = &[
        (json!({}), "", "number"),
        (json!({ "number": "seven" }), "/number", "integer"),
        (json!({ "number": 101 }), "/number", "100"),
        (json!({ "number": 1, "words": [1] }), "/words/0", "string"),
        (json!({ "number": 1, "wrods": [] }), "", "words"),
        (json!([1]), "", "object"),
        (json!("text"), "", "object"),
        (json!(null), "", "object"),
    ];
    for (arguments, path, hint) in wrong {
        let error = house.call("structured", arguments.clone()).await.unwrap_err();
        let CallError::BadArguments { tool, violations } = &error else { panic!("{arguments}: {error:?}") };
        assert_eq!(tool, "structured");
        let found = violations.iter().find(|violation| violation.path == *path);
        let found = found.unwrap_or_else(|| panic!("{arguments}: {violations:?}"));
        assert!(found.message.contains(hint), "{arguments}: {}", found.message);
        let told = error.for_model();
        assert_eq!(told.code, "bad_arguments");
        assert_eq!(told.detail.unwrap().as_array().unwrap().len(), violations.len());
    }
    assert_eq!(house.notes.told(), vec!["refused bad_arguments"; wrong.len()]);
}

#[tokio::test]
async fn no_arguments_are_an_empty_object() {
    let house = Plan::of(ECHO).open().await;
    let request = |tool: &str| CallRequest { tool: tool.to_owned(), arguments: None, resumption: None };
    assert!(house.request(request("kinds")).await.is_ok());
    assert_eq!(house.request(request("echo")).await.unwrap_err().code(), "bad_arguments");
}

/// A tool that `only` leaves out is to every caller as if it were not there: the answers are the same, letter for
/// letter, and no list and no near name shows it.
#[tokio::test]
async fn a_hidden_tool_looks_exactly_like_none() {
    let house = Plan::of(ECHO).policy("[tools.echo]\nonly = [\"kinds\"]").open().await;
    let hidden = house.call("echo", json!({ "text": "x" })).await.unwrap_err();
    let absent = house.call("ohce", json!({ "text": "x" })).await.unwrap_err();
    assert_eq!(hidden.to_string().replace("echo", "ohce"), absent.to_string());
    assert_eq!(hidden.for_model().detail, absent.for_model().detail);
    assert_eq!(hidden.code(), absent.code());
    // Nor does it say whether the arguments would fit.
    assert_eq!(house.code("echo", json!({ "wrong": 1 })).await, "unknown_tool");
    let principal = Principal::local_user("tester");
    let names: Vec<_> =
        house.dispatcher.tools(&principal, Via::Direct).iter().map(|tool| tool.name().to_owned()).collect();
    assert_eq!(names, ["kinds"]);
    assert!(house.dispatcher.tool(&principal, "echo").is_none());
    let near = house.call("ecoh", json!({})).await.unwrap_err();
    assert!(!near.to_string().contains("echo"), "{near}");
}

/// A tool that changes the world in two steps is not run at the first asking.
#[tokio::test]
async fn a_change_that_nobody_approved() {
    let plain = Plan::of(ECHO).open().await;
    let mut catalog = crate::directory::catalog_of(&plain).await;
    catalog.tools.iter_mut().for_each(|tool| tool.previewed = tool.name == "echo");
    let bytes = section::embed(&std::fs::read(ECHO).unwrap(), &catalog).unwrap();
    let house = Plan::default().file("echo.wasm", bytes).open().await;
    let error = house.call("echo", json!({ "text": "x" })).await.unwrap_err();
    assert!(matches!(error, CallError::ApprovalNeeded(_)), "{error:?}");
    assert_eq!(error.code(), "approval_needed");
    assert_eq!(error.for_model().detail, Some(json!({ "rule": "approval-needed" })));
    assert!(house.call("kinds", json!({})).await.is_ok());
    assert_eq!(house.notes.told(), ["refused approval_needed", "intent", "ended ok"]);
    assert_eq!(caller().door.to_string(), "library");
}
