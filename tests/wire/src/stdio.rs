//! The program on standard input and output.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// Longer than anything here takes, on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running program.
pub struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    _directory: TempDir,
}

impl Program {
    /// Starts one.
    pub fn start() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let mut child = Command::new(crate::program())
            .args(["serve", "--stdio", "--dir"])
            .arg(directory.path())
            .current_dir(directory.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let (heard, lines) = channel();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| heard.send(line)));
        Self { input: child.stdin.take(), child, lines, _directory: directory }
    }

    /// Writes one line.
    pub fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("not yet closed");
        input.write_all(format!("{line}\n").as_bytes()).expect("the program reads");
    }

    /// The next line, which must be JSON.
    pub fn hear(&mut self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("the program answers");
        serde_json::from_str(&line).expect("a line is one JSON document")
    }

    /// Writes a message and gives the next line.
    pub fn ask(&mut self, message: &Value) -> Value {
        self.say(&message.to_string());
        self.hear()
    }

    /// Closes standard input, and gives how the program ended and what it still said.
    pub fn end(mut self) -> (ExitStatus, Vec<String>) {
        drop(self.input.take());
        (self.wait(), self.lines.iter().collect())
    }

    /// Waits for the program to end by itself.
    pub fn wait(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child can be waited for") {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "the program does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
