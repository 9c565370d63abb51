//! Calls that outlast their request. The suite looks at them over HTTP; these are on standard streams.

use std::{
    thread::sleep,
    time::{Duration, Instant},
};

use bulkhead_test_e2e::{Talk, fixtures};
use bulkhead_tests_wire::message::{code, meta, request};
use serde_json::{Value, json};

use super::{CAPABILITIES, SOON};

/// A request of a client that knows of tasks.
fn knowing(id: i64, method: &str, mut params: Value) -> Value {
    let mut meta = meta();
    meta[CAPABILITIES] = json!({ "elicitation": {}, "extensions": { "io.modelcontextprotocol/tasks": {} } });
    params["_meta"] = meta;
    request(id, method, params)
}

fn ask(talk: &mut Talk, message: &Value) -> Value {
    talk.ask(&message.to_string())
}

/// Starts a call, and gives the id of the task that it becomes.
fn start(talk: &mut Talk, tool: &str, arguments: &Value) -> String {
    let answer = ask(talk, &knowing(1, "tools/call", json!({ "name": tool, "arguments": arguments })));
    let task = &answer["result"];
    assert_eq!(task["resultType"], "task", "{answer}");
    task["taskId"].as_str().unwrap().to_owned()
}

/// Asks for a task until it is in this state.
fn wait(talk: &mut Talk, id: &str, status: &str) -> Value {
    let start = Instant::now();
    loop {
        let answer = ask(talk, &knowing(2, "tasks/get", json!({ "taskId": id })));
        assert_eq!(answer["result"]["taskId"], id, "{answer}");
        if answer["result"]["status"] == status {
            return answer["result"].clone();
        }
        assert!(start.elapsed() < SOON, "{answer}");
        sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_long_call_is_a_task_that_ends_as_the_call_would_have() {
    let bench = fixtures("");
    let mut talk = Talk::start(&bench);
    let id = start(&mut talk, "slow_compute", &json!({ "seconds": 1, "label": "it" }));
    assert_eq!(wait(&mut talk, &id, "completed")["result"]["content"][0]["text"], "Computed it for 1 s.");
    let failing = start(&mut talk, "failing_job", &json!({}));
    assert_eq!(wait(&mut talk, &failing, "completed")["result"]["isError"], true);
    let crashing = start(&mut talk, "protocol_error_job", &json!({}));
    assert!(wait(&mut talk, &crashing, "failed")["error"]["code"].is_i64());
    talk.end();
}

#[test]
fn a_task_asks_and_goes_on_when_everything_is_answered() {
    let bench = fixtures("");
    let mut talk = Talk::start(&bench);
    let id = start(&mut talk, "multi_input", &json!({}));
    let open = |task: &Value| task["inputRequests"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(open(&wait(&mut talk, &id, "input_required")), ["first", "second"]);
    let mut answer = |key: &str| {
        let given = json!({ key: { "action": "accept", "content": { "confirm": true } }, "unasked": 7 });
        let update = knowing(3, "tasks/update", json!({ "taskId": id, "inputResponses": given }));
        assert_eq!(ask(&mut talk, &update)["result"]["resultType"], "complete");
    };
    answer("first");
    answer("nothing of it");
    assert_eq!(open(&wait(&mut talk, &id, "input_required")), ["second"]);
    let given = json!({ "second": { "action": "decline" } });
    ask(&mut talk, &knowing(3, "tasks/update", json!({ "taskId": id, "inputResponses": given })));
    let done = wait(&mut talk, &id, "completed");
    assert_eq!(done["result"]["content"][0]["text"], "First: true. Second: false.");
    talk.end();
}

#[test]
fn a_task_can_be_cancelled_once_and_again() {
    let bench = fixtures("");
    let mut talk = Talk::start(&bench);
    let start_of_all = Instant::now();
    let id = start(&mut talk, "slow_compute", &json!({ "seconds": 25 }));
    for _ in 0..2 {
        let answer = ask(&mut talk, &knowing(4, "tasks/cancel", json!({ "taskId": id })));
        assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
        assert!(wait(&mut talk, &id, "cancelled").get("result").is_none());
    }
    talk.end();
    assert!(start_of_all.elapsed() < SOON * 2, "the call went on");
}

#[test]
fn tasks_are_for_those_who_know_of_them_and_of_theirs() {
    let bench = fixtures("");
    let mut talk = Talk::start(&bench);
    let id = start(&mut talk, "slow_compute", &json!({ "seconds": 2 }));
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let params = json!({ "taskId": "0".repeat(32), "inputResponses": {} });
        assert_eq!(code(&ask(&mut talk, &knowing(5, method, params.clone()))), Some(-32602), "{method}");
        assert_eq!(
            code(&ask(&mut talk, &knowing(5, method, json!({ "taskId": 7 })))),
            Some(-32602),
            "{method}"
        );
        let mut ignorant = params;
        ignorant["taskId"] = json!(id);
        ignorant["_meta"] = meta();
        let answer = ask(&mut talk, &request(6, method, ignorant));
        assert_eq!(code(&answer), Some(-32021), "{method}: {answer}");
        let required = &answer["error"]["data"]["requiredCapabilities"]["extensions"];
        assert!(required["io.modelcontextprotocol/tasks"].is_object(), "{answer}");
    }
    for gone in ["tasks/list", "tasks/result"] {
        assert_eq!(code(&ask(&mut talk, &knowing(7, gone, json!({ "taskId": id })))), Some(-32601), "{gone}");
    }
    talk.end();
}
