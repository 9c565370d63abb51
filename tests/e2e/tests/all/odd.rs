//! A tool that misbehaves, built as its author would build it: what comes out of the program is the program's own.

use std::sync::OnceLock;

use bulkhead_test_e2e::{Bench, Client, Talk, build};
use serde_json::{Value, json};

/// The folder of a bench in which `guest/lib.rs` became a component; built once.
fn odd() -> Bench {
    static BUILT: OnceLock<Vec<u8>> = OnceLock::new();
    let component = BUILT.get_or_init(|| {
        let bench = Bench::empty("");
        assert!(bench.command(&["new", "odd"]).status().unwrap().success());
        std::fs::write(bench.path().join("odd/src/lib.rs"), include_str!("../../guest/lib.rs")).unwrap();
        let built = build(&bench, "odd");
        assert_eq!(built.code(), 0, "{}", built.err());
        std::fs::read(bench.components().join("odd.wasm")).unwrap()
    });
    let bench = Bench::empty("");
    std::fs::write(bench.components().join("odd.wasm"), component).unwrap();
    bench
}

#[test]
fn nothing_but_messages_comes_out_of_a_server_whose_tool_prints() {
    let bench = odd();
    let mut talk = Talk::start(&bench);
    for id in 1..=3 {
        let answer = talk.call(id, "chat", &json!({ "text": "no message\u{1b}[2J\n\n{\"jsonrpc\"" }));
        assert_eq!((&answer["id"], &answer["result"]["isError"]), (&json!(id), &json!(false)), "{answer}");
        assert!(!answer.to_string().contains("forged"), "{answer}");
    }
    talk.end();
}

#[test]
fn nothing_but_the_result_comes_out_of_a_call_whose_tool_prints() {
    let (code, answer) = odd().call("chat", &json!({ "text": "no JSON" }));
    assert_eq!((code, &answer["content"][0]["text"]), (0, &json!("said")), "{answer}");
}

#[test]
fn a_server_goes_on_after_a_tool_crashed() {
    let bench = odd();
    let mut server = bench.http();
    let calls = json!([["crash", {}], ["refuse", { "reason": "Not today." }], ["chat", { "text": "x" }]]);
    for (client, mode) in Client::each_era() {
        for answer in [client.over_stdio(mode, &bench, &calls), client.over_http(mode, &server, &calls)] {
            assert_eq!(answer.tool_error(0)["code"], "trap");
            assert_eq!(answer.tool_error(1)["code"], "unwilling");
            assert_eq!(answer.tool_error(1)["message"], "Not today.");
            assert_eq!(answer.texts(2), ["said"]);
        }
    }
    assert!(server.lives());
}

#[test]
fn each_way_to_fail_has_its_exit_code() {
    let bench = odd();
    let code = |tool: &str, arguments: Value| bench.call(tool, &arguments);
    let (failed, answer) = code("refuse", json!({ "reason": "Not today." }));
    assert_eq!((failed, &answer["error"]["code"]), (1, &json!("unwilling")));
    let (trapped, answer) = code("crash", json!({}));
    assert_eq!((trapped, &answer["error"]["code"]), (5, &json!("trap")));
    let (asks, answer) = code("ask", json!({}));
    assert_eq!((asks, &answer["outcome"]), (4, &json!("input_required")));
    assert_eq!(answer["questions"].as_array().unwrap().len(), 1, "{answer}");
}
