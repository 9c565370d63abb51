//! Guests that use too much, or fall over.

use std::sync::Arc;

use bulkhead_dispatch::{CallError, CallRequest, Silent};
use bulkhead_test_artifacts::{ECHO, FLOOD, HOARD, KNOCK, PANIC, RECURSE, SLEEP, SPIN};
use serde_json::json;

use crate::house::{House, Plan, caller};

/// The code of a failed call, which must be there for the operator with a reason and for the model without.
async fn stopped(house: &House, tool: &str, arguments: serde_json::Value) -> String {
    let error = house.call(tool, arguments).await.unwrap_err();
    assert!(matches!(error, CallError::Trapped(_)), "{error:?}");
    assert!(!error.for_model().message.contains("wasm"), "{:?}", error.for_model());
    error.code().to_owned()
}

#[tokio::test]
pub async fn spin() {
    let house = Plan::of(SPIN).and(ECHO).policy("[defaults.limits]\nfuel = 50_000_000").open().await;
    assert_eq!(stopped(&house, "spin", json!({})).await, "out_of_fuel");
    assert_eq!(house.text("spin", json!({ "rounds": 1000 })).await, "1000 rounds");
}

#[tokio::test]
pub async fn sleep() {
    let house = Plan::of(SLEEP).policy("[defaults.limits]\ndeadline = \"100ms\"").open().await;
    let error = house.refusal("sleep", json!({ "milliseconds": 3_600_000 })).await;
    assert_eq!((error.code.as_str(), error.retryable), ("deadline", true));
    assert!(error.message.contains("100ms"), "{}", error.message);
}

#[tokio::test]
pub async fn hoard() {
    let house = Plan::of(HOARD).policy("[defaults.limits]\nmemory = \"16MiB\"").open().await;
    assert_eq!(stopped(&house, "hoard", json!({ "mebibytes": 100 })).await, "out_of_memory");
    // A guest that is told no and lives with it has done nothing wrong.
    let coped = house.json("cope", json!({ "mebibytes": 100 })).await["result"].as_u64().unwrap();
    assert!((8..16).contains(&coped), "{coped}");
}

#[tokio::test]
pub async fn recurse() {
    let house = Plan::of(RECURSE).open().await;
    assert_eq!(stopped(&house, "recurse", json!({ "depth": 100_000_000 })).await, "stack_overflow");
    // Rust's own stack lies in the guest's memory, and is the guest's own affair.
    assert_eq!(stopped(&house, "recurse_heavily", json!({ "depth": 1_000_000 })).await, "trap");
    assert!(house.text("recurse", json!({ "depth": 1000 })).await.parse::<u64>().is_ok());
}

/// The host's own setting: what fits into the stack by default does not fit into a small one.
#[tokio::test]
async fn a_smaller_stack() {
    let deep = json!({ "depth": 20_000 });
    let house = Plan::of(RECURSE).open().await;
    assert!(house.text("recurse", deep.clone()).await.parse::<u64>().is_ok());
    let house = Plan::of(RECURSE).policy("[host]\nstack = \"256KiB\"").open().await;
    assert_eq!(stopped(&house, "recurse", deep).await, "stack_overflow");
    assert!(house.text("recurse", json!({ "depth": 100 })).await.parse::<u64>().is_ok());
}

#[tokio::test]
pub async fn panic() {
    let house = Plan::of(PANIC).open().await;
    let error = house.call("panic", json!({ "message": "the sky fell" })).await.unwrap_err();
    assert_eq!(error.code(), "trap");
    assert!(!error.for_model().message.contains("sky"));
    let lines = house.notes.lines();
    assert!(lines.iter().any(|line| line.message.contains("the sky fell")), "{lines:?}");
    for status in [0, 1] {
        let error = house.call("exit", json!({ "status": status })).await.unwrap_err();
        assert_eq!(error.code(), "trap");
        assert!(error.to_string().contains("ended its process"), "{error}");
    }
}

#[tokio::test]
pub async fn flood() {
    // The guest has several copies of what it says.
    let house = Plan::of(FLOOD).policy("[defaults.limits]\nmemory = \"256MiB\"").open().await;
    assert_eq!(house.text("flood", json!({ "bytes": 200_000 })).await.len(), 200_000);
    // Just too much, and far too much to copy.
    for bytes in [300_000, 30_000_000] {
        assert_eq!(stopped(&house, "flood", json!({ "bytes": bytes })).await, "output_too_large");
    }
    assert_eq!(stopped(&house, "crumbs", json!({ "pieces": 50_000 })).await, "output_too_large");
    assert_eq!(stopped(&house, "lament", json!({ "bytes": 300_000 })).await, "output_too_large");
}

#[tokio::test]
pub async fn knock() {
    let limits = "[defaults.limits]\nhost_calls = 20_000\nfuel = 1_000_000_000_000";
    let house = Plan::of(KNOCK).policy(limits).open().await;
    assert_eq!(house.text("knock", json!({ "times": 10_000 })).await, "10000 times");
    assert_eq!(stopped(&house, "knock", json!({ "times": 30_000 })).await, "too_many_host_calls");
    assert_eq!(stopped(&house, "knock_on_wasi", json!({})).await, "too_many_host_calls");
}

/// Two guests spin on a runtime of two threads, and a third call is answered all the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spinning_guests_do_not_stop_another_call() {
    let limits = "[defaults.limits]\nfuel = 1_000_000_000_000_000\ndeadline = \"1h\"";
    let house = Plan::of(SPIN).and(ECHO).policy(limits).open().await;
    house.text("spin", json!({ "rounds": 1 })).await;
    let spinning: Vec<_> = (0..2)
        .map(|_| {
            let dispatcher = house.dispatcher.clone();
            tokio::spawn(async move {
                dispatcher.call(&caller(), CallRequest::new("spin", json!({})), Arc::new(Silent)).await
            })
        })
        .collect();
    while house.notes.told().iter().filter(|told| *told == "intent").count() < 3 {
        tokio::task::yield_now().await;
    }
    for _ in 0..10 {
        assert_eq!(house.text("echo", json!({ "text": "still here" })).await, "still here");
    }
    for spinner in spinning {
        assert!(!spinner.is_finished());
        spinner.abort();
        assert!(spinner.await.unwrap_err().is_cancelled());
    }
    assert_eq!(house.notes.told().iter().filter(|told| *told == "ended cancelled").count(), 2);
}
