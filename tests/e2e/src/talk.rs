//! A conversation over standard streams, line by line, as no SDK would hold it.

use std::{
    fs::File,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use crate::program::Bench;

/// A component of 3 MB is compiled in a few seconds; a server that is silent this long will stay so.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that was started with `serve --stdio`, and every line that it prints.
pub struct Talk {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Talk {
    /// Starts the bench's program.
    pub fn start(bench: &Bench) -> Self {
        Self::with(bench, Stdio::null())
    }

    /// Starts the bench's program, which writes its log there.
    pub fn logging(bench: &Bench, log: File) -> Self {
        Self::with(bench, log.into())
    }

    fn with(bench: &Bench, log: Stdio) -> Self {
        let mut command = bench.command(&[]);
        command.args(bench.words(&["serve", "--stdio"]));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log);
        let mut child = command.spawn().expect("the program starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || output.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        Self { child, input, lines }
    }

    /// Sends a line, and gives the next line that comes back, which must be a message.
    pub fn ask(&mut self, line: &str) -> Value {
        self.say(line);
        let said = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no answer to {line}"));
        message(&said)
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the server reads");
    }

    /// The next line, which must be a message.
    pub fn hear(&mut self) -> Value {
        self.hear_within(PATIENCE).expect("the server says something")
    }

    /// The next line, which must be a message, if one comes within this time.
    pub fn hear_within(&mut self, time: Duration) -> Option<Value> {
        self.lines.recv_timeout(time).ok().map(|said| message(&said))
    }

    /// The next line, which must be JSON: one message, or several in a list.
    pub fn hear_batch(&mut self) -> Value {
        let said = self.lines.recv_timeout(PATIENCE).expect("the server says something");
        serde_json::from_str(&said).unwrap_or_else(|error| panic!("{error}: {said:?} is no JSON"))
    }

    /// Calls a tool in the revision without sessions.
    pub fn call(&mut self, id: u32, tool: &str, arguments: &Value) -> Value {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
        self.ask(&json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }).to_string())
    }

    /// The most memory that the program has held at once, in bytes, as Linux counts it.
    pub fn peak(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("Linux counts it");
        let kibibytes: u64 = line.trim().trim_end_matches(" kB").parse().expect("a number");
        kibibytes << 10
    }

    /// Ends the conversation: the server must end well, and have nothing but messages left to say.
    pub fn end(self) {
        drop(self.end_with());
    }

    /// The same, and what it had left to say.
    pub fn end_with(mut self) -> Vec<Value> {
        drop(self.input);
        assert!(self.child.wait().expect("it ends").success());
        self.lines.iter().map(|line| message(&line)).collect()
    }
}

fn message(line: &str) -> Value {
    let value: Value =
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line:?} is no message"));
    assert_eq!(value["jsonrpc"], "2.0", "{line:?} is no message");
    value
}
