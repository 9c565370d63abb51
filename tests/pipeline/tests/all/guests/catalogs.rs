//! Components whose catalogs lie, overflow, or hide something: embedded ones, and ones that the guest is asked for.

use bulkhead_dispatch::Principal;
use bulkhead_test_artifacts::{
    ASKED_FORGED, ASKED_GARBAGE, ASKED_LYING, ASKED_SPIN, CATALOG_ANSI, CATALOG_BACKTRACK, CATALOG_CROWD,
    CATALOG_DEEP, CATALOG_FETCH, CATALOG_GARBAGE, CATALOG_HIDDEN, CATALOG_INSIDE, CATALOG_KEYS,
    CATALOG_LARGE, CATALOG_LAUGHS, CATALOG_LIAR, CATALOG_NAME, CATALOG_OTHER, CATALOG_REVERSED,
    CATALOG_WORDY, ECHO,
};
use serde_json::json;

use super::attack::{answers, house, refused};
use crate::house::Plan;

/// The reason why the guest does not serve has these words.
async fn refuses(guest: &str, words: &str) {
    let reason = refused(guest).await;
    assert!(reason.contains(words), "{reason}");
}

/// The host calls what it lists, and the guest says that it does not know it. No other tool is ever called in its place.
#[tokio::test]
pub async fn catalog_liar() {
    let house = house(CATALOG_LIAR, "").await;
    assert_eq!(house.code("never_heard_of", json!({})).await, "c");
    assert_eq!(house.code("catalog_liar", json!({})).await, "unknown_tool");
    assert_eq!(house.text("echo", json!({ "text": "still here" })).await, "still here");
}

#[tokio::test]
pub async fn catalog_garbage() {
    refuses(CATALOG_GARBAGE, "is not a catalog").await;
}

#[tokio::test]
pub async fn catalog_other() {
    refuses(CATALOG_OTHER, "unknown field `grants`").await;
}

#[tokio::test]
pub async fn catalog_large() {
    refuses(CATALOG_LARGE, "at most 4194304 are read").await;
}

#[tokio::test]
pub async fn catalog_wordy() {
    refuses(CATALOG_WORDY, "at most 32768 are accepted").await;
}

#[tokio::test]
pub async fn catalog_deep() {
    refuses(CATALOG_DEEP, "recursion limit").await;
}

#[tokio::test]
pub async fn catalog_crowd() {
    refuses(CATALOG_CROWD, "there are 2001; at most 1000").await;
}

#[tokio::test]
pub async fn catalog_hidden() {
    refuses(CATALOG_HIDDEN, "hide or reorder text").await;
}

#[tokio::test]
pub async fn catalog_reversed() {
    refuses(CATALOG_REVERSED, "hide or reorder text").await;
}

#[tokio::test]
pub async fn catalog_ansi() {
    refuses(CATALOG_ANSI, "control characters").await;
}

#[tokio::test]
pub async fn catalog_name() {
    refuses(CATALOG_NAME, "a name is 1 to 128 characters").await;
}

#[tokio::test]
pub async fn catalog_fetch() {
    refuses(CATALOG_FETCH, "leads out of the schema").await;
}

#[tokio::test]
pub async fn catalog_laughs() {
    refuses(CATALOG_LAUGHS, "too complex").await;
}

/// The pattern is accepted, as many like it are in use; it is not followed to its end.
#[tokio::test]
pub async fn catalog_backtrack() {
    let house = house(CATALOG_BACKTRACK, "").await;
    let text = format!("{}!", "a".repeat(5_000));
    assert_eq!(house.code("catalog_backtrack", json!({ "text": text })).await, "bad_arguments");
    assert_eq!(house.text("echo", json!({ "text": "still here" })).await, "still here");
}

/// What a client puts into its arguments stands in errors, and stays on its line there.
#[tokio::test]
pub async fn catalog_keys() {
    let (house, _) = answers(CATALOG_KEYS, "").await;
    let forged = "a\n2026-01-01T00:00:00Z  INFO audit: event=\"ended\" \u{1b}[2J";
    let told = house.refusal("catalog_keys", json!({ forged: "not a number" })).await;
    assert_eq!(told.code, "bad_arguments");
    assert_eq!(told.detail.unwrap()[0]["path"], format!("/{forged}"));
}

#[tokio::test]
pub async fn catalog_inside() {
    let house = house(CATALOG_INSIDE, "").await;
    let principal = Principal::local_user("tester");
    assert!(house.dispatcher.tool(&principal, "inside").is_none());
    assert!(house.call("catalog_inside", json!({})).await.is_ok());
}

#[tokio::test]
pub async fn asked_spin() {
    refuses(ASKED_SPIN, "out of fuel").await;
}

#[tokio::test]
pub async fn asked_lying() {
    refuses(ASKED_LYING, "out of bounds").await;
}

#[tokio::test]
pub async fn asked_garbage() {
    refuses(ASKED_GARBAGE, "the input schema of `t` is not JSON").await;
}

#[tokio::test]
pub async fn asked_forged() {
    refuses(ASKED_FORGED, "a name is 1 to 128 characters").await;
}

/// Two of a kind do not serve beside each other, whichever of them is the hostile one.
#[tokio::test]
async fn a_name_that_is_taken() {
    let mut impostor = std::fs::read(CATALOG_LIAR).unwrap();
    let (from, to) = (b"\"never_heard_of\"", b"\"echo\"          ");
    let at = impostor.windows(from.len()).position(|bytes| bytes == from).unwrap();
    impostor[at..at + to.len()].copy_from_slice(to);
    let house = Plan::of(ECHO).file("impostor.wasm", impostor).open().await;
    // Components with a catalog are there first, whatever their file is called.
    assert!(house.reason("echo.wasm").contains("impostor"), "{}", house.reason("echo.wasm"));
}
