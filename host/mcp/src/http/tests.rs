#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing test should stop")]

use std::sync::atomic::Ordering;
use std::time::Duration;

use futures::StreamExt;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::Service;

use super::*;
use crate::testing::{self, Fake, eventually, initialize, legacy, modern, text};

struct Client {
    fake: Arc<Fake>,
    router: Router,
}

fn client() -> Client {
    let fake = Arc::new(Fake::default());
    Client { router: router(testing::server(&fake)), fake }
}

impl Client {
    async fn send(&self, method: &str, headers: &[(&str, &str)], body: &str) -> Response {
        let mut request = Request::builder().method(method).uri("/mcp").header("host", "localhost:7333");
        if !headers.iter().any(|(name, _)| *name == "content-type") {
            request = request.header("content-type", "application/json");
        }
        if !headers.iter().any(|(name, _)| *name == "accept") {
            request = request.header("accept", "application/json, text/event-stream");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.router.clone().call(request.body(Body::from(body.to_owned())).unwrap()).await.unwrap()
    }

    async fn post(&self, headers: &[(&str, &str)], body: &str) -> (u16, Value) {
        read(self.send("POST", headers, body).await).await
    }

    /// A modern request with the headers that belong to it.
    async fn modern(&self, method: &str, name: Option<&str>, body: &str) -> Response {
        let mut headers = vec![("mcp-protocol-version", "2026-07-28"), ("mcp-method", method)];
        headers.extend(name.map(|name| ("mcp-name", name)));
        self.send("POST", &headers, body).await
    }
}

/// The status, and the body: JSON, the events of a stream, or null.
async fn read(response: Response) -> (u16, Value) {
    let status = response.status().as_u16();
    let stream = response.headers().get("content-type").is_some_and(|kind| kind == "text/event-stream");
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    let text = std::str::from_utf8(&bytes).unwrap();
    if stream {
        return (status, text.lines().filter_map(|line| line.strip_prefix("data: ")).map(parsed).collect());
    }
    (status, if text.is_empty() { Value::Null } else { parsed(text) })
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| panic!("not JSON: {text}"))
}

#[tokio::test]
async fn each_fault_has_its_status_and_its_code() {
    let client = client();
    let list = legacy(1, "tools/list", "");
    let new = ("mcp-protocol-version", "2026-07-28");
    let long = format!("[{}]", " ".repeat(20_000));
    for (headers, body, status, code) in [
        (&[][..], "{nope", 400, -32700),
        (&[], r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#, 400, -32600),
        (&[], long.as_str(), 413, -32600),
        (&[("content-type", "text/plain")], &list, 415, -32600),
        (&[("accept", "text/html")], &list, 406, -32600),
        (&[("origin", "https://evil.example")], &list, 403, -32600),
        (&[("host", "evil.example")], &list, 403, -32600),
        (&[new], &format!("[{list}]"), 400, -32600),
        (&[("mcp-protocol-version", "2025-06-18")], &format!("[{list}]"), 400, -32600),
        (&[new], &list, 400, -32602),
        (&[("mcp-protocol-version", "1999-01-01")], &list, 400, -32022),
        (&[("mcp-session-id", "nope")], &list, 404, -32600),
        (&[new], r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, 400, -32600),
        (&[], r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, 400, -32600),
        (&[], &legacy(1, "foo/bar", ""), 200, -32601),
        (&[], &modern(1, "tools/list", ""), 400, -32020),
    ] {
        let (got, answer) = client.post(headers, body).await;
        assert_eq!(
            (got, answer["error"]["code"].as_i64()),
            (status, Some(code)),
            "{headers:?} {body:.80} {answer}"
        );
    }
}

#[tokio::test]
async fn other_methods_are_not_allowed() {
    let client = client();
    for (method, header, allow) in [
        ("GET", None, "POST, DELETE"),
        ("GET", Some(("mcp-protocol-version", "2026-07-28")), "POST"),
        ("PUT", None, "POST, GET, DELETE"),
        ("DELETE", None, "POST"),
        ("DELETE", Some(("mcp-protocol-version", "2026-07-28")), "POST"),
    ] {
        let response = client.send(method, header.as_slice(), "").await;
        assert_eq!(response.status(), 405, "{method}");
        assert_eq!(response.headers()["allow"], allow, "{method}");
    }
}

#[tokio::test]
async fn modern_requests_need_no_session_and_get_none() {
    let client = client();
    let headers = [
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", "structured"),
        ("mcp-session-id", "stale"),
    ];
    let response = client.send("POST", &headers, &modern(1, "tools/call", r#""name":"structured""#)).await;
    assert_eq!(response.headers().get("mcp-session-id"), None);
    assert_eq!(response.headers()["content-type"], "application/json");
    let (status, answer) = read(response).await;
    assert_eq!(status, 200);
    assert_eq!(answer["result"]["structuredContent"], json!({ "n": 1 }));
    assert_eq!(text(&answer), r#"{"n":1}"#);
    assert_eq!(answer["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["version"], "1.2.3");
}

#[tokio::test]
async fn an_argument_with_a_header_of_its_own_must_agree() {
    let client = client();
    let body = modern(1, "tools/call", r#""name":"echo","arguments":{"region":"eu"}"#);
    let (status, answer) = read(client.modern("tools/call", Some("echo"), &body).await).await;
    assert_eq!((status, &answer["error"]["code"]), (400, &json!(-32020)));
}

#[tokio::test]
async fn a_missing_ability_is_a_bad_request() {
    let client = client();
    let body = modern(1, "tools/call", r#""name":"ask""#).replace(r#""elicitation":{},"#, "");
    let (status, answer) = read(client.modern("tools/call", Some("ask"), &body).await).await;
    assert_eq!((status, &answer["error"]["code"]), (400, &json!(-32021)));
}

#[tokio::test]
async fn what_is_said_before_the_result_makes_it_a_stream() {
    let client = client();
    let body = modern(1, "tools/call", r#""name":"talk""#)
        .replace(r#""_meta":{"#, r#""_meta":{"progressToken":9,"io.modelcontextprotocol/logLevel":"debug","#);
    let response = client.modern("tools/call", Some("talk"), &body).await;
    assert_eq!(response.headers()["x-accel-buffering"], "no");
    let (_, events) = read(response).await;
    let methods: Vec<_> = events.as_array().unwrap().iter().map(|event| event["method"].clone()).collect();
    let (progress, log) = (json!("notifications/progress"), json!("notifications/message"));
    assert_eq!(methods, [progress.clone(), progress, log.clone(), log, Value::Null]);
    assert_eq!(text(&events[4]), "done");

    // A client that takes no stream gets the result alone.
    let headers = [
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", "talk"),
        ("accept", "application/json"),
    ];
    assert_eq!(text(&client.post(&headers, &body).await.1), "done");
}

#[tokio::test]
async fn a_modern_client_cancels_by_leaving() {
    let client = client();
    let body = modern(1, "tools/call", r#""name":"forever""#);
    let waiting = client.modern("tools/call", Some("forever"), &body);
    assert!(tokio::time::timeout(Duration::from_millis(50), waiting).await.is_err());
    assert_eq!(client.fake.calls.load(Ordering::SeqCst), 1);
    assert_eq!(client.fake.running.load(Ordering::SeqCst), 0);

    // The same once it is a stream.
    let body = body.replace(r#""_meta":{"#, r#""_meta":{"progressToken":9,"#);
    let response = client.modern("tools/call", Some("forever"), &body).await;
    assert_eq!(client.fake.running.load(Ordering::SeqCst), 1);
    drop(response);
    assert_eq!(client.fake.running.load(Ordering::SeqCst), 0);
}

async fn session(client: &Client, version: &str) -> String {
    let response = client.send("POST", &[], &initialize(version)).await;
    let id = response.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    assert_eq!(read(response).await.1["result"]["protocolVersion"], version);
    id
}

#[tokio::test]
async fn a_legacy_client_cancels_by_saying_so() {
    let client = client();
    let id = session(&client, "2025-11-25").await;
    let headers = [("mcp-session-id", id.as_str())];
    let call = legacy(4, "tools/call", r#""name":"forever","_meta":{"progressToken":1}"#);
    drop(client.send("POST", &headers, &call).await);
    assert_eq!(client.fake.running.load(Ordering::SeqCst), 1, "leaving is not cancelling");
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}"#;
    assert_eq!(client.post(&headers, cancel).await, (202, Value::Null));
    eventually(|| client.fake.running.load(Ordering::SeqCst) == 0).await;
}

#[tokio::test]
async fn a_session_lives_until_it_is_deleted() {
    let client = client();
    let id = session(&client, "2025-11-25").await;
    let headers = [("mcp-session-id", id.as_str()), ("mcp-protocol-version", "2025-11-25")];
    let (status, answer) = client.post(&headers, &legacy(1, "tools/list", "")).await;
    assert_eq!((status, answer["result"].get("ttlMs")), (200, None));
    assert_eq!(client.send("DELETE", &headers[..1], "").await.status(), 204);
    assert_eq!(client.send("DELETE", &headers[..1], "").await.status(), 404);
    assert_eq!(client.post(&headers, &legacy(1, "tools/list", "")).await.0, 404);
    // Without a session it works as well, for what needs none.
    let (status, answer) = client.post(&[], &legacy(1, "tools/call", r#""name":"echo""#)).await;
    assert_eq!((status, text(&answer)), (200, "mcp/2025-03-26/http {}"));
}

#[tokio::test]
async fn a_legacy_client_is_asked_on_the_stream_of_its_call() {
    let client = client();
    let id = session(&client, "2025-11-25").await;
    let headers = [("mcp-session-id", id.as_str())];
    let response = client.send("POST", &headers, &legacy(1, "tools/call", r#""name":"ask""#)).await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let mut events = response.into_body().into_data_stream().map(|chunk| {
        let chunk = String::from_utf8(chunk.unwrap().to_vec()).unwrap();
        parsed(chunk.lines().find_map(|line| line.strip_prefix("data: ")).unwrap())
    });
    for result in [
        json!({ "action": "accept", "content": { "name": "Eve" } }),
        json!({ "roots": [{ "uri": "file:///a" }] }),
    ] {
        let question = events.next().await.unwrap();
        let answer = json!({ "jsonrpc": "2.0", "id": question["id"], "result": result });
        assert_eq!(client.post(&headers, &answer.to_string()).await.0, 202, "{question}");
    }
    assert!(text(&events.next().await.unwrap()).contains("Eve"));
    assert!(events.next().await.is_none());
}

#[tokio::test]
async fn batches_are_answered_as_one() {
    let client = client();
    let members = format!("[{},{}]", legacy(1, "ping", ""), legacy(2, "tools/call", r#""name":"echo""#));
    let (status, answer) = client.post(&[], &members).await;
    assert_eq!((status, answer.as_array().unwrap().len()), (200, 2));
    let notes = r#"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#;
    assert_eq!(client.post(&[], notes).await, (202, Value::Null));
}

#[tokio::test]
async fn the_port_serves_and_closes_with_grace() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    let client = client();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(serve_http(listener, client.router.clone(), async move {
        let _ = stopped.await;
    }));
    let request = |body: &str| {
        format!(
            "POST /mcp HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    let mut idle = tokio::net::TcpStream::connect(address).await.unwrap();
    idle.write_all(request(&legacy(1, "ping", "")).as_bytes()).await.unwrap();
    let mut heard = vec![0; 1024];
    let length = idle.read(&mut heard).await.unwrap();
    assert!(String::from_utf8_lossy(&heard[..length]).starts_with("HTTP/1.1 200"));

    // A client that hangs up in the middle of a modern call has cancelled it.
    let mut leaving = tokio::net::TcpStream::connect(address).await.unwrap();
    let call = modern(1, "tools/call", r#""name":"forever""#);
    let head =
        "Mcp-Method: tools/call\r\nMcp-Name: forever\r\nMCP-Protocol-Version: 2026-07-28\r\nContent-Type";
    leaving.write_all(request(&call).replacen("Content-Type", head, 1).as_bytes()).await.unwrap();
    eventually(|| client.fake.running.load(Ordering::SeqCst) == 1).await;
    drop(leaving);
    eventually(|| client.fake.running.load(Ordering::SeqCst) == 0).await;

    stop.send(()).unwrap();
    tokio::time::timeout(Duration::from_secs(5), serving).await.unwrap().unwrap().unwrap();
    assert_eq!(idle.read(&mut heard).await.unwrap(), 0, "idle connections are closed");
}
