//! The official clients, each in a process of its own.

use std::{
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use crate::program::{Bench, Served, root};

/// In seconds. A client takes one or two; one that waits for ever would hold up every other test.
const PATIENCE: &str = "120";

/// A client that nobody here wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// `mcp` from PyPI.
    Python,
    /// `@modelcontextprotocol/client` from npm.
    TypeScript,
    /// `@modelcontextprotocol/sdk` from npm, which came before it and is in most programs.
    TypeScript1,
}

/// How a client settles on a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `initialize`.
    Legacy,
    /// 2026-07-28 and nothing else.
    Modern,
    /// The client's own choice.
    Auto,
}

impl Mode {
    fn word(self) -> &'static str {
        match self {
            Mode::Legacy => "legacy",
            Mode::Modern => "2026-07-28",
            Mode::Auto => "auto",
        }
    }

    /// The revision that must have been settled on.
    pub fn version(self) -> &'static str {
        match self {
            Mode::Legacy => "2025-11-25",
            Mode::Modern | Mode::Auto => "2026-07-28",
        }
    }
}

/// Where `setup.sh` put what nobody here wrote.
///
/// # Panics
///
/// When it did not.
pub(crate) fn installed() -> PathBuf {
    let home = root().join(".clients");
    assert!(home.join("stamp").exists(), "the clients are not there; tests/e2e/setup.sh installs them");
    home
}

/// What a client saw.
pub struct Answer(Value);

impl Answer {
    /// The revision that was settled on.
    pub fn version(&self) -> &str {
        self.0["version"].as_str().unwrap_or_default()
    }

    /// The names that were listed.
    pub fn tools(&self) -> Vec<&str> {
        self.0["tools"]
            .as_array()
            .map(|names| names.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default()
    }

    /// The structured result of a call that succeeded.
    pub fn structured(&self, call: usize) -> &Value {
        let result = &self.0["results"][call]["result"];
        assert!(result["isError"] != json!(true), "call {call} failed: {result}");
        &result["structuredContent"]
    }

    /// The error that the model would see, of a call whose result says that it failed.
    pub fn tool_error(&self, call: usize) -> Value {
        let result = &self.0["results"][call]["result"];
        assert_eq!(result["isError"], json!(true), "call {call} did not fail: {}", self.0["results"][call]);
        let text = result["content"][0]["text"].as_str().expect("an error has a text");
        serde_json::from_str(text).expect("the text is the error as JSON")
    }

    /// The texts of a call's content.
    pub fn texts(&self, call: usize) -> Vec<&str> {
        let content = self.0["results"][call]["result"]["content"].as_array();
        content.into_iter().flatten().filter_map(|block| block["text"].as_str()).collect()
    }

    /// The code of a call that the protocol refused.
    pub fn protocol_error(&self, call: usize) -> Option<i64> {
        self.0["results"][call]["error"]["code"].as_i64()
    }
}

impl Client {
    /// Every client in every mode that it has.
    pub fn each() -> impl Iterator<Item = (Self, Mode)> {
        let clients = [Self::Python, Self::TypeScript, Self::TypeScript1].into_iter();
        clients.flat_map(|client| client.modes().iter().map(move |mode| (client, *mode)))
    }

    /// Every client in every era that it knows.
    pub fn each_era() -> impl Iterator<Item = (Self, Mode)> {
        Self::each().filter(|(_, mode)| *mode != Mode::Auto)
    }

    fn modes(self) -> &'static [Mode] {
        match self {
            Client::Python | Client::TypeScript => &[Mode::Legacy, Mode::Modern, Mode::Auto],
            Client::TypeScript1 => &[Mode::Legacy],
        }
    }

    /// Starts the bench's program, and makes these calls over its standard streams.
    pub fn over_stdio(self, mode: Mode, bench: &Bench, calls: &Value) -> Answer {
        self.ask(json!({ "mode": mode.word(), "command": bench.stdio(), "calls": calls }))
    }

    /// Connects to a server, and makes these calls.
    pub fn over_http(self, mode: Mode, server: &Served, calls: &Value) -> Answer {
        self.ask(json!({ "mode": mode.word(), "url": server.url, "calls": calls }))
    }

    fn ask(self, task: Value) -> Answer {
        let home = installed();
        let (program, script) = match self {
            Client::Python => (home.join("python/bin/python"), root().join("tests/e2e/clients/client.py")),
            Client::TypeScript => (home.join("bin/node"), home.join("client.mjs")),
            Client::TypeScript1 => (home.join("bin/node"), home.join("client-v1.mjs")),
        };
        let mut command = Command::new("timeout");
        command.arg(PATIENCE).arg(program).arg(script);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the client starts");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(task.to_string().as_bytes()).expect("the client reads");
        drop(input);
        let output = child.wait_with_output().expect("the client ends");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success(),
            "{self:?} failed at {task}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        Answer(serde_json::from_str(&said).expect("the client answers with JSON"))
    }
}
