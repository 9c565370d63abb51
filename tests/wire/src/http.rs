//! The program on a port, and requests written by hand.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// Longer than anything here takes, on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running program.
pub struct Server {
    child: Child,
    address: SocketAddr,
    _directory: TempDir,
}

impl Server {
    /// Starts one and waits until it answers.
    pub fn start() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let address = free_address();
        let child = Command::new(crate::program())
            .args(["serve", "--http", &address.to_string(), "--dir"])
            .arg(directory.path())
            .current_dir(directory.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let server = Self { child, address, _directory: directory };
        let start = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(start.elapsed() < PATIENCE, "the program does not listen on {address}");
            thread::sleep(Duration::from_millis(5));
        }
        server
    }

    /// Sends a request: `headers` instead of, and beside, those that every client sends.
    pub fn send(&self, method: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        send(self.address, method, headers, body)
    }

    /// Sends a message by POST.
    pub fn post(&self, headers: &[(&str, &str)], message: &Value) -> Answer {
        self.send("POST", headers, &message.to_string())
    }

    /// A connection for a client that does things in its own way.
    pub fn connect(&self) -> TcpStream {
        connect(self.address)
    }

    /// The program's resident memory in KiB, where the system tells.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix(" kB")?.trim().parse().ok()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the program listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout can be set");
    stream
}

/// Sends a request to whatever listens there: `headers` instead of, and beside, those that every client sends.
pub fn send(address: SocketAddr, method: &str, headers: &[(&str, &str)], body: &str) -> Answer {
    let mut stream = connect(address);
    let mut head =
        format!("{method} /mcp HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    let host = address.to_string();
    let usual = [
        ("Host", host.as_str()),
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/event-stream"),
    ];
    let replaced = |name: &str| headers.iter().any(|(other, _)| other.eq_ignore_ascii_case(name));
    let kept = usual.iter().filter(|(name, _)| !replaced(name));
    for (name, value) in kept.chain(headers) {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    // A server that refuses may close before it has read all; what it said still counts.
    let _ = stream.write_all(format!("{head}\r\n{body}").as_bytes());
    Answer::read(stream)
}

fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("a bound socket has an address")
}

/// A response.
#[derive(Debug)]
pub struct Answer {
    /// Such as 200.
    pub status: u16,
    /// Everything before the body.
    pub head: String,
    /// The body as it came.
    pub body: String,
}

impl Answer {
    fn read(mut stream: TcpStream) -> Self {
        let mut bytes = Vec::new();
        // A reset after the answer is no matter.
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Self { status: status.unwrap_or_default(), head: head.to_owned(), body: body.to_owned() }
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.lines().filter_map(|line| line.split_once(':'));
        headers.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    /// The body, which must be JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("not JSON: {self:?}"))
    }
}
