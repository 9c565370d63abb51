#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a failing test should stop")]

use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader, DuplexStream, Lines as TokioLines, ReadHalf, WriteHalf};
use tokio::task::JoinHandle;

use super::*;
use crate::testing::{self, Fake, eventually, initialize, legacy, modern, text};

struct Conversation {
    fake: Arc<Fake>,
    input: Option<WriteHalf<DuplexStream>>,
    output: TokioLines<BufReader<ReadHalf<DuplexStream>>>,
    serving: JoinHandle<Result<(), Error>>,
}

fn start() -> Conversation {
    let fake = Arc::new(Fake::default());
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (input, output) = tokio::io::split(theirs);
    let serving = tokio::spawn(serve(Arc::new(testing::server(&fake)), input, output));
    let (output, input) = tokio::io::split(ours);
    Conversation { fake, input: Some(input), output: BufReader::new(output).lines(), serving }
}

impl Conversation {
    async fn say(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    async fn hear(&mut self) -> Value {
        let line = time::timeout(Duration::from_secs(5), self.output.next_line()).await;
        serde_json::from_str(&line.expect("silence").unwrap().expect("the end")).unwrap()
    }

    async fn ask(&mut self, line: &str) -> Value {
        self.say(line).await;
        self.hear().await
    }

    /// Closes the input, and gives whatever else was said.
    async fn end(mut self) -> Vec<Value> {
        self.input.take().unwrap().shutdown().await.unwrap();
        let mut rest = Vec::new();
        while let Some(line) = self.output.next_line().await.unwrap() {
            rest.push(serde_json::from_str(&line).unwrap());
        }
        self.serving.await.unwrap().unwrap();
        rest
    }
}

fn code(answer: &Value) -> i64 {
    answer["error"]["code"].as_i64().unwrap_or_else(|| panic!("no error: {answer}"))
}

#[tokio::test]
async fn nothing_that_is_said_ends_it() {
    let mut client = start();
    client.say(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#).await;
    client.say(r#"{"jsonrpc":"2.0","id":5,"result":{}}"#).await;
    client.say("").await;
    assert_eq!(code(&client.ask("{nope").await), -32700);
    assert_eq!(code(&client.ask("\u{feff}\u{feff}{}").await), -32700);
    assert_eq!(code(&client.ask(r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#).await), -32600);
    assert_eq!(code(&client.ask(&"x".repeat(20_000)).await), -32600);
    assert_eq!(code(&client.ask("[]").await), -32600);
    assert_eq!(code(&client.ask(&format!("[{}]", legacy(1, "ping", ""))).await), -32600);
    assert_eq!(code(&client.ask(&legacy(1, "tools/list", "")).await), -32600);
    assert_eq!(code(&client.ask(&modern(1, "foo/bar", "")).await), -32601);
    let discovered = client.ask(&format!("\u{feff}{}", modern(2, "server/discover", ""))).await;
    assert_eq!(discovered["result"]["supportedVersions"][0], "2026-07-28");
    assert_eq!(client.end().await, [json!(null); 0]);
}

#[tokio::test]
async fn both_eras_share_one_process() {
    let mut client = start();
    client.ask(&modern(1, "server/discover", "")).await;
    let settled = client.ask(&initialize("2025-06-18")).await;
    assert_eq!(settled["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(settled["result"]["serverInfo"], json!({ "name": "test", "version": "1.2.3" }));
    client.say(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    let old = client.ask(&legacy(2, "tools/call", r#""name":"echo""#)).await;
    assert_eq!(text(&old), "mcp/2025-06-18/stdio {}");
    assert_eq!(old["result"].get("resultType"), None);
    let new = client.ask(&modern(3, "tools/call", r#""name":"echo","arguments":{"a":1}"#)).await;
    assert_eq!(text(&new), r#"mcp/2026-07-28/stdio {"a":1}"#);
    assert_eq!(new["result"]["resultType"], "complete");
    assert_eq!(new["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "test");
    client.end().await;
}

#[tokio::test]
async fn lists_come_in_pages() {
    let mut client = start();
    let first = client.ask(&modern(1, "tools/list", "")).await["result"].clone();
    assert_eq!(first["tools"].as_array().unwrap().len(), 4);
    assert_eq!((&first["ttlMs"], &first["cacheScope"]), (&json!(60_000), &json!("private")));
    let cursor = first["nextCursor"].as_str().unwrap();
    let second =
        client.ask(&modern(2, "tools/list", &format!(r#""cursor":"{cursor}""#))).await["result"].clone();
    let names: Vec<_> = second["tools"].as_array().unwrap().iter().map(|tool| tool["name"].clone()).collect();
    assert_eq!(names, ["forever", "structured", "talk"]);
    assert_eq!(second.get("nextCursor"), None);
    for bad in [r#""garbage""#, r#""""#, "3"] {
        assert_eq!(code(&client.ask(&modern(3, "tools/list", &format!(r#""cursor":{bad}"#))).await), -32602);
    }
    client.end().await;
}

#[tokio::test]
async fn errors_are_for_whom_they_concern() {
    let mut client = start();
    client.ask(&initialize("2025-11-25")).await;
    assert_eq!(code(&client.ask(&legacy(1, "tools/call", r#""name":"nope""#)).await), -32602);
    assert_eq!(code(&client.ask(&legacy(2, "tools/call", r#""arguments":{}"#)).await), -32602);
    assert_eq!(code(&client.ask(&legacy(3, "tools/call", r#""name":"echo","arguments":[]"#)).await), -32602);
    assert_eq!(code(&client.ask(&legacy(4, "subscriptions/listen", "")).await), -32601);
    assert_eq!(code(&client.ask(&legacy(5, "logging/setLevel", r#""level":"loud""#)).await), -32602);
    let failed = client.ask(&legacy(6, "tools/call", r#""name":"fail""#)).await;
    assert_eq!(failed["result"]["isError"], true);
    assert_eq!(text(&failed), r#"{"code":"no_luck","message":"Try again.","retryable":true}"#);
    client.end().await;
}

#[tokio::test]
async fn a_tool_speaks_before_its_result_to_those_who_listen() {
    let mut client = start();
    let quiet = client.ask(&modern(1, "tools/call", r#""name":"talk""#)).await;
    assert_eq!(text(&quiet), "done");
    client.ask(&initialize("2025-11-25")).await;
    client.ask(&legacy(2, "logging/setLevel", r#""level":"warning""#)).await;
    client.say(&legacy(3, "tools/call", r#""name":"talk","_meta":{"progressToken":"p"}"#)).await;
    for progress in [1, 2] {
        let said = client.hear().await;
        assert_eq!(said["method"], "notifications/progress");
        assert_eq!(
            said["params"],
            json!({ "progressToken": "p", "progress": progress, "total": 2, "message": "on it" })
        );
    }
    assert_eq!(
        client.hear().await["params"],
        json!({ "level": "warning", "logger": "talk", "data": "high" })
    );
    assert_eq!(text(&client.hear().await), "done");
    client.end().await;
}

#[tokio::test]
async fn a_cancelled_call_ends_without_an_answer() {
    let mut client = start();
    let params = r#""name":"forever""#;
    client.say(&modern(7, "tools/call", params)).await;
    let fake = client.fake.clone();
    eventually(|| fake.running.load(Ordering::SeqCst) == 1).await;
    client.say(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#).await;
    eventually(|| fake.running.load(Ordering::SeqCst) == 0).await;
    assert_eq!(client.ask(&modern(8, "server/discover", "")).await["id"], 8);
    client.end().await;
}

#[tokio::test]
async fn calls_overlap() {
    let mut client = start();
    client.say(&modern(1, "tools/call", r#""name":"forever""#)).await;
    assert_eq!(client.ask(&modern(2, "tools/call", r#""name":"echo""#)).await["id"], 2);
}

#[tokio::test]
async fn what_was_asked_before_the_end_is_answered() {
    let mut client = start();
    for id in 0..50 {
        client.say(&modern(id, "tools/call", r#""name":"echo""#)).await;
    }
    assert_eq!(client.end().await.len(), 50);
}

#[tokio::test]
async fn a_client_that_stops_reading_ends_it_and_its_calls() {
    let fake = Arc::new(Fake::default());
    let (mut ours, input) = tokio::io::duplex(1 << 16);
    let (heard, output) = tokio::io::duplex(16);
    let serving = tokio::spawn(serve(Arc::new(testing::server(&fake)), input, output));
    let lines = [modern(1, "tools/call", r#""name":"forever""#), modern(2, "server/discover", "")].join("\n");
    ours.write_all(lines.as_bytes()).await.unwrap();
    ours.write_all(b"\n").await.unwrap();
    eventually(|| fake.running.load(Ordering::SeqCst) == 1).await;
    drop(heard);
    serving.await.unwrap().unwrap();
    eventually(|| fake.running.load(Ordering::SeqCst) == 0).await;
}

#[tokio::test]
async fn dropping_the_server_ends_its_calls() {
    let mut client = start();
    client.say(&modern(1, "tools/call", r#""name":"forever""#)).await;
    let fake = client.fake.clone();
    eventually(|| fake.running.load(Ordering::SeqCst) == 1).await;
    client.serving.abort();
    eventually(|| fake.running.load(Ordering::SeqCst) == 0).await;
}

#[tokio::test]
async fn a_legacy_client_is_asked_while_its_call_is_open() {
    let mut client = start();
    client.ask(&initialize("2025-11-25")).await;
    let first = client.ask(&legacy(1, "tools/call", r#""name":"ask""#)).await;
    assert_eq!(first["method"], "elicitation/create");
    assert_eq!(first["params"]["requestedSchema"]["required"], json!(["name"]));
    let id = first["id"].clone();
    let answer =
        json!({ "jsonrpc": "2.0", "id": id, "result": { "action": "accept", "content": { "name": "Eve" } } });
    let second = client.ask(&answer.to_string()).await;
    assert_eq!(second["method"], "roots/list");
    let roots =
        json!({ "jsonrpc": "2.0", "id": second["id"], "result": { "roots": [{ "uri": "file:///a" }] } });
    let done = client.ask(&roots.to_string()).await;
    assert!(
        text(&done).starts_with("second ")
            && text(&done).contains("Eve")
            && text(&done).contains("file:///a")
    );

    let again = client.ask(&legacy(2, "tools/call", r#""name":"ask""#)).await;
    let bad = json!({ "jsonrpc": "2.0", "id": again["id"], "result": { "action": "accept", "content": {} } });
    assert!(text(&client.ask(&bad.to_string()).await).contains("input_invalid"));

    let again = client.ask(&legacy(3, "tools/call", r#""name":"ask""#)).await;
    let no = json!({ "jsonrpc": "2.0", "id": again["id"], "error": { "code": -1, "message": "no" } });
    assert!(text(&client.ask(&no.to_string()).await).contains("input_refused"));

    // A client that leaves cannot be asked any more.
    client.ask(&legacy(4, "tools/call", r#""name":"ask""#)).await;
    let rest = client.end().await;
    assert!(text(&rest[0]).contains("input_unavailable"));
}

#[tokio::test]
async fn a_modern_client_carries_the_questions() {
    let mut client = start();
    let first = client.ask(&modern(1, "tools/call", r#""name":"ask""#)).await["result"].clone();
    assert_eq!(first["resultType"], "input_required");
    assert_eq!(first["inputRequests"]["who"]["method"], "elicitation/create");
    let retry = |id, state: &Value, responses: &str| {
        modern(
            id,
            "tools/call",
            &format!(r#""name":"ask","requestState":{state},"inputResponses":{responses}"#),
        )
    };
    let state = &first["requestState"];
    let answer = r#"{"who":{"action":"accept","content":{"name":"Eve"}},"extra":3}"#;
    let second = client.ask(&retry(2, state, answer)).await["result"].clone();
    assert_eq!(second["inputRequests"]["where"]["method"], "roots/list");
    let roots = r#"{"where":{"roots":[{"uri":"file:///a"}]}}"#;
    let done = client.ask(&retry(3, &second["requestState"], roots)).await;
    assert!(text(&done).contains("Eve") && text(&done).contains("file:///a"));

    // A state that was used is used up. What is malformed, or not for this call, is refused and uses up nothing.
    assert_eq!(code(&client.ask(&retry(4, state, answer)).await), -32602);
    let again = client.ask(&modern(5, "tools/call", r#""name":"ask""#)).await["result"].clone();
    let state = &again["requestState"];
    assert_eq!(code(&client.ask(&retry(6, state, r#"{"who":{"action":"accept"}}"#)).await), -32602);
    assert_eq!(code(&client.ask(&retry(7, &json!("forged"), "{}")).await), -32602);
    let other = format!(r#""name":"ask","arguments":{{"a":1}},"requestState":{state}"#);
    assert_eq!(code(&client.ask(&modern(8, "tools/call", &other)).await), -32602);
    // Without the answer the guest asks as it likes.
    let missing = client.ask(&retry(9, state, "{}")).await;
    assert!(text(&missing).starts_with("first []"));
    client.end().await;
}

#[tokio::test]
async fn answers_to_what_was_not_asked_yet_are_used() {
    let mut client = start();
    let answers = r#""inputResponses":{"who":{"action":"accept","content":{"name":"Eve"}},"extra":3}"#;
    let first =
        client.ask(&modern(1, "tools/call", &format!(r#""name":"ask",{answers}"#))).await["result"].clone();
    assert_eq!(first["inputRequests"]["where"]["method"], "roots/list", "{first}");
    let next = format!(
        r#""name":"ask","requestState":{},"inputResponses":{{"where":{{"roots":[]}}}}"#,
        first["requestState"]
    );
    let done = client.ask(&modern(3, "tools/call", &next)).await["result"].clone();
    assert!(done["content"][0]["text"].as_str().is_some_and(|text| text.contains("Eve")), "{done}");
    let wrong = r#""inputResponses":{"who":12345}"#;
    let asked =
        client.ask(&modern(2, "tools/call", &format!(r#""name":"ask",{wrong}"#))).await["result"].clone();
    assert_eq!(asked["inputRequests"]["who"]["method"], "elicitation/create", "{asked}");
    client.end().await;
}

#[tokio::test]
async fn documents_are_served_in_both_eras() {
    let mut client = start();
    let templates = client.ask(&modern(1, "resources/templates/list", "")).await["result"].clone();
    let uris: Vec<_> = templates["resourceTemplates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["uriTemplate"].clone())
        .collect();
    assert_eq!(uris, ["note://a/{b}", "note://{b}"]);
    assert_eq!(templates["cacheScope"], "private");
    let first = client.ask(&modern(2, "resources/list", "")).await["result"].clone();
    let next = format!(r#""cursor":{}"#, first["nextCursor"]);
    let second = client.ask(&modern(3, "resources/list", &next)).await["result"].clone();
    assert_eq!((&second["resources"][0]["uri"], second.get("nextCursor")), (&json!("note://2"), None));
    assert_eq!(code(&client.ask(&modern(4, "tools/list", &next)).await), -32602, "a cursor of another list");
    let read = client.ask(&modern(5, "resources/read", r#""uri":"note://1""#)).await["result"].clone();
    assert_eq!(read["contents"][0]["text"], "abc");
    let missing = client.ask(&modern(6, "resources/read", r#""uri":"note://9""#)).await;
    assert_eq!((code(&missing), &missing["error"]["data"]["uri"]), (-32602, &json!("note://9")));
    let asks = client.ask(&modern(7, "resources/read", r#""uri":"note://asks""#)).await["result"].clone();
    assert_eq!(asks["inputRequests"]["r"]["method"], "roots/list");
    let rest = format!(
        r#""uri":"note://asks","requestState":{},"inputResponses":{{"r":{{"roots":[]}}}}"#,
        asks["requestState"]
    );
    let read = client.ask(&modern(8, "resources/read", &rest)).await["result"].clone();
    assert_eq!(read["contents"][0]["text"], "abc");
    let prompts = client.ask(&modern(9, "prompts/list", "")).await["result"].clone();
    assert_eq!(prompts["prompts"].as_array().unwrap().len(), 4);
    assert_eq!(
        prompts["prompts"][0]["arguments"],
        json!([{ "name": "who", "title": "Who", "required": true }])
    );
    let filled = client.ask(&modern(10, "prompts/get", r#""name":"a","arguments":{"who":"Ada"}"#)).await;
    assert_eq!(filled["result"]["messages"][0]["content"]["text"], "Ada");
    assert_eq!(code(&client.ask(&modern(11, "prompts/get", r#""name":"a""#)).await), -32602);
    let wrong = r#""name":"a","arguments":{"who":3}"#;
    assert_eq!(code(&client.ask(&modern(12, "prompts/get", wrong)).await), -32602);
    let complete = r#""ref":{"type":"ref/prompt","name":"a"},"argument":{"name":"who","value":"A"}"#;
    let completion = json!({ "values": ["Ada"], "total": 1, "hasMore": false });
    assert_eq!(
        client.ask(&modern(13, "completion/complete", complete)).await["result"]["completion"],
        completion
    );

    client.ask(&initialize("2024-11-05")).await;
    let old = client.ask(&legacy(14, "resources/list", "")).await["result"].clone();
    assert_eq!(old["resources"][0].get("title"), None, "2024-11-05 has no titles");
    assert_eq!((old.get("ttlMs"), old.get("resultType")), (None, None));
    assert_eq!(code(&client.ask(&legacy(15, "resources/read", r#""uri":"note://9""#)).await), -32002);
    assert_eq!(
        client.ask(&legacy(16, "resources/subscribe", r#""uri":"note://1""#)).await["result"],
        json!({})
    );
    assert_eq!(
        client.ask(&legacy(17, "resources/unsubscribe", r#""uri":"note://1""#)).await["result"],
        json!({})
    );
    client.end().await;
}

#[tokio::test]
async fn a_client_that_cannot_be_asked_learns_what_it_lacks() {
    let mut client = start();
    let none = modern(1, "tools/call", r#""name":"ask""#).replace(r#"{"elicitation":{},"roots":{}}"#, "{}");
    let answer = client.ask(&none).await;
    assert_eq!(code(&answer), -32021);
    assert_eq!(answer["error"]["data"], json!({ "requiredCapabilities": { "elicitation": { "form": {} } } }));
    client.ask(&initialize("2025-03-26")).await;
    let answer = client.ask(&legacy(2, "tools/call", r#""name":"ask""#)).await;
    assert!(text(&answer).contains("input_unavailable"), "{answer}");
    client.end().await;
}

#[tokio::test]
async fn one_revision_has_batches() {
    let mut client = start();
    client.ask(&initialize("2025-03-26")).await;
    let members = [
        legacy(1, "ping", ""),
        legacy(2, "tools/call", r#""name":"echo""#),
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned(),
        "7".to_owned(),
        initialize("2025-03-26"),
        modern(3, "tools/list", ""),
    ];
    let answers = client.ask(&format!("[{}]", members.join(","))).await;
    assert_eq!(answers.as_array().unwrap().len(), 5);
    assert_eq!(answers[0]["result"], json!({}));
    assert_eq!(text(&answers[1]), "mcp/2025-03-26/stdio {}");
    assert!(answers.as_array().unwrap()[2..].iter().all(|answer| code(answer) == -32600));
    assert_eq!(client.end().await.len(), 0);
}
