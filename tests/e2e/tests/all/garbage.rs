//! Broken input of every kind: an error that names the thing, for the one that sent it, and everything else serves on.

use bulkhead_test_e2e::{Bench, Talk};
use serde_json::json;

#[test]
fn a_broken_component_is_refused_by_name_and_the_others_serve() {
    let bench = Bench::new("");
    let folder = bench.components();
    std::fs::write(folder.join("text.wasm"), "this is no component").unwrap();
    std::fs::write(folder.join("empty.wasm"), "").unwrap();
    std::fs::write(folder.join("module.wasm"), b"\0asm\x01\0\0\0").unwrap();
    let whole = std::fs::read(folder.join("files.wasm")).unwrap();
    std::fs::write(folder.join("cut.wasm"), &whole[..whole.len() / 2]).unwrap();
    std::fs::write(folder.join("twin.wasm"), &whole).unwrap();
    std::fs::write(folder.join("Bad Name.wasm"), &whole).unwrap();

    let listed = bench.run(&["list", "--json"]);
    assert_eq!(listed.code(), 0);
    let listed = listed.json();
    let reason = |file: &str| {
        let refused = listed["refused"].as_array().unwrap().iter();
        let of = refused.clone().find(|refused| refused["file"].as_str().unwrap().ends_with(file));
        of.unwrap_or_else(|| panic!("{file} is not refused: {listed}"))["reason"].as_str().unwrap().to_owned()
    };
    assert!(reason("module.wasm").contains("core WebAssembly module"), "{}", reason("module.wasm"));
    assert!(
        reason("twin.wasm").contains("files") && reason("twin.wasm").contains("prefix"),
        "{}",
        reason("twin.wasm")
    );
    for file in ["text.wasm", "empty.wasm", "cut.wasm", "Bad Name.wasm"] {
        assert!(!reason(file).is_empty());
    }
    assert_eq!(listed["tools"].as_array().unwrap().len(), 9);
    assert_eq!(bench.call("query_data", &json!({ "text": "[1,2]", "query": "add" })).0, 0);
}

#[test]
fn a_slip_in_the_policy_is_shown_with_its_line_and_an_example() {
    let bench =
        Bench::new("[tools.files]\nfs = []\n\n[tools.fetch]\nhtp = [\"GET https://example.com/*\"]\n");
    let ended = bench.run(&["list"]);
    assert_eq!(ended.code(), 2);
    let said = ended.err();
    for part in ["bulkhead.toml", "line 5", "htp", "http", "GET "] {
        assert!(said.contains(part), "{part:?} is not in {said}");
    }
}

#[test]
fn garbage_on_standard_input_is_answered_and_the_server_goes_on() {
    let bench = Bench::new("");
    let mut talk = Talk::start(&bench);
    assert_eq!(talk.ask("{ no JSON")["error"]["code"], -32700);
    assert_eq!(talk.ask("[]")["error"]["code"], -32600);
    assert_eq!(talk.ask("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}")["error"]["code"], -32600);
    assert_eq!(talk.ask(&deep())["error"]["code"], -32700);
    // Longer than the longest message, which is 4 MiB.
    assert_eq!(talk.ask(&"x".repeat(5 << 20))["error"]["code"], -32600);
    let answer = talk.call(5, "query_data", &json!({ "text": "[1,2]", "query": "add" }));
    assert_eq!(answer["id"], 5);
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    talk.end();
}

#[test]
fn garbage_over_http_is_answered_and_the_server_goes_on() {
    let bench = Bench::new("");
    let mut server = bench.http();
    let post = |body: &str| {
        let head = format!(
            "POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        server.raw(format!("{head}{body}").as_bytes())
    };
    assert!(post("{ no JSON").contains("-32700"));
    assert!(post(&deep()).contains("-32700"));
    assert!(server.raw(b"\x16\x03\x01\x02\0").starts_with("HTTP/1.1 400"));
    let ping = post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
    assert!(ping.starts_with("HTTP/1.1 200"), "{ping}");
    let stranger = server
        .raw(b"POST /mcp HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    assert!(stranger.starts_with("HTTP/1.1 403"), "{stranger}");
    let page = server.raw(
        b"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\norigin: https://evil.example\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
    );
    assert!(page.starts_with("HTTP/1.1 403"), "{page}");
    assert!(server.lives());
}

/// JSON that a reader which calls itself for each bracket would not survive.
fn deep() -> String {
    let (open, close) = ("[".repeat(100_000), "]".repeat(100_000));
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{open}{close}}}"#)
}
