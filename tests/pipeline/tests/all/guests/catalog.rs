//! Guests whose catalogs are at odds with each other or with themselves.

use bulkhead_test_artifacts::{CATALOG_TWICE, ECHO, STALL, TWIN_LEFT, TWIN_RIGHT};
use serde_json::json;

use crate::house::Plan;

#[tokio::test]
pub async fn twin_left() {
    let house = Plan::of(TWIN_LEFT).and(TWIN_RIGHT).and(ECHO).open().await;
    let reason = house.reason("twin_right.wasm");
    assert!(reason.contains("\"twin\"") && reason.contains("twin_left"), "{reason}");
    assert!(reason.contains("[tools.twin_right] prefix = \"twin_right_\""), "{reason}");
    assert_eq!(house.text("twin", json!({})).await, "left");
    assert_eq!(house.text("echo", json!({ "text": "served" })).await, "served");
}

#[tokio::test]
pub async fn twin_right() {
    // The line that the refusal proposes, as it stands there.
    let policy = "[tools.twin_right]\nprefix = \"twin_right_\"";
    let house = Plan::of(TWIN_LEFT).and(TWIN_RIGHT).policy(policy).open().await;
    assert!(house.dispatcher.catalog().refused().is_empty());
    assert_eq!(house.text("twin", json!({})).await, "left");
    assert_eq!(house.text("twin_right_twin", json!({})).await, "right");
}

#[tokio::test]
pub async fn catalog_twice() {
    let house = Plan::of(CATALOG_TWICE).and(ECHO).open().await;
    let reason = house.reason("catalog_twice.wasm");
    assert!(reason.contains("one"), "{reason}");
    assert_eq!(house.code("one", json!({})).await, "unknown_tool");
    assert_eq!(house.text("echo", json!({ "text": "served" })).await, "served");
}

#[tokio::test]
pub async fn stall() {
    let house = Plan::of(STALL).and(ECHO).open().await;
    let reason = house.reason("stall.wasm");
    assert!(reason.contains("could not say what it is") && reason.contains("fuel"), "{reason}");
    assert_eq!(house.text("echo", json!({ "text": "served" })).await, "served");
}
