//! Calls of other tools: only those that were granted, with no more than the caller has, at the caller's cost.

use bulkhead_test_artifacts::{ASK, CALL, CALLS_ITSELF, ECHO, HTTP, SPIN};
use bulkhead_tests_pipeline::{Entry, Web};
use serde_json::json;

use crate::house::{House, Plan};

/// The guest `call` with these grants, beside `echo`.
async fn calling(grants: &str) -> House {
    Plan::of(CALL).and(ECHO).policy(format!("[tools.call]\n{grants}")).open().await
}

#[tokio::test]
pub async fn call() {
    let house = calling("calls = [\"echo\"]").await;
    let answer = house.text("call", json!({ "tool": "echo" })).await;
    assert!(answer.contains("from another tool"), "{answer}");
    // The callee's own entry names the call that asked for it.
    let entries = house.notes.entries();
    let [Entry::Intent(caller), Entry::Intent(callee), Entry::Ended(..), Entry::Ended(..)] = &entries[..]
    else {
        panic!("{entries:?}")
    };
    assert_eq!((callee.tool.as_str(), callee.by, caller.by), ("echo", Some(caller.id), None));
    assert_eq!(callee.principal, caller.principal);
}

#[tokio::test]
async fn what_was_not_granted_is_not_called_and_not_found_out_about() {
    let house = calling("").await;
    for tool in ["echo", "no such tool", "call"] {
        assert_eq!(house.text("call", json!({ "tool": tool })).await, "not_granted", "{tool}");
    }
    assert_eq!(house.notes.told(), ["intent", "denied call-no-grant", "ended ok"].repeat(3));
    let other = calling("calls = [\"spin\", \"ech\"]").await;
    assert_eq!(other.text("call", json!({ "tool": "echo" })).await, "not_granted");
    let pattern = calling("calls = [\"ech*\"]").await;
    assert!(pattern.text("call", json!({ "tool": "echo" })).await.contains("from another tool"));
    assert_eq!(pattern.text("call", json!({ "tool": "echo_nothing" })).await, "unknown_tool");
}

/// A guest may ask without end; the record has an end.
#[tokio::test]
async fn refusals_without_end_do_not_flood_the_record() {
    let often = json!({ "tool": "no such tool", "times": 1000 });
    for (grants, begins) in [("calls = [\"*\"]", "refused"), ("", "denied")] {
        let house = calling(grants).await;
        let usage = house.call("call_often", often.clone()).await.unwrap().usage;
        let told = house.notes.told().into_iter().filter(|told| told.starts_with(begins)).count();
        assert_eq!(told, 16, "{grants}");
        assert_eq!(usage.refusals, if grants.is_empty() { 1000 } else { 0 }, "{grants}");
    }
}

#[tokio::test]
async fn the_same_checks_as_for_everybody() {
    let house = calling("calls = [\"*\"]").await;
    assert_eq!(
        house.text("call", json!({ "tool": "echo", "arguments": { "text": 7 } })).await,
        "bad_arguments"
    );
    assert_eq!(house.text("call", json!({ "tool": "echo", "arguments": [] })).await, "bad_arguments");
    let hidden = "calls = [\"*\"]\n[tools.echo]\nonly = []";
    assert_eq!(calling(hidden).await.text("call", json!({ "tool": "echo" })).await, "unknown_tool");
}

#[tokio::test]
async fn a_callee_that_asks_is_an_error() {
    let house = Plan::of(CALL).and(ASK).policy("[tools.call]\ncalls = [\"ask\"]").open().await;
    let asked = json!({ "tool": "ask", "arguments": { "place": "Kronen" } });
    assert_eq!(house.text("call", asked).await, "input_required");
}

/// A tool with more rights than its caller does not lend them.
#[tokio::test]
async fn a_callee_has_no_more_than_its_caller() {
    let web = Web::start().await.unwrap();
    let url = format!("http://127.0.0.1:{}/open/hello", web.port);
    let call = json!({ "tool": "http", "arguments": { "url": url } });
    let rights = "http = [\"GET http://127.0.0.1:*/*\"]\naddresses = [\"127.0.0.1\"]";
    let house = |caller: &str| {
        let policy = format!("[tools.call]\ncalls = [\"http\"]\n{caller}\n[tools.http]\n{rights}");
        Plan::of(CALL).and(HTTP).policy(policy).open()
    };
    let without = house("").await;
    assert_eq!(without.text("call", call.clone()).await, "not_allowed");
    assert_eq!(without.notes.told()[2], "denied http-no-grant");
    assert!(web.requests().is_empty());
    let name_only = house("http = [\"GET http://127.0.0.1:*/*\"]").await;
    assert_eq!(name_only.text("call", call.clone()).await, "not_allowed");
    assert_eq!(name_only.notes.told()[2], "denied address-loopback");
    assert!(web.requests().is_empty());
    assert!(house(rights).await.text("call", call).await.contains("hello"));
}

#[tokio::test]
pub async fn calls_itself() {
    let house = Plan::of(CALLS_ITSELF).policy("[tools.calls_itself]\ncalls = [\"again\"]").open().await;
    assert_eq!(house.text("again", json!({ "level": 1 })).await, "8 not_granted");
    assert!(house.notes.told().contains(&"denied call-too-deep".to_owned()));
    // One place of its own is not enough for a second call within the first, and it does not wait for itself.
    let policy = "[tools.calls_itself]\ncalls = [\"again\"]\nlimits = { concurrency = 1 }";
    let narrow = Plan::of(CALLS_ITSELF).policy(policy).open().await;
    assert_eq!(narrow.text("again", json!({ "level": 1 })).await, "1 busy");
}

#[tokio::test]
async fn the_caller_pays() {
    let policy = "[tools.call]\ncalls = [\"*\"]\nlimits = { fuel = 20_000_000 }";
    let house = Plan::of(CALL).and(SPIN).and(ECHO).policy(policy).open().await;
    let spin = json!({ "tool": "spin", "arguments": { "rounds": 100_000_000 } });
    // The callee ends with the caller's fuel, long before its own; and then the caller has none to say so.
    assert_eq!(house.code("call", spin).await, "out_of_fuel");
    assert!(house.notes.told().iter().filter(|told| *told == "ended out_of_fuel").count() == 2);
    let usage = house.call("call", json!({ "tool": "echo" })).await.unwrap().usage;
    let alone = house.call("echo", json!({ "text": "from another tool" })).await.unwrap().usage;
    assert!(usage.fuel > alone.fuel, "{usage:?} {alone:?}");
    assert_eq!(house.code("call_often", json!({ "tool": "echo", "times": 100_000 })).await, "out_of_fuel");
}

#[tokio::test]
async fn the_caller_s_deadline_holds_for_those_it_calls() {
    let policy = "[tools.call]\ncalls = [\"*\"]\nlimits = { deadline = \"300ms\" }";
    let house = Plan::of(CALL).and(SPIN).policy(policy).open().await;
    assert_eq!(house.code("call", json!({ "tool": "spin", "arguments": {} })).await, "deadline");
}
