//! Clients that nobody here wrote, over both transports, in both eras.

use bulkhead_test_e2e::{Answer, Bench, Client, Mode, root};
use serde_json::{Value, json};

const TOOLS: [&str; 11] = [
    "describe_data",
    "edit_file",
    "execute",
    "fetch",
    "fetch_json",
    "list_files",
    "query_data",
    "read_file",
    "search",
    "search_files",
    "write_file",
];

fn bench() -> Bench {
    Bench::new(&format!(
        "[tools.files]\nfs = [{{ host = {:?}, guest = \"/work\", access = \"read\" }}]\n",
        root().display().to_string()
    ))
}

/// A success, an argument of the wrong type, a name that is not there, and a tool that fails.
fn calls() -> Value {
    json!([
        ["read_file", { "path": "/work/LICENSE", "start_line": 1, "line_count": 1 }],
        ["read_file", { "path": 7 }],
        ["no_such_tool", {}],
        ["read_file", { "path": "/work/no-such-file" }],
    ])
}

fn check(answer: &Answer, mode: Mode) {
    assert_eq!(answer.version(), mode.version());
    assert_eq!(answer.tools(), TOOLS);
    assert!(answer.structured(0).to_string().contains("Apache License"), "{}", answer.structured(0));
    assert_eq!(answer.tool_error(1)["code"], "bad_arguments");
    assert!(
        answer.tool_error(1)["message"].as_str().unwrap().contains("/path: expected string, got integer 7")
    );
    assert_eq!(answer.protocol_error(2), Some(-32602));
    assert_eq!(answer.tool_error(3)["code"], "not_found");
}

#[test]
fn each_client_over_stdio() {
    let bench = bench();
    for (client, mode) in Client::each() {
        check(&client.over_stdio(mode, &bench, &calls()), mode);
    }
}

#[test]
fn each_client_over_http() {
    let bench = bench();
    let server = bench.http();
    for (client, mode) in Client::each() {
        check(&client.over_http(mode, &server, &calls()), mode);
    }
}

#[test]
fn the_pasted_lines_start_a_server() {
    let bench = bench();
    let said = bench.http().said.clone();
    let pasted = said.split("starts its servers:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let pasted: Value = serde_json::from_str(pasted).unwrap();
    let server = &pasted["mcpServers"]["bulkhead"];
    let mut command = std::process::Command::new(server["command"].as_str().unwrap());
    command.args(server["args"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()));
    // A client starts it from wherever it is itself.
    let output = command.current_dir("/").stdin(std::process::Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("granted: fs"), "{said}");
}
