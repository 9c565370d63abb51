//! What is on record, and calls whose caller goes away.

use std::{sync::Arc, time::Duration};

use bulkhead_dispatch::{CallRequest, Caller, Door, Principal, Silent, Transport};
use bulkhead_schema::component::digest;
use bulkhead_test_artifacts::{ECHO, PROGRESS};
use bulkhead_tests_pipeline::{Entry, Notes};
use serde_json::json;

use crate::house::{Plan, caller};

const HASH_OF_HELLO: fn() -> String = || digest(br#"{"text":"hello"}"#).replace("sha256:", "");

#[tokio::test]
async fn a_call_is_on_record_before_it_runs_and_after() {
    let house = Plan::of(ECHO).policy("[tools.echo]\nprefix = \"x_\"").open().await;
    let caller = Caller {
        principal: Principal::local_user("ada"),
        door: Door::Mcp { protocol: "2025-11-25".to_owned(), transport: Transport::Stdio },
        trace: Some("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".to_owned()),
    };
    for text in ["hello", "hello"] {
        let request = CallRequest::new("x_echo", json!({ "text": text }));
        house.dispatcher.call(&caller, request, Arc::new(Silent)).await.unwrap();
    }
    let entries = house.notes.entries();
    let [Entry::Intent(first), Entry::Ended(ended, ending), Entry::Intent(second), Entry::Ended(..)] =
        &entries[..]
    else {
        panic!("{entries:?}")
    };
    assert_eq!((first.principal.as_str(), first.door.as_str()), ("local:ada", "mcp/2025-11-25/stdio"));
    assert_eq!(first.trace, caller.trace);
    assert_eq!((first.tool.as_str(), first.component.as_str()), ("x_echo", "echo"));
    assert_eq!(first.digest, digest(&std::fs::read(ECHO).unwrap()));
    assert_eq!(first.rule, "component-named");
    assert_eq!(first.argument_hash, HASH_OF_HELLO());
    assert_eq!((ended, ending.code.as_str()), (&first.id, "ok"));
    let usage = ending.usage.unwrap();
    assert!(usage.fuel > 0 && usage.memory_peak > 0 && usage.output_bytes >= 5, "{usage:?}");
    assert_ne!(first.id, second.id);
    assert_eq!(first.argument_hash, second.argument_hash);
}

#[tokio::test]
async fn a_component_that_no_policy_names_is_on_record_as_such() {
    let house = Plan::of(ECHO).open().await;
    house.text("echo", json!({ "text": "hello" })).await;
    let Entry::Intent(intent) = &house.notes.entries()[0] else { panic!("{:?}", house.notes.told()) };
    assert_eq!(intent.rule, "component-default");
}

#[tokio::test]
async fn a_refusal_is_on_record_without_an_intent() {
    let house = Plan::of(ECHO).open().await;
    house.code("nothing", json!({})).await;
    house.code("echo", json!({})).await;
    let entries = house.notes.entries();
    assert!(matches!(&entries[0], Entry::Refused(tool, code) if tool == "nothing" && code == "unknown_tool"));
    assert!(matches!(&entries[1], Entry::Refused(tool, code) if tool == "echo" && code == "bad_arguments"));
    assert_eq!(entries.len(), 2);
}

/// The caller goes away while the guest runs: the guest is gone with it, its place is free, and the record says so.
#[tokio::test]
async fn a_call_that_is_dropped() {
    let limits =
        "[defaults.limits]\nfuel = 1_000_000_000_000\nhost_calls = 1_000_000_000_000\ndeadline = \"1h\"";
    let house = Plan::of(PROGRESS).policy(limits).concurrency(1).open().await;
    let listener = Arc::new(Notes::default());
    let request = CallRequest::new("progress_forever", json!({}));
    let caller = caller();
    let mut call = Box::pin(house.dispatcher.call(&caller, request, listener.clone()));
    while listener.heard().is_empty() {
        let turn = tokio::time::timeout(Duration::from_millis(1), call.as_mut()).await;
        assert!(turn.is_err(), "{turn:?}");
    }
    assert!(Arc::strong_count(&listener) > 1, "the guest has it");
    assert_eq!(house.notes.told(), ["intent"]);
    drop(call);
    assert_eq!(house.notes.told(), ["intent", "ended cancelled"]);
    // One that has computed for long is gone with the next tick. Nothing of it is left.
    while Arc::strong_count(&listener) > 1 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    // There is one place, and it is free.
    house.text("progress", json!({ "done": [] })).await;
}

/// So does one that has not begun: it waits for the place that another has.
#[tokio::test]
async fn a_call_that_is_dropped_while_it_waits() {
    let limits =
        "[defaults.limits]\nfuel = 1_000_000_000_000\nhost_calls = 1_000_000_000_000\ndeadline = \"1h\"";
    let house = Plan::of(PROGRESS).policy(limits).concurrency(1).open().await;
    let forever = || house.call("progress_forever", json!({}));
    let both = async { tokio::join!(forever(), forever()) };
    let mut both = Box::pin(both);
    while house.notes.heard().is_empty() {
        assert!(tokio::time::timeout(Duration::from_millis(1), both.as_mut()).await.is_err());
    }
    drop(both);
    assert_eq!(house.notes.told(), ["intent", "intent", "ended cancelled", "ended cancelled"]);
}
