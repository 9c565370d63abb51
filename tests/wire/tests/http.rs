//! Streamable HTTP: one row for each thing that a client may get wrong or right.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing test should stop")]

use std::io::{Read, Write};

use bulkhead_tests_wire::http::Server;
use bulkhead_tests_wire::message::{MODERN, code, initialize, meta, meta_of, modern, notification, request};
use serde_json::{Value, json};

/// The headers of a modern request.
fn headers<'a>(method: &'a str, name: Option<&'a str>) -> Vec<(&'a str, &'a str)> {
    let mut headers = vec![("MCP-Protocol-Version", MODERN), ("Mcp-Method", method)];
    headers.extend(name.map(|name| ("Mcp-Name", name)));
    headers
}

fn with<'a>(mut headers: Vec<(&'a str, &'a str)>, more: (&'a str, &'a str)) -> Vec<(&'a str, &'a str)> {
    headers.retain(|(name, _)| *name != more.0);
    headers.push(more);
    headers
}

/// What came back, in short: the status, and the code or 0.
fn short(server: &Server, headers: &[(&str, &str)], body: &str) -> (u16, i64) {
    let answer = server.send("POST", headers, body);
    let code = if answer.body.is_empty() { None } else { code(&answer.json()) };
    (answer.status, code.unwrap_or_default())
}

#[test]
fn modern_requests_are_checked_in_order() {
    let server = Server::start();
    let list = modern(2, "tools/list");
    let call = request(2, "tools/call", json!({ "name": "nope", "arguments": {}, "_meta": meta() }));
    let plain = |params: Value| request(2, "tools/list", params);
    let lists = || headers("tools/list", None);
    let version = |version| with(lists(), ("MCP-Protocol-Version", version));
    let version_key = "io.modelcontextprotocol/protocolVersion";
    let level = {
        let mut meta = meta();
        meta["io.modelcontextprotocol/logLevel"] = json!("loud");
        plain(json!({ "_meta": meta }))
    };
    for (name, headers, body, expected) in [
        ("discover", headers("server/discover", None), modern(1, "server/discover"), (200, 0)),
        ("tools/list", lists(), list.clone(), (200, 0)),
        ("unknown tool", headers("tools/call", Some("nope")), call.clone(), (200, -32602)),
        ("name in Base64", headers("tools/call", Some("=?base64?bm9wZQ==?=")), call.clone(), (200, -32602)),
        ("bad cursor", lists(), plain(json!({ "cursor": "garbage", "_meta": meta() })), (200, -32602)),
        ("no _meta", lists(), plain(json!({})), (400, -32602)),
        ("no capabilities", lists(), plain(json!({ "_meta": { version_key: MODERN } })), (400, -32602)),
        ("discover without _meta", vec![], request(1, "server/discover", json!({})), (400, -32602)),
        ("another version in the header", version("2025-11-25"), list.clone(), (400, -32020)),
        (
            "unknown version",
            version("2099-01-01"),
            plain(json!({ "_meta": meta_of("2099-01-01") })),
            (400, -32022),
        ),
        ("no version in the header", vec![("Mcp-Method", "tools/list")], list.clone(), (400, -32020)),
        ("no Mcp-Method", vec![("MCP-Protocol-Version", MODERN)], list.clone(), (400, -32020)),
        ("another Mcp-Method", headers("tools/call", None), list.clone(), (400, -32020)),
        ("no Mcp-Name", headers("tools/call", None), call.clone(), (400, -32020)),
        ("another Mcp-Name", headers("tools/call", Some("other")), call.clone(), (400, -32020)),
        ("bad Base64", headers("tools/call", Some("=?base64?%?=")), call.clone(), (400, -32020)),
        ("unknown method", headers("foo/bar", None), modern(2, "foo/bar"), (404, -32601)),
        ("ping is gone", headers("ping", None), modern(2, "ping"), (404, -32601)),
        ("initialize is gone", headers("initialize", None), modern(2, "initialize"), (404, -32601)),
        ("unknown level", lists(), level, (200, -32602)),
        ("null id", lists(), modern(Value::Null, "tools/list"), (400, -32600)),
        ("batch", lists(), json!([list]), (400, -32600)),
        (
            "response",
            vec![("MCP-Protocol-Version", MODERN)],
            json!({ "jsonrpc": "2.0", "id": 9, "result": {} }),
            (400, -32600),
        ),
        ("stale session", with(lists(), ("Mcp-Session-Id", "x")), list.clone(), (200, 0)),
        ("foreign page", with(lists(), ("Origin", "https://evil.example")), list.clone(), (403, -32600)),
        ("local page", with(lists(), ("Origin", "http://localhost:5173")), list.clone(), (200, 0)),
        ("foreign name", with(lists(), ("Host", "evil.example")), list.clone(), (403, -32600)),
        ("JSON only", with(lists(), ("Accept", "application/json")), list.clone(), (200, 0)),
        ("nothing that we have", with(lists(), ("Accept", "text/html")), list.clone(), (406, -32600)),
        ("no JSON", with(lists(), ("Content-Type", "text/plain")), list.clone(), (415, -32600)),
    ] {
        assert_eq!(short(&server, &headers, &body.to_string()), expected, "{name}");
    }
    assert_eq!(short(&server, &lists(), "{nope"), (400, -32700));
    assert_eq!(short(&server, &lists(), "\u{0}\u{1}"), (400, -32700));
}

#[test]
fn modern_results_say_what_they_must() {
    let server = Server::start();
    let discovered = server.post(&headers("server/discover", None), &modern("d", "server/discover"));
    assert_eq!(discovered.header("Mcp-Session-Id"), None);
    let answer = discovered.json();
    assert_eq!(answer["id"], "d");
    let result = &answer["result"];
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["supportedVersions"][0], MODERN);
    assert!(result["capabilities"]["tools"].is_object());
    assert!(result["ttlMs"].is_u64() && result["cacheScope"].is_string());
    assert!(result.get("serverInfo").is_none());
    for (method, answer) in [
        ("server/discover", answer.clone()),
        ("tools/list", server.post(&headers("tools/list", None), &modern(1, "tools/list")).json()),
    ] {
        let info = &answer["result"]["_meta"]["io.modelcontextprotocol/serverInfo"];
        assert!(info["name"].is_string() && info["version"].is_string(), "{method}");
    }
    let unsupported = request(1, "tools/list", json!({ "_meta": meta_of("2099-01-01") }));
    let headers = with(headers("tools/list", None), ("MCP-Protocol-Version", "2099-01-01"));
    let data = server.post(&headers, &unsupported).json()["error"]["data"].clone();
    assert_eq!(data["requested"], "2099-01-01");
    assert!(data["supported"].as_array().unwrap().contains(&json!(MODERN)));
}

#[test]
fn legacy_clients_find_what_they_know() {
    let server = Server::start();
    for (asked, given) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-11-25", "2025-11-25"),
        (MODERN, "2025-11-25"),
        ("x", "2025-11-25"),
    ] {
        let answer = server.post(&[], &initialize(1, asked));
        let id = answer.header("Mcp-Session-Id").unwrap().to_owned();
        let result = answer.json()["result"].clone();
        assert_eq!(result["protocolVersion"], given);
        let session = ("Mcp-Session-Id", id.as_str());
        let note = notification("notifications/initialized", json!({}));
        assert_eq!(server.post(&[session], &note).status, 202);
        let list = server
            .post(&[session, ("MCP-Protocol-Version", given)], &request(2, "tools/list", json!({})))
            .json();
        assert!(list["result"]["tools"].is_array());
        assert!(list["result"].get("resultType").is_none() && list["result"].get("ttlMs").is_none());
        assert_eq!(server.post(&[session], &request(3, "ping", json!({}))).json()["result"], json!({}));
        assert_eq!(server.send("DELETE", &[session], "").status, 204);
        assert_eq!(server.post(&[session], &request(4, "ping", json!({}))).status, 404);
    }
    let list = request(1, "tools/list", json!({}));
    assert_eq!(server.post(&[("MCP-Protocol-Version", "2025-06-18")], &list).status, 200);
    assert_eq!(server.post(&[("Mcp-Session-Id", "nope")], &list).status, 404);
    assert_eq!(server.post(&[("MCP-Protocol-Version", "1999-01-01")], &list).status, 400);
    let batch = json!([request(1, "ping", json!({})), request(2, "ping", json!({}))]);
    assert_eq!(server.post(&[], &batch).json().as_array().unwrap().len(), 2);
    assert_eq!(server.post(&[("MCP-Protocol-Version", "2025-06-18")], &batch).status, 400);
}

#[test]
fn other_methods_are_not_allowed() {
    let server = Server::start();
    for (method, headers) in [
        ("GET", &[("MCP-Protocol-Version", MODERN)][..]),
        ("DELETE", &[("MCP-Protocol-Version", MODERN)]),
        ("GET", &[]),
        ("PUT", &[]),
    ] {
        let answer = server.send(method, headers, "");
        assert_eq!(answer.status, 405, "{method}");
        assert!(answer.header("Allow").unwrap().contains("POST"));
    }
    let note = notification("notifications/cancelled", json!({ "requestId": 1 }));
    let answer = server.post(&headers("notifications/cancelled", None), &note);
    assert_eq!((answer.status, answer.body.as_str()), (202, ""));
}

#[test]
fn garbage_costs_the_one_who_sends_it() {
    let server = Server::start();
    let long = format!("\"{}\"", "x".repeat(9 << 20));
    assert_eq!(server.send("POST", &headers("tools/list", None), &long).status, 413);
    for garbage in
        [&b"\x16\x03\x01\x02\x00"[..], b"GET\r\n\r\n", b"POST /mcp HTTP/1.1\r\nContent-Length: -1\r\n\r\n"]
    {
        let mut stream = server.connect();
        let _ = stream.write_all(garbage);
        let _ = stream.read(&mut [0; 64]);
    }
    // Half a request, left alone, keeps no one else waiting.
    let mut half = server.connect();
    half.write_all(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{").unwrap();
    assert_eq!(server.post(&headers("tools/list", None), &modern(1, "tools/list")).status, 200);
}

#[test]
fn ten_thousand_handshakes_leave_no_mark() {
    let server = Server::start();
    let body = initialize(1, "2025-11-25").to_string();
    let mut stream = server.connect();
    let head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    // In one write: a second small one would wait for the first to be acknowledged.
    let handshake = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
    let mut handshakes = |count: usize| {
        for _ in 0..count {
            stream.write_all(handshake.as_bytes()).unwrap();
            let mut heard = [0; 4096];
            let length = stream.read(&mut heard).unwrap();
            assert!(heard[..length].starts_with(b"HTTP/1.1 200"));
        }
    };
    handshakes(2000);
    let before = server.memory();
    handshakes(10_000);
    if let (Some(before), Some(after)) = (before, server.memory()) {
        // 50 KiB each, as a server without a bound keeps them, would be 500 MiB.
        assert!(after < before + 4096, "{before} KiB before, {after} KiB after");
    }
}
