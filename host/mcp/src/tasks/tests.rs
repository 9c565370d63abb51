#![allow(clippy::unwrap_used, reason = "a failing test should stop")]

use serde_json::json;

use super::*;
use crate::testing::{self, Fake};

/// A server, and a way to ask it as a client with the extension would.
struct House {
    server: Arc<Server>,
}

impl House {
    fn new() -> Self {
        Self { server: Arc::new(testing::server(&Arc::new(Fake::default()))) }
    }

    async fn ask(&self, method: &str, mut params: Value) -> Value {
        params["_meta"] = json!({
            meta::PROTOCOL_VERSION: "2026-07-28",
            meta::CLIENT_CAPABILITIES: { "elicitation": {}, "roots": {}, "extensions": { meta::TASKS: {} } },
        });
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        testing::answer(&self.server, &request).await
    }

    async fn task(&self, tool: &str) -> String {
        let created = self.ask("tools/call", json!({ "name": tool })).await;
        assert_eq!(created["result"]["resultType"], "task", "{created}");
        created["result"]["taskId"].as_str().unwrap().to_owned()
    }

    async fn until(&self, id: &str, status: &str) -> Value {
        for _ in 0..200 {
            let task = self.ask("tasks/get", json!({ "taskId": id })).await["result"].clone();
            if task["status"] == status {
                return task;
            }
            time::sleep(Duration::from_millis(10)).await;
        }
        self.ask("tasks/get", json!({ "taskId": id })).await
    }
}

#[tokio::test]
async fn what_is_soon_done_is_no_task() {
    let house = House::new();
    let answer = house.ask("tools/call", json!({ "name": "echo" })).await;
    assert_eq!(answer["result"]["resultType"], "complete");
    let asked = house.ask("tools/call", json!({ "name": "ask" })).await;
    assert_eq!(asked["result"]["resultType"], "input_required");
}

#[tokio::test]
async fn a_long_call_becomes_one_and_can_be_cancelled() {
    let house = House::new();
    let id = house.task("forever").await;
    assert_eq!(house.until(&id, "working").await["status"], "working");
    let ack = house.ask("tasks/cancel", json!({ "taskId": id })).await;
    assert!(ack["result"].get("status").is_none(), "{ack}");
    assert_eq!(house.until(&id, "cancelled").await["status"], "cancelled");
    let again = house.ask("tasks/cancel", json!({ "taskId": id })).await;
    assert_eq!(again["result"]["resultType"], "complete");
}

#[tokio::test]
async fn its_questions_are_answered_one_by_one() {
    let house = House::new();
    let id = house.task("ask_late").await;
    let task = house.until(&id, "input_required").await;
    let keys: Vec<&String> = task["inputRequests"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["one", "two"]);
    let accept = json!({ "action": "accept", "content": {} });
    let wrong = json!({ "taskId": id, "inputResponses": { "one": 3 } });
    assert_eq!(house.ask("tasks/update", wrong).await["error"]["code"], -32602);
    let first = json!({ "taskId": id, "inputResponses": { "one": accept, "unknown": 1 } });
    assert_eq!(house.ask("tasks/update", first).await["result"]["resultType"], "complete");
    let open = house.until(&id, "input_required").await;
    assert_eq!(open["inputRequests"].as_object().unwrap().len(), 1);
    house.ask("tasks/update", json!({ "taskId": id, "inputResponses": { "two": accept } })).await;
    let done = house.until(&id, "completed").await;
    assert_eq!(done["result"]["content"][0]["text"], "2 answers", "{done}");
    assert!(done.get("inputRequests").is_none());
}

#[tokio::test]
async fn it_is_there_for_its_principal_and_with_the_extension_only() {
    let house = House::new();
    let id = house.task("forever").await;
    assert!(house.server.tasks.find(&id, "somebody else").is_none());
    assert!(house.server.tasks.find("0", &house.server.principal.id).is_none());
    let plain = testing::modern(1, "tasks/get", &format!(r#""taskId":"{id}""#));
    let refused = testing::answer(&house.server, &serde_json::from_str(&plain).unwrap()).await;
    assert_eq!(refused["error"]["code"], -32021);
    let extensions = &refused["error"]["data"]["requiredCapabilities"]["extensions"];
    assert_eq!(extensions[meta::TASKS], json!({}));
}

#[test]
fn they_are_bounded() {
    let tasks = Tasks::default();
    let kept: Vec<_> = (0..MOST).map(|_| tasks.open("p").unwrap()).collect();
    assert!(tasks.open("p").is_none());
    assert!(tasks.find(&kept[0].id, "p").is_some());

    let tasks = Tasks::default();
    let large = tasks.open("p").unwrap();
    tasks.set(&large, Status::Completed(json!("x".repeat(HELD))));
    assert!(tasks.open("p").is_none(), "results count as well");
}
