//! Resources, prompts and completion, in the shape of each era.

use bulkhead_test_e2e::fixtures;
use bulkhead_tests_wire::message::{code, meta, request};
use serde_json::{Value, json};

use super::{both, post, session};

/// What a client of 2025-11-25 gets.
fn legacy(method: &str, params: &Value) -> Value {
    let bench = fixtures("");
    let server = bench.http();
    let id = session(&server, "2025-11-25");
    post(&server, &[("Mcp-Session-Id", &id)], &request(1, method, params.clone())).json()
}

/// What clients of every era and transport get.
fn everyone(method: &str, params: &Value) -> [Value; 3] {
    let mut modern = params.clone();
    modern["_meta"] = meta();
    let (_, [http, stdio]) = both(&fixtures(""), &request(1, method, modern));
    [http, stdio, legacy(method, params)]
}

#[test]
fn what_can_be_kept_says_for_how_long_to_those_who_know() {
    let uri = json!({ "uri": "test://static-text" });
    let target = json!({ "type": "ref/prompt", "name": "test_prompt_with_arguments" });
    let complete = json!({ "ref": target, "argument": { "name": "arg1", "value": "" } });
    let none = json!({});
    for (method, params, kept) in [
        ("tools/list", &none, true),
        ("resources/list", &none, true),
        ("resources/templates/list", &none, true),
        ("resources/read", &uri, true),
        ("prompts/list", &none, true),
        ("prompts/get", &json!({ "name": "test_simple_prompt" }), false),
        ("completion/complete", &complete, false),
    ] {
        let [http, stdio, legacy] = everyone(method, params);
        for answer in [http, stdio] {
            let result = &answer["result"];
            assert_eq!(result["resultType"], "complete", "{method}: {answer}");
            assert_eq!(result["ttlMs"].is_u64(), kept, "{method}: {answer}");
            let scope = result["cacheScope"].as_str();
            assert_eq!(scope.is_some_and(|scope| ["public", "private"].contains(&scope)), kept, "{method}");
        }
        let result = legacy["result"].as_object().unwrap();
        for modern in ["resultType", "ttlMs", "cacheScope"] {
            assert!(!result.contains_key(modern), "{method}: {legacy}");
        }
    }
}

#[test]
fn bytes_arrive_as_they_are() {
    for answer in everyone("resources/read", &json!({ "uri": "test://static-binary" })) {
        let contents = &answer["result"]["contents"][0];
        assert_eq!(contents["mimeType"], "image/png", "{answer}");
        // "\x89PNG\r\n\x1a\n" in Base64.
        assert!(contents["blob"].as_str().unwrap().starts_with("iVBORw0KGgo"), "{answer}");
        assert!(contents.get("text").is_none(), "{answer}");
    }
}

#[test]
fn suggestions_begin_with_what_was_typed() {
    let complete = |kind: Value, argument: &str, typed: &str| {
        let argument = json!({ "name": argument, "value": typed });
        everyone("completion/complete", &json!({ "ref": kind, "argument": argument }))
    };
    let prompt = |name: &str| json!({ "type": "ref/prompt", "name": name });
    for (typed, expected) in [("par", json!(["paris", "park", "party"])), ("x", json!([]))] {
        for answer in complete(prompt("test_prompt_with_arguments"), "arg1", typed) {
            assert_eq!(answer["result"]["completion"]["values"], expected, "{answer}");
        }
    }
    for wrong in [prompt("nothing"), json!({ "type": "ref/other" }), json!(7)] {
        for answer in complete(wrong.clone(), "arg1", "") {
            assert_eq!(code(&answer), Some(-32602), "{wrong}: {answer}");
        }
    }
}

#[test]
fn what_is_not_there_and_what_does_not_fit_is_refused() {
    for (method, params) in [
        ("prompts/get", json!({ "name": "nothing" })),
        ("prompts/get", json!({ "name": "test_prompt_with_arguments", "arguments": { "arg1": "a" } })),
        (
            "prompts/get",
            json!({ "name": "test_prompt_with_arguments", "arguments": { "arg1": 1, "arg2": "b" } }),
        ),
        ("prompts/get", json!({})),
        ("resources/read", json!({})),
        ("resources/read", json!({ "uri": 7 })),
        ("resources/list", json!({ "cursor": "garbage" })),
        ("resources/templates/list", json!({ "cursor": "garbage" })),
        ("prompts/list", json!({ "cursor": "garbage" })),
    ] {
        for answer in everyone(method, &params) {
            assert_eq!(code(&answer), Some(-32602), "{method} {params}: {answer}");
        }
    }
}
