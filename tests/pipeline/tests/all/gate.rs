//! Who may run now: places, a queue, and a rate.

use std::time::Duration;

use bulkhead_dispatch::{CallRequest, Caller, Principal};
use bulkhead_test_artifacts::{ECHO, SLEEP};
use futures::future::join_all;
use serde_json::json;

use crate::house::{House, Plan, caller};

/// The codes of so many calls that are made at once and take a quarter of a second each.
async fn at_once(house: &House, calls: usize) -> Vec<String> {
    let call = async || match house.call("sleep", json!({ "milliseconds": 250 })).await {
        Ok(_) => "ok".to_owned(),
        Err(error) => error.code().to_owned(),
    };
    let mut codes = join_all((0..calls).map(|_| call())).await;
    codes.sort();
    codes
}

async fn house(host: &str, limits: &str) -> House {
    let policy = format!("[host]\n{host}\n[tools.sleep]\nlimits = {{ {limits} }}");
    Plan::of(SLEEP).and(ECHO).policy(policy).open().await
}

#[tokio::test]
async fn what_is_beyond_the_places_and_the_queue_is_busy() {
    assert_eq!(at_once(&house("", "").await, 4).await, ["ok"; 4]);
    let of_the_component = house("queue = 2", "concurrency = 1").await;
    assert_eq!(at_once(&of_the_component, 4).await, ["busy", "busy", "ok", "ok"]);
    let of_the_host = house("queue = 1\nconcurrency = 2", "").await;
    assert_eq!(at_once(&of_the_host, 4).await, ["busy", "ok", "ok", "ok"]);
    // Places are given back.
    assert_eq!(at_once(&of_the_host, 2).await, ["ok", "ok"]);
    let refusal = tokio::join!(at_once(&of_the_component, 2), async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        of_the_component.refusal("sleep", json!({ "milliseconds": 1 })).await
    });
    assert_eq!((refusal.1.code.as_str(), refusal.1.retryable), ("busy", true));
}

/// A component whose calls do not end takes half of the queue and no more, and none of the places of the others.
#[tokio::test]
async fn one_component_does_not_keep_the_others_out() {
    let house = house("queue = 4\nconcurrency = 8", "concurrency = 1").await;
    let (codes, text) = tokio::join!(at_once(&house, 8), async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        house.text("echo", json!({ "text": "here" })).await
    });
    assert_eq!(text, "here");
    assert_eq!(codes, ["busy", "busy", "busy", "busy", "busy", "ok", "ok", "ok"]);
}

#[tokio::test]
async fn a_call_that_waits_in_vain_is_busy() {
    let house = house("", "concurrency = 1, deadline = \"100ms\"").await;
    // Who waits gives up at the moment at which who runs is stopped: on a busy machine the place is free just then.
    for _ in 0..10 {
        let codes = at_once(&house, 2).await;
        if codes == ["busy", "deadline"] {
            return;
        }
        assert_eq!(codes, ["deadline", "deadline"]);
    }
    panic!("nobody ever waited in vain");
}

/// A client that goes away gives its place back, whether it runs or waits.
#[tokio::test]
async fn a_cancelled_call_gives_its_place_back() {
    let house = house("queue = 2", "concurrency = 1").await;
    for _ in 0..3 {
        let calls = at_once(&house, 2);
        assert!(tokio::time::timeout(Duration::from_millis(50), calls).await.is_err());
    }
    assert_eq!(at_once(&house, 2).await, ["ok", "ok"]);
}

async fn code_as(house: &House, principal: &str, tool: &str) -> String {
    let who = Caller { principal: Principal::local_user(principal), ..caller() };
    let arguments = if tool == "echo" { json!({ "text": "a" }) } else { json!({}) };
    let request = CallRequest::new(tool, arguments);
    match house.dispatcher.call(&who, request, house.notes.clone()).await {
        Ok(_) => "ok".to_owned(),
        Err(error) => error.code().to_owned(),
    }
}

#[tokio::test]
async fn a_rate_is_for_each_tool_and_principal() {
    let house = Plan::of(ECHO).policy("[tools.echo]\nlimits = { rate = 3 }").open().await;
    for _ in 0..3 {
        assert_eq!(code_as(&house, "ada", "echo").await, "ok");
    }
    assert_eq!(code_as(&house, "ada", "echo").await, "too_many_calls");
    assert_eq!(code_as(&house, "grace", "echo").await, "ok");
    assert_eq!(code_as(&house, "ada", "kinds").await, "ok");
    let told = house.notes.told();
    assert_eq!(told.iter().filter(|told| *told == "refused too_many_calls").count(), 1);
    let refusal = {
        let who = Caller { principal: Principal::local_user("ada"), ..caller() };
        let request = CallRequest::new("echo", json!({ "text": "a" }));
        house.dispatcher.call(&who, request, house.notes.clone()).await.unwrap_err().for_model()
    };
    assert!(refusal.retryable);
    let seconds = refusal.detail.unwrap()["retry_after_seconds"].as_u64().unwrap();
    assert!((1..=21).contains(&seconds), "{seconds}");
}
