//! Guests that say too much, say what is no text, or say what looks like something that the host says.

use bulkhead_dispatch::Change;
use bulkhead_test_artifacts::{
    CHANGE_LARGE, ERROR_FORGED, LOG_BYTES, LOG_FOREVER, LOG_FORGED, LOG_LARGE, LOG_LEVEL, LOG_POINTER,
    PROGRESS_FORGED, PROGRESS_LARGE, STDIN, STDOUT_FOREVER,
};
use bulkhead_tests_pipeline::{Entry, Heard};
use serde_json::{Value, json};

use super::attack::{answers, ends, house};
use crate::house::House;

const CALLS: &str = "host_calls = 10_000";

/// How the first call ended.
fn usage(house: &House) -> bulkhead_sandbox::Usage {
    let entries = house.notes.entries();
    let ended = entries.iter().find_map(|entry| match entry {
        Entry::Ended(_, ending) => ending.usage,
        Entry::Intent(_) | Entry::Denied(..) | Entry::Refused(..) => None,
    });
    ended.unwrap()
}

#[tokio::test]
pub async fn log_forever() {
    ends(LOG_FOREVER, CALLS, "too_many_host_calls").await;
    let house = house(LOG_FOREVER, CALLS).await;
    house.code("log_forever", json!({})).await;
    assert_eq!(house.notes.lines().len(), 200);
    assert_eq!((usage(&house).log_lines, usage(&house).log_dropped), (200, 9_800));
}

#[tokio::test]
pub async fn log_large() {
    let (house, answer) = answers(LOG_LARGE, "").await;
    assert_eq!((answer.usage.log_lines, answer.usage.log_dropped), (0, 10));
    assert!(house.notes.lines().is_empty());
}

#[tokio::test]
pub async fn log_level() {
    let error = ends(LOG_LEVEL, "", "trap").await;
    assert!(error.to_string().contains("discriminant"), "{error}");
}

#[tokio::test]
pub async fn log_bytes() {
    let error = ends(LOG_BYTES, "", "trap").await;
    assert!(error.to_string().contains("utf-8"), "{error}");
}

#[tokio::test]
pub async fn log_pointer() {
    let error = ends(LOG_POINTER, "", "trap").await;
    assert!(error.to_string().contains("out of bounds"), "{error}");
}

/// Nothing in a line of the log could end the line, or is read as anything but text. What becomes of it in the host's own
/// log is tested with the program itself.
fn is_one_line(text: &str) {
    assert!(
        text.chars().all(|c| c == '\t' || !c.is_control() && !('\u{202a}'..='\u{202e}').contains(&c)),
        "{text:?}"
    );
}

#[tokio::test]
pub async fn log_forged() {
    let (house, _) = answers(LOG_FORGED, "").await;
    let lines = house.notes.lines();
    let [message, fields, text, ..] = &lines[..] else { panic!("{lines:?}") };
    lines.iter().for_each(|line| is_one_line(&line.message));
    assert!(message.message.contains("audit: event"), "nothing is lost: {message:?}");
    assert_eq!(fields.fields, Some(json!({ "a": "2026 INFO audit: x", "\u{1b}[2J": 1 })));
    assert_eq!(text.fields, Some(json!({ "fields": "no\nJSON \u{1b}[31m" })));
}

#[tokio::test]
pub async fn progress_forged() {
    let (house, _) = answers(PROGRESS_FORGED, "").await;
    let heard = house.notes.heard();
    let Some(Heard::Progress(report)) = heard.first() else { panic!("{heard:?}") };
    is_one_line(report.message.as_ref().unwrap());
}

#[tokio::test]
pub async fn progress_large() {
    ends(PROGRESS_LARGE, "host_calls = 1_000", "too_many_host_calls").await;
    let house = house(PROGRESS_LARGE, "host_calls = 1_000").await;
    house.code("progress_large", json!({})).await;
    for heard in house.notes.heard() {
        let Heard::Progress(report) = heard else { panic!("{heard:?}") };
        assert!(report.message.unwrap().len() <= 1024);
    }
}

#[tokio::test]
pub async fn change_large() {
    ends(CHANGE_LARGE, "host_calls = 1_000", "too_many_host_calls").await;
    let house = house(CHANGE_LARGE, "host_calls = 1_000").await;
    house.code("change_large", json!({})).await;
    let heard = house.notes.heard();
    assert!(
        heard.iter().all(|heard| matches!(heard, Heard::Changed(Change::Resource(_)))),
        "{}",
        heard.len()
    );
    assert_eq!(heard.len(), 1_000);
}

/// A message is the tool's own, and reaches the model as data. The code is what is on record.
#[tokio::test]
pub async fn error_forged() {
    let house = house(ERROR_FORGED, "").await;
    let error = house.refusal("error_forged", json!({})).await;
    assert_eq!((error.code.as_str(), error.detail), ("c", None::<Value>));
    assert!(error.message.contains("\u{1b}[2J") && error.message.contains('\u{202e}'));
    assert_eq!(house.notes.told(), ["intent", "ended c"]);
    assert_eq!(house.text("echo", json!({ "text": "still here" })).await, "still here");
}

#[tokio::test]
pub async fn stdout_forever() {
    ends(STDOUT_FOREVER, CALLS, "too_many_host_calls").await;
    let house = house(STDOUT_FOREVER, CALLS).await;
    house.code("stdout_forever", json!({})).await;
    let lines = house.notes.lines();
    assert!(
        !lines.is_empty() && lines.iter().map(|line| line.message.len()).sum::<usize>() <= 3 * (64 << 10)
    );
    assert!(usage(&house).log_dropped > 0);
}

#[tokio::test]
pub async fn stdin() {
    answers(STDIN, "").await;
}
