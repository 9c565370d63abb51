//! What is asked of every attack: it ends with a code of its own, it costs no more than it may, nothing of it is left
//! behind, and the host and another tool go on.

use std::path::Path;

use bulkhead_dispatch::{Answer, CallError};
use bulkhead_test_artifacts::ECHO;
use bulkhead_tests_pipeline::Entry;
use serde_json::{Value, json};

use crate::house::{House, Plan};

/// A house with the attacker and a tool that must not notice.
pub async fn house(guest: &str, limits: &str) -> House {
    Plan::of(guest).and(ECHO).policy(format!("[defaults.limits]\n{limits}")).open().await
}

/// The name of the guest's file, which is the name of its tool.
pub fn name(guest: &str) -> &str {
    Path::new(guest).file_stem().unwrap().to_str().unwrap()
}

/// Calls the guest's tool twice under these limits; both times it must end with this code.
pub async fn ends(guest: &str, limits: &str, code: &str) -> CallError {
    let house = house(guest, limits).await;
    let error = house.call(name(guest), json!({})).await.unwrap_err();
    assert_eq!(error.code(), code, "{error}");
    assert_eq!(house.notes.told(), ["intent", &format!("ended {code}")]);
    goes_on(&house, guest).await;
    assert_eq!(house.code(name(guest), json!({})).await, code, "the second time");
    let told = error.for_model();
    assert!(!told.message.contains("wasm") && told.detail.is_none(), "the model learns too much: {told:?}");
    error
}

/// Calls the guest's tool twice under these limits; both times it must give the same answer.
pub async fn answers(guest: &str, limits: &str) -> (House, Answer) {
    let house = house(guest, limits).await;
    let answer = house.call(name(guest), json!({})).await.unwrap_or_else(|error| panic!("{error}"));
    goes_on(&house, guest).await;
    assert_eq!(house.call(name(guest), json!({})).await.unwrap().outcome, answer.outcome);
    (house, answer)
}

/// The other tool answers, and the attack cost no more than the policy lets it.
async fn goes_on(house: &House, guest: &str) {
    assert_eq!(house.text("echo", json!({ "text": "still here" })).await, "still here");
    let policy = house.dispatcher.policy();
    let limits = &policy.component(name(guest)).limits;
    for entry in house.notes.entries() {
        let Entry::Ended(_, ending) = entry else { continue };
        let usage = ending.usage.unwrap();
        assert!(usage.fuel <= limits.fuel && usage.memory_peak <= limits.memory, "{usage:?}");
        // The call that is one too many is counted as well, and a guest of WASI's is ended at its next epoch.
        assert!(usage.log_lines <= limits.log_lines, "{usage:?}");
        assert!(usage.http_requests == 0, "{usage:?}");
    }
}

/// The guest does not serve, at the latest when it was compiled; the other tool does. Gives the reason, which must be one
/// line that a terminal can show.
pub async fn refused(guest: &str) -> String {
    let house = house(guest, "").await;
    house.dispatcher.warm().await;
    does_not_serve(&house, guest).await
}

/// As [`refused`], for a house that is open.
pub async fn does_not_serve(house: &House, guest: &str) -> String {
    let reason = house.reason(&format!("{}.wasm", name(guest)));
    let shown = |c: char| !c.is_control() && !('\u{200b}'..='\u{202e}').contains(&c);
    assert!(reason.chars().all(shown), "the reason is not one line of plain text: {reason:?}");
    assert!(reason.len() < 4096, "the reason has {} bytes", reason.len());
    assert_eq!(house.code(name(guest), json!({})).await, "unknown_tool");
    let names: Vec<_> = house.dispatcher.catalog().tools().map(|tool| tool.name().to_owned()).collect();
    assert_eq!(names, ["echo", "kinds", "structured"]);
    assert_eq!(house.text("echo", json!({ "text": "still here" })).await, "still here");
    reason
}

/// The structured result of an answer.
pub fn structured(answer: &Answer) -> Option<&Value> {
    match &answer.outcome {
        bulkhead_schema::Outcome::Complete(result) => result.structured.as_ref(),
        bulkhead_schema::Outcome::InputRequired(_) => None,
    }
}
