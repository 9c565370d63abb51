//! The programs that are measured, and what the system says of them.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::table::root;

/// The host's program: `BULKHEAD_BIN`, or the one of this workspace, built now if it is not up to date.
pub fn bulkhead() -> PathBuf {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(find_bulkhead).clone()
}

fn find_bulkhead() -> PathBuf {
    if let Some(path) = std::env::var_os("BULKHEAD_BIN") {
        return path.into();
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let build = ["build", "--release", "--quiet", "--workspace", "--bin", "bulkhead"];
    let mut command = Command::new(cargo);
    command.args(build).current_dir(root());
    // What cargo told this benchmark about its own package is not the build's: build scripts that read it would run again.
    for (name, _) in std::env::vars_os() {
        let of_the_package = ["CARGO_PKG_", "CARGO_MANIFEST_"];
        if of_the_package.iter().any(|prefix| name.to_string_lossy().starts_with(prefix)) {
            command.env_remove(name);
        }
    }
    let status = command.status().expect("cargo starts");
    assert!(status.success(), "the program does not build");
    // This is <target>/release/deps/<benchmark>.
    let this = std::env::current_exe().expect("a benchmark has a path");
    this.ancestors().nth(2).expect("a target directory").join("bulkhead")
}

/// rmcp's own server with the same tool.
pub fn rmcp_echo() -> PathBuf {
    env!("CARGO_BIN_EXE_rmcp-echo").into()
}

/// `bulkhead serve` over these components, as an operator starts it; `door` says where.
pub fn serve(components: &Path, cache: &Path, door: &[&str]) -> Command {
    let mut command = Command::new(bulkhead());
    command
        .arg("serve")
        .args(door)
        .arg("--dir")
        .arg(components)
        .arg("--cache")
        .arg(cache)
        .current_dir(components);
    command
}

/// A running program on standard input and output.
pub struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: String,
}

impl Program {
    pub fn start(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, input, output, line: String::new() }
    }

    /// The address that a server on HTTP prints.
    pub fn address(&mut self) -> SocketAddr {
        loop {
            let line = self.hear();
            if let Some((_, rest)) = line.split_once("serving at http://") {
                let address = rest.trim().trim_end_matches("/mcp");
                return address.parse().expect("an address");
            }
        }
    }

    pub fn say(&mut self, line: &str) {
        self.input.write_all(line.as_bytes()).expect("the program reads");
    }

    pub fn hear(&mut self) -> &str {
        self.line.clear();
        let read = self.output.read_line(&mut self.line).expect("the program writes text");
        assert!(read > 0, "the program ended");
        &self.line
    }

    /// Resident memory in KiB, once the program has nothing more to do.
    pub fn idle_memory(&self) -> f64 {
        let (mut before, mut quiet) = (self.ticks(), 0);
        // Half a second without more than a tick of processor time: the host's own ticker takes less.
        while quiet < 5 {
            thread::sleep(Duration::from_millis(100));
            let now = self.ticks();
            quiet = if now <= before + 1 { quiet + 1 } else { 0 };
            before = now;
        }
        let status =
            fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("the program runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("the system says");
        line.trim().trim_end_matches(" kB").parse().expect("a number")
    }

    /// Processor time in hundredths of a second.
    fn ticks(&self) -> u64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).expect("the program runs");
        // The second field is the name in brackets; user and system time are the 14th and the 15th.
        let (_, fields) = stat.rsplit_once(") ").expect("a name in brackets");
        fields.split(' ').skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The first message of a legacy client, as a line.
pub fn initialize() -> String {
    let client = json!({ "name": "bench", "version": "0" });
    let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
    line(&json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params }))
}

/// What a client says once it has been answered.
pub fn initialized() -> String {
    line(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))
}

/// A call of the echo tool. A modern one carries what a legacy one said at its beginning.
pub fn call(id: u64, modern: bool) -> Value {
    let mut params = json!({ "name": "echo", "arguments": { "text": "hello" } });
    if modern {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
    }
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
}

pub fn line(message: &Value) -> String {
    format!("{message}\n")
}

/// That an answer is the echo, and not a quick refusal.
pub fn assert_echo(answer: &str) {
    assert!(answer.contains("\"text\":\"hello\""), "not the echo: {answer}");
}

/// Runs `work` and gives its time in microseconds.
pub fn microseconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1e6
}
