//! The wire under real tools, byte for byte. What needs no tool is in `tests/wire`.

use std::time::{Duration, Instant};

use bulkhead_test_e2e::{Bench, Events, Served, Talk, fixtures};
use bulkhead_tests_wire::{
    http::{Answer, send},
    message::{MODERN, code, initialize, meta, modern, notification, request},
};
use serde_json::{Value, json};

const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

mod changes;
mod documents;
mod long;

/// Longer than the server needs to say something that it says of its own accord.
const SOON: Duration = Duration::from_secs(10);

/// Long enough to be sure that nothing comes.
const QUIET: Duration = Duration::from_millis(700);

/// A modern call.
fn call(id: impl Into<Value>, tool: &str, arguments: &Value) -> Value {
    request(id, "tools/call", json!({ "name": tool, "arguments": arguments, "_meta": meta() }))
}

/// A modern call of a client with these capabilities.
fn call_of(capabilities: &Value, id: i64, tool: &str) -> Value {
    let mut call = call(id, tool, &json!({}));
    call["params"]["_meta"][CAPABILITIES] = capabilities.clone();
    call
}

/// The headers that belong to a modern message.
fn headers(message: &Value) -> Vec<(&str, &str)> {
    let mut headers = vec![("MCP-Protocol-Version", MODERN)];
    headers.extend(message["method"].as_str().map(|method| ("Mcp-Method", method)));
    let name = ["name", "uri"].iter().find_map(|key| message["params"][key].as_str());
    headers.extend(name.map(|name| ("Mcp-Name", name)));
    headers
}

fn post(server: &Served, headers: &[(&str, &str)], message: &Value) -> Answer {
    send(server.address(), "POST", headers, &message.to_string())
}

/// What a modern message is answered with over HTTP, with its status, and over standard streams.
fn both(bench: &Bench, message: &Value) -> (u16, [Value; 2]) {
    let server = bench.http();
    let answer = post(&server, &headers(message), message);
    let mut talk = Talk::start(bench);
    let said = talk.ask(&message.to_string());
    talk.end();
    (answer.status, [answer.json(), said])
}

#[test]
fn a_call_is_answered_with_all_that_a_result_must_say() {
    let (status, answers) = both(&fixtures(""), &call("a", "greet", &json!({ "name": "Ada" })));
    assert_eq!(status, 200);
    for answer in answers {
        let result = &answer["result"];
        assert_eq!((&answer["id"], &result["resultType"]), (&json!("a"), &json!("complete")), "{answer}");
        assert_eq!(result["content"][0], json!({ "type": "text", "text": "Hello, Ada!" }));
        let info = &result["_meta"]["io.modelcontextprotocol/serverInfo"];
        assert!(info["name"] == "bulkhead" && info["version"].is_string(), "{answer}");
        // These belong to what can be kept, and a call's result cannot.
        assert!(result.get("ttlMs").is_none() && result.get("cacheScope").is_none(), "{answer}");
    }
}

#[test]
fn what_a_call_does_wrong_is_told_to_the_one_who_can_help() {
    let bench = fixtures("");
    for (message, status, expected) in [
        (call(1, "nothing", &json!({})), 200, Some(-32602)),
        // The model can do something about its arguments: it is told, as a result.
        (call(1, "greet", &json!({ "zz": 1 })), 200, None),
        (call(1, "greet", &json!([1])), 200, Some(-32602)),
        (call_of(&json!({}), 1, "test_missing_capability"), 400, Some(-32021)),
        (request(1, "tools/list", json!({ "cursor": "garbage", "_meta": meta() })), 200, Some(-32602)),
        (request(1, "tools/list", json!({ "cursor": 7, "_meta": meta() })), 200, Some(-32602)),
    ] {
        let (heard, answers) = both(&bench, &message);
        assert_eq!(heard, status, "{message}");
        for answer in answers {
            assert_eq!((&answer["id"], code(&answer)), (&json!(1), expected), "{message}: {answer}");
            assert!(expected.is_some() || answer["result"]["isError"] == true, "{message}: {answer}");
        }
    }
}

#[test]
fn a_capability_that_is_missing_is_named_as_a_client_would_declare_it() {
    let bench = fixtures("");
    let elicitation = call_of(&json!({ "sampling": {} }), 1, "test_input_required_result_elicitation");
    for (message, missing) in
        [(call_of(&json!({}), 1, "test_missing_capability"), "sampling"), (elicitation, "elicitation")]
    {
        for answer in both(&bench, &message).1 {
            let required = &answer["error"]["data"]["requiredCapabilities"];
            assert!(required[missing].is_object(), "{answer}");
            assert_eq!(required.as_object().unwrap().len(), 1, "{answer}");
        }
    }
}

#[test]
fn a_handshake_in_full_is_none_when_it_comes_with_a_modern_meta() {
    let mut message = initialize(1, MODERN);
    message["params"]["_meta"] = meta();
    let bench = fixtures("");
    let (status, answers) = both(&bench, &message);
    assert_eq!((status, answers.map(|answer| code(&answer))), (404, [Some(-32601); 2]));
    let answer = post(&bench.http(), &headers(&message), &message);
    assert_eq!(answer.header("Mcp-Session-Id"), None);
}

#[test]
fn the_name_in_the_header_is_read_before_it_is_compared() {
    let bench = fixtures("");
    let server = bench.http();
    let message = call(1, "greet", &json!({ "name": "Ada" }));
    let with = |name: &str| {
        let mut headers = headers(&message);
        headers.retain(|(header, _)| *header != "Mcp-Name");
        headers.push(("mcp-NAME", name));
        post(&server, &headers, &message)
    };
    for right in ["greet", "  greet\t", "=?base64?Z3JlZXQ=?="] {
        let answer = with(right);
        assert_eq!((answer.status, &answer.json()["result"]["isError"]), (200, &json!(false)), "{right:?}");
    }
    for wrong in ["Greet", "=?base64?Z3JlZXQ?=", "=?base64?Z3J!ZXQ=?=", "=?BASE64?Z3JlZXQ=?=", "Z3JlZXQ=", ""]
    {
        let answer = with(wrong);
        assert_eq!((answer.status, code(&answer.json())), (400, Some(-32020)), "{wrong:?}");
    }
    for twice in [("Mcp-Name", "greet"), ("Mcp-Method", "tools/call"), ("MCP-Protocol-Version", MODERN)] {
        let answer = post(&server, &[headers(&message), vec![twice]].concat(), &message);
        assert_eq!((answer.status, code(&answer.json())), (400, Some(-32020)), "{twice:?} twice");
    }
}

#[test]
fn a_parameter_that_a_schema_puts_into_a_header_is_in_both() {
    let bench = fixtures("");
    let server = bench.http();
    let full = call(1, "test_custom_header", &json!({ "value": "Grüße" }));
    let none = call(1, "test_custom_header", &json!({}));
    for (message, header, expected) in [
        (&full, Some("=?base64?R3LDvMOfZQ==?="), (200, None)),
        (&full, Some("Hello"), (400, Some(-32020))),
        (&full, None, (400, Some(-32020))),
        // Nothing in the body: nothing in a header. That it is missing is then the model's to hear.
        (&none, None, (200, None)),
        (&none, Some("Hello"), (400, Some(-32020))),
    ] {
        let mut headers = headers(message);
        headers.extend(header.map(|value| ("Mcp-Param-Value", value)));
        let answer = post(&server, &headers, message);
        assert_eq!((answer.status, code(&answer.json())), expected, "{message} {header:?}");
    }
    // Standard streams have no headers.
    let mut talk = Talk::start(&bench);
    assert_eq!(talk.ask(&full.to_string())["result"]["content"][0]["text"], "Grüße");
    talk.end();
}

/// A refusal is a message as every other: an SDK shows what it says, and matches it to its request.
#[test]
fn a_refusal_is_json_and_carries_the_id_of_its_request() {
    let bench = fixtures("");
    let server = bench.http();
    let list = modern("mine", "tools/list");
    let legacy = request("mine", "tools/list", json!({}));
    let wrong_method = [("MCP-Protocol-Version", MODERN), ("Mcp-Method", "tools/call")];
    for (name, headers, body, id) in [
        ("bad JSON", &[][..], "{nope".to_owned(), Value::Null),
        ("null id", &[], r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#.to_owned(), Value::Null),
        ("no _meta", &[("MCP-Protocol-Version", MODERN)], legacy.to_string(), json!("mine")),
        ("mismatch", &wrong_method, list.to_string(), json!("mine")),
        ("unknown version", &[("MCP-Protocol-Version", "1999-01-01")], legacy.to_string(), json!("mine")),
        ("unknown session", &[("Mcp-Session-Id", "nope")], legacy.to_string(), json!("mine")),
        ("foreign page", &[("Origin", "https://evil.example")], legacy.to_string(), Value::Null),
        ("foreign name", &[("Host", "evil.example")], legacy.to_string(), Value::Null),
        ("no JSON", &[("Content-Type", "text/plain")], legacy.to_string(), Value::Null),
    ] {
        let answer = send(server.address(), "POST", headers, &body);
        assert!((400..500).contains(&answer.status), "{name}: {answer:?}");
        assert_eq!(answer.header("Content-Type"), Some("application/json"), "{name}: {answer:?}");
        let said = answer.json();
        assert!(said["jsonrpc"] == "2.0" && said["error"]["message"].is_string(), "{name}: {said}");
        // What was refused before it was read has no id, or none that says something.
        assert_eq!(said["id"], id, "{name}: {said}");
    }
}

/// A legacy session over HTTP: its id.
fn session(server: &Served, version: &str) -> String {
    let answer = post(server, &[], &initialize(1, version));
    assert_eq!(answer.json()["result"]["protocolVersion"], version);
    let id = answer.header("Mcp-Session-Id").unwrap().to_owned();
    let note = notification("notifications/initialized", json!({}));
    assert_eq!(post(server, &[("Mcp-Session-Id", &id)], &note).status, 202);
    id
}

/// Requests, a notification, something that is no message and a call, at once.
fn batch() -> Value {
    json!([
        request(1, "ping", json!({})),
        notification("notifications/cancelled", json!({ "requestId": 99 })),
        5,
        request(2, "tools/call", json!({ "name": "greet", "arguments": { "name": "Ada" } })),
        request("three", "foo/bar", json!({})),
    ])
}

/// Each of them is answered as it would be alone, in whatever order, and the notification is not.
fn answers_the_batch(answers: &Value) {
    let answers = answers.as_array().unwrap();
    assert_eq!(answers.len(), 4, "{answers:?}");
    let of = |id: Value| answers.iter().find(|answer| answer["id"] == id).unwrap();
    assert_eq!(of(json!(1))["result"], json!({}));
    assert_eq!(of(json!(2))["result"]["content"][0]["text"], "Hello, Ada!");
    assert_eq!(code(of(json!("three"))), Some(-32601));
    assert_eq!(code(of(Value::Null)), Some(-32600));
}

#[test]
fn a_batch_is_taken_apart_in_the_one_revision_that_has_them() {
    let bench = fixtures("");
    let server = bench.http();
    let id = session(&server, "2025-03-26");
    let own = [("Mcp-Session-Id", id.as_str())];
    answers_the_batch(&post(&server, &own, &batch()).json());
    let notes = json!([notification("notifications/cancelled", json!({ "requestId": 99 }))]);
    let answer = post(&server, &own, &notes);
    assert_eq!((answer.status, answer.body.as_str()), (202, ""));
    assert_eq!(code(&post(&server, &own, &json!([])).json()), Some(-32600));

    let id = session(&server, "2025-11-25");
    let answer = post(&server, &[("Mcp-Session-Id", &id)], &batch());
    assert_eq!((answer.status, code(&answer.json())), (400, Some(-32600)));

    for (version, taken) in [("2025-03-26", true), ("2025-06-18", false)] {
        let mut talk = Talk::start(&bench);
        talk.ask(&initialize(0, version).to_string());
        talk.say(&notification("notifications/initialized", json!({})).to_string());
        talk.say(&batch().to_string());
        let said = talk.hear_batch();
        if taken {
            answers_the_batch(&said);
        } else {
            assert_eq!(code(&said), Some(-32600), "{said}");
        }
        assert_eq!(talk.ask(&request(9, "ping", json!({})).to_string())["id"], 9);
        talk.end();
    }
}

#[test]
fn a_session_that_was_ended_is_gone_and_no_other() {
    let bench = fixtures("");
    let server = bench.http();
    let (one, other) = (session(&server, "2025-06-18"), session(&server, "2025-11-25"));
    assert_ne!(one, other);
    let ping = |id: &str| post(&server, &[("Mcp-Session-Id", id)], &request(1, "ping", json!({}))).status;
    let delete = |id: &str| send(server.address(), "DELETE", &[("Mcp-Session-Id", id)], "").status;
    assert_eq!((ping(&one), ping(&other)), (200, 200));
    assert_eq!(delete("nope"), 404);
    assert_eq!((delete(&one), ping(&one), delete(&one)), (204, 404, 404));
    assert_eq!(ping(&other), 200);
}

#[test]
fn a_call_that_is_cancelled_is_not_answered_and_holds_nothing_up() {
    let bench = fixtures("");
    let mut talk = Talk::start(&bench);
    talk.ask(&call(1, "greet", &json!({ "name": "Ada" })).to_string());
    let start = Instant::now();
    talk.say(&call(2, "slow_compute", &json!({ "seconds": 20 })).to_string());
    talk.say(
        &notification("notifications/cancelled", json!({ "requestId": 2, "reason": "late" })).to_string(),
    );
    // Unknown, ended, and no id at all: nothing of it matters.
    for id in [json!(99), json!(1), json!({})] {
        talk.say(&notification("notifications/cancelled", json!({ "requestId": id })).to_string());
    }
    assert_eq!(talk.ask(&call(3, "greet", &json!({ "name": "Ada" })).to_string())["id"], 3);
    assert_eq!(talk.hear_within(QUIET), None);
    talk.end();
    assert!(start.elapsed() < SOON, "the call went on");
}

#[test]
fn a_call_that_runs_when_the_input_ends_is_still_answered() {
    let bench = fixtures("");
    let mut talk = Talk::start(&bench);
    talk.say(&call(1, "slow_compute", &json!({ "seconds": 1 })).to_string());
    let rest = talk.end_with();
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!(rest[0]["result"]["isError"], false, "{rest:?}");
}

#[test]
fn notes_of_one_call_open_no_other() {
    let bench = fixtures("");
    let server = bench.http();
    let every = json!({ "elicitation": {}, "sampling": {}, "roots": {} });
    let ask = |tool: &str, more: Value| {
        let mut message = call_of(&every, 1, tool);
        message["params"].as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        post(&server, &headers(&message), &message).json()
    };
    let first = ask("test_input_required_result_request_state", json!({}));
    let state = &first["result"]["requestState"];
    let accepted = json!({ "confirm": { "action": "accept", "content": { "ok": true } } });
    let answered = json!({ "requestState": state, "inputResponses": accepted });
    let other = ask("test_input_required_result_tampered_state", answered.clone());
    assert_eq!(code(&other), Some(-32602), "{other}");
    let short = state.as_str().unwrap();
    let short = json!({ "requestState": &short[..short.len() - 1], "inputResponses": accepted });
    assert_eq!(code(&ask("test_input_required_result_request_state", short)), Some(-32602));
    assert_eq!(
        code(&ask("test_input_required_result_request_state", json!({ "requestState": 7 }))),
        Some(-32602)
    );
    let right = ask("test_input_required_result_request_state", answered.clone());
    assert_eq!(right["result"]["content"][0]["text"], "state-ok", "{right}");
    // What a person agreed to once was not agreed to twice.
    let again = ask("test_input_required_result_request_state", answered);
    assert_eq!(code(&again), Some(-32602), "{again}");
}

/// Posts a call that takes some seconds and goes away. How long the component, which has one place, is then busy.
fn busy_after_leaving(server: &Served, headers: &[(&str, &str)], message: &Value) -> Duration {
    let events = Events::post(server, headers, message, QUIET);
    drop(events);
    let start = Instant::now();
    let next = call(1, "greet", &json!({ "name": "Ada" }));
    assert_eq!(post(server, &self::headers(&next), &next).json()["result"]["isError"], false);
    start.elapsed()
}

#[test]
fn whoever_goes_away_cancels_in_the_revision_that_says_so() {
    const SECONDS: u64 = 4;
    let bench = fixtures("[tools.conformance.limits]\nconcurrency = 1\n");
    let server = bench.http();
    // The first call of all compiles the component.
    let first = call(1, "greet", &json!({ "name": "Ada" }));
    assert_eq!(post(&server, &headers(&first), &first).status, 200);
    let arguments = json!({ "seconds": SECONDS });
    let modern = call(1, "slow_compute", &arguments);
    let busy = busy_after_leaving(&server, &headers(&modern), &modern);
    assert!(busy < Duration::from_secs(SECONDS - 2), "the call went on for {busy:?}");

    // Before that, a connection that breaks says nothing about the call.
    let id = session(&server, "2025-11-25");
    let legacy = request(1, "tools/call", json!({ "name": "slow_compute", "arguments": arguments }));
    let busy = busy_after_leaving(&server, &[("Mcp-Session-Id", &id)], &legacy);
    assert!(busy > Duration::from_secs(SECONDS - 2), "the call was over after {busy:?}");
}

#[test]
fn a_resource_that_is_not_there_has_the_code_of_its_era() {
    let bench = fixtures("");
    let read = |meta: Value| request(1, "resources/read", json!({ "uri": "test://nowhere", "_meta": meta }));
    let (status, answers) = both(&bench, &read(meta()));
    assert_eq!(status, 200);
    for answer in answers {
        assert_eq!(code(&answer), Some(-32602), "{answer}");
        assert_eq!(answer["error"]["data"]["uri"], "test://nowhere", "{answer}");
    }
    let server = bench.http();
    let id = session(&server, "2025-11-25");
    let answer = post(&server, &[("Mcp-Session-Id", &id)], &read(json!({}))).json();
    assert_eq!(code(&answer), Some(-32002), "{answer}");
}

#[test]
fn what_is_read_and_got_is_named_in_a_header() {
    let bench = fixtures("");
    let server = bench.http();
    for (method, params) in [
        ("resources/read", json!({ "uri": "test://static-text", "_meta": meta() })),
        ("prompts/get", json!({ "name": "test_simple_prompt", "_meta": meta() })),
    ] {
        let message = request(1, method, params);
        let right = post(&server, &headers(&message), &message);
        assert_eq!((right.status, code(&right.json())), (200, None), "{method}");
        let bare = [("MCP-Protocol-Version", MODERN), ("Mcp-Method", method)];
        for wrong in [bare.to_vec(), [bare.to_vec(), vec![("Mcp-Name", "other")]].concat()] {
            let answer = post(&server, &wrong, &message);
            assert_eq!((answer.status, code(&answer.json())), (400, Some(-32020)), "{method} {wrong:?}");
        }
    }
}

#[test]
fn what_is_declared_is_served_and_nothing_else() {
    for bench in [fixtures(""), Bench::new("")] {
        let (_, [discovered, other]) = both(&bench, &modern(1, "server/discover"));
        let capabilities = &discovered["result"]["capabilities"];
        assert_eq!(capabilities, &other["result"]["capabilities"]);
        let target = json!({ "type": "ref/prompt", "name": "test_prompt_with_arguments" });
        let complete = json!({ "ref": target, "argument": { "name": "arg1", "value": "" }, "_meta": meta() });
        for (capability, message) in [
            ("tools", modern(1, "tools/list")),
            ("prompts", modern(1, "prompts/list")),
            ("resources", modern(1, "resources/list")),
            ("resources", modern(1, "resources/templates/list")),
            ("completions", request(1, "completion/complete", complete)),
        ] {
            for answer in both(&bench, &message).1 {
                let served = code(&answer) != Some(-32601);
                assert_eq!(capabilities[capability].is_object(), served, "{capabilities} {answer}");
            }
        }
    }
}
