#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing test should stop")]

use serde_json::json;

use super::*;

fn refused(text: &str) -> (i32, Option<Id>) {
    let refusal = parse(text.as_bytes()).unwrap_err();
    (refusal.error.code.0, refusal.id)
}

#[test]
fn what_is_no_message_is_refused_under_the_id_it_has() {
    let seven = Some(Id::Number(7.into()));
    for (text, code, id) in [
        ("", -32700, None),
        ("{nope", -32700, None),
        ("\u{feff}{}", -32700, None),
        ("3", -32600, None),
        ("null", -32600, None),
        ("[]", -32600, None),
        ("{}", -32600, None),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, None),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600, None),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, None),
        (r#"{"jsonrpc":"1.0","id":7,"method":"ping"}"#, -32600, seven.clone()),
        (r#"{"id":7,"method":"ping"}"#, -32600, seven.clone()),
        (r#"{"jsonrpc":"2.0","id":7,"method":3}"#, -32600, seven.clone()),
        (r#"{"jsonrpc":"2.0","id":7}"#, -32600, seven.clone()),
        (r#"{"jsonrpc":"2.0","result":{}}"#, -32600, None),
        (r#"{"jsonrpc":"2.0","id":7,"result":{},"error":{}}"#, -32600, seven.clone()),
        (r#"{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}"#, -32602, seven.clone()),
    ] {
        assert_eq!(refused(text), (code, id), "{text}");
    }
}

#[test]
fn deep_nesting_is_an_error_and_not_a_crash() {
    let deep = "[".repeat(100_000);
    assert_eq!(refused(&deep).0, -32700);
    let deep = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"m","params":{}"#, r#"{"a":"#.repeat(100_000));
    assert_eq!(refused(&deep).0, -32700);
}

#[test]
fn messages_are_told_apart() {
    let one = |text: &str| match parse(text.as_bytes()).unwrap() {
        Incoming::One(message) => message,
        Incoming::Batch(_) => panic!("a batch"),
    };
    assert!(matches!(
        one(r#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#),
        Message::Request(Request { id: Id::Text(_), .. })
    ));
    assert!(matches!(one(r#"{"jsonrpc":"2.0","method":"n","params":null}"#), Message::Notification(_)));
    assert!(matches!(
        one(r#"{"jsonrpc":"2.0","id":1,"result":null}"#),
        Message::Response(Response { outcome: Ok(Value::Null), .. })
    ));
    assert!(matches!(
        one(r#"{"jsonrpc":"2.0","id":1,"error":{"code":1}}"#),
        Message::Response(Response { outcome: Err(_), .. })
    ));
}

#[test]
fn a_batch_keeps_its_good_members() {
    let Incoming::Batch(members) =
        parse(br#"[{"jsonrpc":"2.0","id":1,"method":"ping"}, 5, {"jsonrpc":"2.0","method":"n"}]"#).unwrap()
    else {
        panic!("not a batch");
    };
    assert!(members[0].is_ok() && members[1].is_err() && members[2].is_ok());
    assert_eq!(refused(&format!("[{}]", vec!["1"; BATCH + 1].join(","))).0, -32600);
}

#[test]
fn ids_go_back_as_they_came() {
    for id in ["7", "\"7\"", "-1", "18446744073709551615", "1.0"] {
        let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        let Incoming::One(Message::Request(request)) = parse(text.as_bytes()).unwrap() else {
            panic!("not a request");
        };
        let bytes = result(&request.id, &json!({}));
        assert_eq!(
            String::from_utf8(bytes).unwrap(),
            format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)
        );
    }
}

#[test]
fn an_unreadable_id_is_absent() {
    let refusal = parse(b"{").unwrap_err();
    let value: Value = serde_json::from_slice(&refusal.to_bytes()).unwrap();
    assert_eq!(value.get("id"), None);
}
