//! Standard input and output: whatever a client writes, the next message is served.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing test should stop")]

use bulkhead_tests_wire::message::{MODERN, code, initialize, meta_of, modern, notification, request};
use bulkhead_tests_wire::stdio::Program;
use serde_json::{Value, json};

#[test]
fn it_survives_every_first_line() {
    let stray = notification("notifications/cancelled", json!({ "requestId": 99 })).to_string();
    let response = json!({ "jsonrpc": "2.0", "id": 1, "result": {} }).to_string();
    let long = "x".repeat(9 << 20);
    for (name, line, expected) in [
        ("stray notification", stray.as_str(), None),
        ("stray response", response.as_str(), None),
        ("blank", "", None),
        ("garbage", "{nope", Some(-32700)),
        ("no UTF-8", "\u{0}", Some(-32700)),
        ("a number", "5", Some(-32600)),
        ("an empty batch", "[]", Some(-32600)),
        ("null id", r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, Some(-32600)),
        ("no method", r#"{"jsonrpc":"2.0","id":1}"#, Some(-32600)),
        ("too long", long.as_str(), Some(-32600)),
        ("before the handshake", r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, Some(-32600)),
        ("unknown method", &modern(1, "foo/bar").to_string(), Some(-32601)),
        (
            "unsupported version",
            &request(1, "tools/list", json!({ "_meta": meta_of("2099-01-01") })).to_string(),
            Some(-32022),
        ),
    ] {
        let mut program = Program::start();
        program.say(line);
        if let Some(expected) = expected {
            assert_eq!(code(&program.hear()), Some(expected), "{name}");
        }
        let answer = program.ask(&modern(2, "server/discover"));
        assert_eq!(
            (&answer["id"], &answer["result"]["supportedVersions"][0]),
            (&json!(2), &json!(MODERN)),
            "{name}"
        );
        let (status, rest) = program.end();
        assert!(status.success() && rest.is_empty(), "{name}: {status} {rest:?}");
    }
}

#[test]
fn both_eras_in_any_order() {
    let list = |id: i64| request(id, "tools/list", json!({}));
    let kind = |answer: &Value| match answer["result"].get("resultType") {
        Some(_) => "modern",
        None if answer["result"].is_object() => "legacy",
        None => "error",
    };
    for (messages, expected) in [
        (vec![modern(1, "server/discover"), modern(2, "tools/list")], "modern modern"),
        (vec![initialize(1, "2025-11-25"), list(2), request(3, "ping", json!({}))], "legacy legacy legacy"),
        (vec![modern(1, "server/discover"), initialize(2, "2025-11-25"), list(3)], "modern legacy legacy"),
        (vec![initialize(1, "2025-11-25"), modern(2, "tools/list"), list(3)], "legacy modern legacy"),
        (vec![modern(1, "initialize"), initialize(2, "2024-11-05"), list(3)], "error legacy legacy"),
        (vec![initialize(1, "2024-11-05"), initialize(2, "2025-06-18"), list(3)], "legacy legacy legacy"),
    ] {
        let mut program = Program::start();
        let kinds: Vec<_> = messages.iter().map(|message| kind(&program.ask(message))).collect();
        assert_eq!(kinds.join(" "), expected, "{messages:?}");
        assert!(program.end().0.success());
    }
}

#[test]
fn a_byte_order_mark_and_another_line_end_do_not_matter() {
    let mut program = Program::start();
    program.say(&format!("\u{feff}{}\r", modern(1, "server/discover")));
    assert_eq!(program.hear()["id"], 1);
    assert!(program.end().0.success());
}

#[test]
fn what_was_asked_before_the_end_is_answered() {
    let mut program = Program::start();
    (0..200).for_each(|id| program.say(&modern(id, "tools/list").to_string()));
    let (status, answers) = program.end();
    assert!(status.success());
    assert_eq!(answers.len(), 200);
}
