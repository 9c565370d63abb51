//! An event stream over HTTP that is read as it comes.

use std::{
    io::{BufRead, BufReader, Lines, Write},
    net::TcpStream,
    time::Duration,
};

use serde_json::Value;

use crate::program::Served;

/// The messages of a stream that has not ended.
pub struct Events {
    lines: Lines<BufReader<TcpStream>>,
    /// The status line and the headers.
    pub head: String,
}

impl Events {
    /// Posts a message with these headers; a read that takes longer than this time gives nothing.
    pub fn post(server: &Served, headers: &[(&str, &str)], message: &Value, time: Duration) -> Self {
        let body = message.to_string();
        let length = body.len().to_string();
        let own = [("Content-Type", "application/json"), ("Content-Length", length.as_str())];
        Self::open(server, "POST", &[&own, headers].concat(), &body, time)
    }

    /// Gets a stream with these headers; a read that takes longer than this time gives nothing.
    pub fn get(server: &Served, headers: &[(&str, &str)], time: Duration) -> Self {
        Self::open(server, "GET", headers, "", time)
    }

    fn open(server: &Served, method: &str, headers: &[(&str, &str)], body: &str, time: Duration) -> Self {
        let mut stream = TcpStream::connect(server.address()).expect("the server listens");
        stream.set_read_timeout(Some(time)).expect("a limit is set");
        let host = server.address();
        let mut request = format!(
            "{method} /mcp HTTP/1.1\r\nHost: {host}\r\nAccept: application/json, text/event-stream\r\n"
        );
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        stream.write_all(format!("{request}\r\n{body}").as_bytes()).expect("the server reads");
        let mut lines = BufReader::new(stream).lines();
        let head = lines.by_ref().map_while(Result::ok).take_while(|line| !line.is_empty());
        let head = head.collect::<Vec<_>>().join("\n");
        Self { lines, head }
    }
}

impl Iterator for Events {
    type Item = Value;

    /// The next message; what stands between messages (sizes of chunks, comments, names of events) is left out.
    fn next(&mut self) -> Option<Value> {
        loop {
            let line = self.lines.next()?.ok()?;
            let data = line.strip_prefix("data:").map_or(line.as_str(), str::trim_start);
            if data.starts_with('{') {
                return Some(serde_json::from_str(data).expect("an event is a message"));
            }
        }
    }
}
