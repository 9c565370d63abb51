//! Key-value state: apart by component and by principal, within its quotas, and gone when it expires.

use std::fs;

use bulkhead_dispatch::{CallRequest, Principal};
use bulkhead_schema::Outcome;
use bulkhead_test_artifacts::{ECHO, STATE};
use serde_json::{Value, json};

use crate::house::{House, Plan, caller};

const STORE: &str = "[host]\nstate = \"sqlite::memory:\"\n[tools.state]\n";

async fn house(grant: &str) -> House {
    Plan::of(STATE).policy(format!("{STORE}{grant}")).open().await
}

async fn result(house: &House, tool: &str, arguments: Value) -> Value {
    house.json(tool, arguments).await["result"].clone()
}

#[tokio::test]
pub async fn state() {
    let house = house("state = true").await;
    assert_eq!(result(&house, "state", json!({})).await, json!(vec!["ok"; 4]));
    let first = result(&house, "remember", json!({ "key": "a", "value": "alpha" })).await.as_u64().unwrap();
    assert_eq!(result(&house, "recall", json!({ "key": "a" })).await, "alpha");
    let stale = json!({ "key": "a", "value": "beta", "expected": first + 1 });
    assert_eq!(house.code("remember", stale).await, "conflict");
    let exact = json!({ "key": "a", "value": "beta", "expected": first });
    assert!(result(&house, "remember", exact).await.as_u64().unwrap() > first);
    assert_eq!(house.code("remember", json!({ "key": "a", "value": "c", "expected": 0 })).await, "conflict");
    house.text("forget", json!({ "key": "a" })).await;
    assert_eq!(result(&house, "recall", json!({ "key": "a" })).await, Value::Null);
    for _ in 0..3 {
        assert_eq!(result(&house, "count", json!({})).await, 1, "an instance serves one call");
    }
}

#[tokio::test]
async fn without_the_grant_nothing_is_kept() {
    let house = house("").await;
    assert_eq!(result(&house, "state", json!({})).await, json!(vec!["not_granted"; 4]));
    assert_eq!(house.notes.told().iter().filter(|told| *told == "denied state-no-grant").count(), 4);
}

#[tokio::test]
async fn a_page_is_not_the_end() {
    let house = house("state = true").await;
    assert_eq!(house.text("fill", json!({ "keys": 250, "bytes": 1 })).await, "250 ok");
    let keys = result(&house, "keys", json!({ "prefix": "" })).await;
    let expected: Vec<String> = (0..250).map(|key| format!("{key:05}")).collect();
    assert_eq!(keys, json!(expected));
    assert_eq!(result(&house, "keys", json!({ "prefix": "0024" })).await.as_array().unwrap().len(), 10);
}

#[tokio::test]
async fn quotas() {
    let bytes = house("state = { quota = \"2KiB\" }").await;
    assert_eq!(bytes.text("fill", json!({ "keys": 9, "bytes": 500 })).await, "4 quota");
    let keys = house("state = { keys = 3 }").await;
    assert_eq!(keys.text("fill", json!({ "keys": 9, "bytes": 1 })).await, "3 quota");
    // What is there can still be replaced, and what is deleted makes room.
    result(&keys, "remember", json!({ "key": "00001", "value": "new" })).await;
    keys.text("forget", json!({ "key": "00000" })).await;
    result(&keys, "remember", json!({ "key": "other", "value": "new" })).await;
}

#[tokio::test]
async fn a_value_lives_no_longer_than_the_grant_lets_it() {
    let house = house("state = { life = \"1s\" }").await;
    result(&house, "remember", json!({ "key": "a", "value": "x", "seconds": 3600 })).await;
    result(&house, "remember", json!({ "key": "b", "value": "x" })).await;
    assert_eq!(result(&house, "keys", json!({ "prefix": "" })).await, json!(["a", "b"]));
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    assert_eq!(result(&house, "keys", json!({ "prefix": "" })).await, json!([]));
}

#[tokio::test]
async fn keys_have_bounds() {
    let house = house("state = true").await;
    for key in [String::new(), "k".repeat(513)] {
        assert_eq!(house.code("remember", json!({ "key": key, "value": "x" })).await, "invalid");
    }
    let odd = "\0../../%_*?\u{202e} ' ; DROP TABLE state --";
    result(&house, "remember", json!({ "key": odd, "value": "odd" })).await;
    assert_eq!(result(&house, "recall", json!({ "key": odd })).await, "odd");
    assert_eq!(result(&house, "keys", json!({ "prefix": "%" })).await, json!([]));
}

async fn recall_as(house: &House, principal: &str) -> Value {
    let who = bulkhead_dispatch::Caller { principal: Principal::local_user(principal), ..caller() };
    let request = CallRequest::new("recall", json!({ "key": "a" }));
    let answer = house.dispatcher.call(&who, request, house.notes.clone()).await.unwrap();
    let Outcome::Complete(result) = answer.outcome else { panic!("it asks") };
    result.structured.unwrap()["result"].clone()
}

#[tokio::test]
async fn principals_and_components_are_apart() {
    let policy = format!("{STORE}state = true\n[tools.second]\nstate = true\nprefix = \"second_\"");
    let plan = Plan::of(STATE).file("second.wasm", fs::read(STATE).unwrap()).and(ECHO).policy(policy);
    let house = plan.open().await;
    result(&house, "remember", json!({ "key": "a", "value": "mine" })).await;
    assert_eq!(recall_as(&house, "tester").await, "mine");
    assert_eq!(recall_as(&house, "somebody").await, Value::Null);
    assert_eq!(result(&house, "second_recall", json!({ "key": "a" })).await, Value::Null);
}
