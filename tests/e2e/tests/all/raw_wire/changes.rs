//! Word of what changes: asked for in the revision without sessions, and of itself in those before it.

use bulkhead_test_e2e::{Events, Served, Talk, fixtures};
use bulkhead_tests_wire::message::{initialize, meta, modern, notification, request};
use serde_json::{Value, json};

use super::{QUIET, SOON, call, headers, post, session};

const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// `subscriptions/listen` with this filter.
fn listen(id: impl Into<Value>, filter: &Value) -> Value {
    request(id, "subscriptions/listen", json!({ "notifications": filter, "_meta": meta() }))
}

/// Checks that this is the acknowledgement of a listen with this id, of this filter and no more.
fn acknowledges(message: &Value, id: &Value, filter: &Value) {
    assert_eq!(message["method"], "notifications/subscriptions/acknowledged", "{message}");
    assert_eq!(message["params"]["_meta"][SUBSCRIPTION], *id, "{message}");
    assert_eq!(message["params"]["notifications"], *filter, "{message}");
}

#[test]
fn whoever_listens_over_http_hears_what_it_asked_for_and_nothing_else() {
    let bench = fixtures("");
    let server = bench.http();
    let (tools, prompts) = (json!({ "toolsListChanged": true }), json!({ "promptsListChanged": true }));
    let (one, other) = (listen(7, &tools), listen("b", &prompts));
    let mut one_hears = Events::post(&server, &headers(&one), &one, SOON);
    assert!(one_hears.head.to_lowercase().contains("content-type: text/event-stream"), "{}", one_hears.head);
    acknowledges(&one_hears.next().unwrap(), &json!(7), &tools);
    let mut other_hears = Events::post(&server, &headers(&other), &other, SOON);
    acknowledges(&other_hears.next().unwrap(), &json!("b"), &prompts);
    for (tool, change) in [("test_trigger_tool_change", "tools"), ("test_trigger_prompt_change", "prompts")] {
        let trigger = call(1, tool, &json!({}));
        assert_eq!(post(&server, &headers(&trigger), &trigger).json()["result"]["isError"], false);
        let (heard, id) =
            if change == "tools" { (one_hears.next(), json!(7)) } else { (other_hears.next(), json!("b")) };
        let heard = heard.unwrap();
        assert_eq!(heard["method"], format!("notifications/{change}/list_changed"), "{heard}");
        assert_eq!(heard["params"]["_meta"][SUBSCRIPTION], id, "{heard}");
        assert!(heard.get("id").is_none(), "{heard}");
    }
}

#[test]
fn a_server_that_is_told_to_end_lets_go_of_nobody_midway() {
    let bench = fixtures("");
    let server = bench.http();
    let (filter, mut slow) = (
        json!({ "toolsListChanged": true }),
        call(2, "slow_compute", &json!({ "seconds": 2, "label": "x" })),
    );
    slow["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    let listening = listen("l", &filter);
    let mut hears = Events::post(&server, &headers(&listening), &listening, SOON);
    acknowledges(&hears.next().unwrap(), &json!("l"), &filter);
    std::thread::scope(|scope| {
        let in_flight = scope.spawn(|| post(&server, &headers(&slow), &slow).json());
        std::thread::sleep(QUIET);
        server.terminate();
        let last = hears.next().unwrap();
        assert_eq!((&last["id"], &last["result"]["resultType"]), (&json!("l"), &json!("complete")), "{last}");
        let done = in_flight.join().unwrap();
        assert_eq!(done["result"]["isError"], false, "{done}");
    });
    drop(hears);
    assert_eq!(server.ended(), Some(0));
}

#[test]
fn whoever_listens_on_standard_streams_can_do_so_twice_and_stop() {
    let bench = fixtures("");
    let mut talk = Talk::start(&bench);
    let (tools, prompts) = (json!({ "toolsListChanged": true }), json!({ "promptsListChanged": true }));
    acknowledges(&talk.ask(&listen(1, &tools).to_string()), &json!(1), &tools);
    acknowledges(&talk.ask(&listen("s2", &prompts).to_string()), &json!("s2"), &prompts);
    assert_eq!(talk.ask(&modern(3, "tools/list").to_string())["id"], 3);
    let trigger = call(4, "test_trigger_tool_change", &json!({})).to_string();
    talk.say(&trigger);
    let mut heard = [talk.hear(), talk.hear()];
    heard.sort_by_key(|message| message.get("id").is_some());
    assert_eq!(heard[0]["method"], "notifications/tools/list_changed", "{heard:?}");
    assert_eq!(heard[0]["params"]["_meta"][SUBSCRIPTION], 1, "{heard:?}");
    assert_eq!(heard[1]["id"], 4, "{heard:?}");

    talk.say(&notification("notifications/cancelled", json!({ "requestId": 1 })).to_string());
    // The end of a listen may be said, and nothing of it afterwards.
    while let Some(end) = talk.hear_within(QUIET) {
        assert_eq!(end["id"], 1, "{end}");
    }
    assert_eq!(talk.ask(&trigger)["id"], 4);
    assert_eq!(talk.hear_within(QUIET), None);
    talk.end();
}

/// A call of a legacy session.
fn legacy_call(id: i64, tool: &str) -> Value {
    request(id, "tools/call", json!({ "name": tool, "arguments": {} }))
}

/// What a legacy session does, and which words it must hear of it. Each is asked of the session, and then the next word
/// is heard; a change that nobody watches any more comes between them and is not heard.
fn watches(mut ask: impl FnMut(Value) -> Value, mut hear: impl FnMut() -> Value) {
    let watched = json!({ "uri": "test://watched-resource" });
    let done = |answer: Value| assert_eq!(answer["result"]["isError"], false, "{answer}");
    done(ask(legacy_call(2, "test_trigger_tool_change")));
    assert_eq!(hear()["method"], "notifications/tools/list_changed");
    assert_eq!(ask(request(3, "resources/subscribe", watched.clone()))["result"], json!({}));
    done(ask(legacy_call(4, "test_trigger_resource_update")));
    let updated = hear();
    assert_eq!(updated["method"], "notifications/resources/updated");
    assert_eq!(updated["params"]["uri"], watched["uri"]);
    assert_eq!(ask(request(5, "resources/unsubscribe", watched))["result"], json!({}));
    done(ask(legacy_call(6, "test_trigger_resource_update")));
    done(ask(legacy_call(7, "test_trigger_prompt_change")));
    assert_eq!(hear()["method"], "notifications/prompts/list_changed");
}

#[test]
fn a_session_over_http_is_told_on_its_own_stream() {
    let bench = fixtures("");
    let server = bench.http();
    let (id, other) = (session(&server, "2025-11-25"), session(&server, "2025-06-18"));
    let open = |id: &str| {
        let events = Events::get(&server, &[("Mcp-Session-Id", id)], SOON);
        assert!(events.head.starts_with("HTTP/1.1 200"), "{}", events.head);
        events
    };
    let (mut events, mut others) = (open(&id), open(&other));
    let ask = |message: Value| in_session(&server, &id, &message);
    watches(ask, || events.next().unwrap());
    // A session that watches nothing hears of the lists alone.
    let methods = [others.next().unwrap(), others.next().unwrap()].map(|heard| heard["method"].clone());
    assert_eq!(methods, ["notifications/tools/list_changed", "notifications/prompts/list_changed"]);
    // The stream ends with its session.
    let ended = bulkhead_tests_wire::http::send(server.address(), "DELETE", &[("Mcp-Session-Id", &id)], "");
    assert_eq!((ended.status, events.next()), (204, None));
}

fn in_session(server: &Served, id: &str, message: &Value) -> Value {
    let answer = post(server, &[("Mcp-Session-Id", id)], message);
    // An answer that may have been preceded by something comes as a stream.
    let last = answer.body.lines().filter_map(|line| line.strip_prefix("data:")).next_back();
    serde_json::from_str(last.map_or(answer.body.as_str(), str::trim)).unwrap()
}

#[test]
fn a_session_on_standard_streams_is_told_between_its_answers() {
    let bench = fixtures("");
    let mut talk = Talk::start(&bench);
    talk.ask(&initialize(1, "2025-11-25").to_string());
    talk.say(&notification("notifications/initialized", json!({})).to_string());
    // Which of the two comes first is the server's to say.
    let (talk, words) = (std::cell::RefCell::new(talk), std::cell::RefCell::new(Vec::new()));
    let ask = |message: Value| {
        let mut talk = talk.borrow_mut();
        talk.say(&message.to_string());
        loop {
            let heard = talk.hear();
            if heard["id"] == message["id"] {
                return heard;
            }
            words.borrow_mut().insert(0, heard);
        }
    };
    let hear = || words.borrow_mut().pop().unwrap_or_else(|| talk.borrow_mut().hear());
    watches(ask, hear);
    assert_eq!(talk.borrow_mut().hear_within(QUIET), None);
    talk.into_inner().end();
}
