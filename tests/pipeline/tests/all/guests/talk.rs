//! What guests say before their result.

use bulkhead_dispatch::{Change, Level, LogLine, Progress};
use bulkhead_test_artifacts::{CHATTER, PRINT, PROGRESS};
use bulkhead_tests_pipeline::Heard;
use serde_json::json;

use crate::house::Plan;

#[tokio::test]
pub async fn chatter() {
    let house = Plan::of(CHATTER).open().await;
    let answer = house.call("chatter", json!({ "lines": 1000 })).await.unwrap();
    // 200 lines are the default of `log_lines`.
    assert_eq!((answer.usage.log_lines, answer.usage.log_dropped), (200, 800));
    let lines = house.notes.lines();
    assert_eq!(lines.len(), 200);
    assert_eq!(lines[199].fields, Some(json!({ "number": 199 })));
    // The host says when there is no room left, so that a guest need not call it for nothing.
    let polite = house.call("chatter_politely", json!({ "lines": 1000 })).await.unwrap();
    assert_eq!((polite.usage.log_lines, polite.usage.log_dropped), (200, 0));
}

#[tokio::test]
async fn levels_and_control_characters() {
    let house = Plan::of(CHATTER).open().await;
    house.text("levels", json!({})).await;
    let line = |level, message: &str, fields| LogLine {
        level,
        tool: "levels".to_owned(),
        message: message.to_owned(),
        fields,
    };
    let lines = house.notes.lines();
    assert_eq!(lines.len(), 2, "debug is not wanted: {lines:?}");
    assert_eq!(lines[0], line(Level::Info, "info", Some(json!({ "of": "a kind" }))));
    let message = &lines[1].message;
    assert!(message.contains("red") && message.contains("reversed"), "{message}");
    assert!(!message.contains(['\u{1b}', '\n', '\u{202e}']), "{message:?}");
}

#[tokio::test]
pub async fn print() {
    let house = Plan::of(PRINT).open().await;
    let said = json!({ "stdout": "one\r\n\u{1b}]0;owned\u{7}two\n\nthree", "stderr": "wrong\n" });
    assert_eq!(house.text("print", said).await, "0 bytes of input");
    let lines: Vec<_> = house.notes.lines().into_iter().map(|line| (line.level, line.message)).collect();
    let expected = [
        (Level::Info, "one"),
        (Level::Info, "␛]0;owned␇two"),
        (Level::Warning, "wrong"),
        (Level::Info, "three"),
    ];
    assert_eq!(lines, expected.map(|(level, text)| (level, text.to_owned())));
}

#[tokio::test]
pub async fn progress() {
    let house = Plan::of(PROGRESS).open().await;
    house.text("progress", json!({ "done": [1.0, 3.0, 2.0, 3.0, 4.5, -1.0, 12.0] })).await;
    let heard = [1.0, 3.0, 4.5, 12.0].map(|done| {
        Heard::Progress(Progress { done, total: Some(10.0), message: Some("working".to_owned()) })
    });
    let (change, reports) = house.notes.heard().split_last().map(|(c, r)| (c.clone(), r.to_vec())).unwrap();
    assert_eq!(reports, heard);
    assert_eq!(change, Heard::Changed(Change::Tools));
}
