//! `bulkhead install`: the configuration files of MCP clients.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use bulkhead_test_e2e::{Bench, Ended};
use bulkhead_tests_wire::message::initialize;
use serde_json::{Value, json};

/// The clients, and where their files are in a home folder on Linux.
const CLIENTS: [(&str, &str, &str); 6] = [
    ("claude-desktop", ".config/Claude/claude_desktop_config.json", "mcpServers"),
    ("claude-code", ".claude.json", "mcpServers"),
    ("cursor", ".cursor/mcp.json", "mcpServers"),
    ("vscode", ".config/Code/User/mcp.json", "servers"),
    ("windsurf", ".codeium/windsurf/mcp_config.json", "mcpServers"),
    ("gemini-cli", ".gemini/settings.json", "mcpServers"),
];

fn install(bench: &Bench, words: &[&str]) -> Ended {
    bench.run_at_home(&[&["install"], words].concat())
}

fn json_of(file: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// Starts what an entry says, from another folder, and shakes hands.
fn starts(entry: &Value) {
    let mut command = Command::new(entry["command"].as_str().unwrap());
    command.args(entry["args"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()));
    command.current_dir("/").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    writeln!(child.stdin.take().unwrap(), "{}", initialize(1, "2025-11-25")).unwrap();
    let output = child.wait_with_output().unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["result"]["serverInfo"]["name"], "bulkhead", "{answer}");
}

#[test]
fn each_client_gets_a_server_that_starts() {
    let bench = Bench::empty("");
    for (client, file, key) in CLIENTS {
        let file = bench.home().join(file);
        let ended = install(&bench, &["--client", client, "--yes"]);
        assert_eq!(ended.code(), 0, "{client}: {}", ended.err());
        let entry = json_of(&file)[key]["bulkhead"].clone();
        starts(&entry);
        assert_eq!(entry.get("type").is_some(), matches!(client, "claude-code" | "vscode"), "{client}");
        let before = fs::read_to_string(&file).unwrap();
        let again = install(&bench, &["--client", client, "--yes"]);
        assert!(again.out().contains("is there already"), "{}", again.out());
        assert_eq!(fs::read_to_string(&file).unwrap(), before);
        assert_eq!(install(&bench, &["--client", client, "--remove", "--yes"]).code(), 0);
        assert_eq!(json_of(&file)[key], json!({}), "{client}");
    }
    assert_eq!(install(&bench, &["--client", "codex", "--yes"]).code(), 0);
    let text = fs::read_to_string(bench.home().join(".codex/config.toml")).unwrap();
    assert!(text.starts_with("[mcp_servers.bulkhead]\n") && text.contains("\"--stdio\""), "{text}");
}

#[test]
fn a_server_that_runs_is_named_as_each_client_has_it() {
    let bench = Bench::empty("");
    let url = "http://127.0.0.1:7333/mcp";
    for (client, file, member) in [
        ("claude-code", ".claude.json", "url"),
        ("cursor", ".cursor/mcp.json", "url"),
        ("windsurf", ".codeium/windsurf/mcp_config.json", "serverUrl"),
        ("gemini-cli", ".gemini/settings.json", "httpUrl"),
    ] {
        assert_eq!(install(&bench, &["--client", client, "--http", url, "--yes"]).code(), 0);
        assert_eq!(json_of(&bench.home().join(file))["mcpServers"]["bulkhead"][member], url, "{client}");
    }
    let desktop = install(&bench, &["--client", "claude-desktop", "--http", url, "--yes"]);
    assert_eq!(desktop.code(), 2);
    assert!(desktop.err().contains("leave --http out"), "{}", desktop.err());
    assert_eq!(install(&bench, &["--client", "cursor", "--http", "localhost", "--yes"]).code(), 2);
}

#[test]
fn what_else_is_in_the_file_stays() {
    let bench = Bench::empty("");
    let file = bench.home().join(".config/Code/User/mcp.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let text = "{\n\t// my servers\n\t\"servers\": {\n\t\t\"other\": { \"type\": \"http\", \"url\": \"https://a.example\" }, // mine\n\t},\n\t\"inputs\": []\n}\n";
    fs::write(&file, text).unwrap();
    assert_eq!(install(&bench, &["--client", "vscode", "--yes"]).code(), 0);
    let now = fs::read_to_string(&file).unwrap();
    for kept in text.lines().filter(|line| line.contains("//") || line.contains("inputs")) {
        assert!(now.contains(kept), "{kept:?} is not in {now}");
    }
    // Another server of the name is shown to be replaced.
    let other = install(&bench, &["--client", "vscode", "--http", "http://127.0.0.1:1/mcp", "--yes"]);
    assert!(other.err().contains("in place of"), "{}", other.err());
    assert!(!fs::read_to_string(&file).unwrap().contains("--stdio"));
}

#[test]
fn nothing_is_written_without_a_yes_or_into_what_is_broken() {
    let bench = Bench::empty("");
    let file = bench.home().join(".cursor/mcp.json");
    let asked = install(&bench, &["--client", "cursor"]);
    assert_eq!(asked.code(), 1);
    assert!(asked.err().contains("--yes") && asked.err().contains("mcpServers"), "{}", asked.err());
    assert!(!file.exists());
    let printed = install(&bench, &["--client", "cursor", "--print"]);
    let printed: Value = serde_json::from_str(&printed.out()).unwrap();
    starts(&printed["mcpServers"]["bulkhead"]);
    assert!(!file.exists());
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "{ \"mcpServers\": ").unwrap();
    let broken = install(&bench, &["--client", "cursor", "--yes"]);
    assert_eq!(broken.code(), 2);
    assert!(broken.err().contains("stays as it is") && broken.err().contains("not JSON"), "{}", broken.err());
    assert_eq!(fs::read_to_string(&file).unwrap(), "{ \"mcpServers\": ");
}
