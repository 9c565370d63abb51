//! A web server on this machine, with a few pages.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

/// What a path answers with.
#[derive(Clone, Copy)]
pub struct Page {
    /// The status line's code and words.
    pub status: &'static str,
    /// A header, as `name: value`.
    pub header: &'static str,
    /// The body.
    pub body: &'static str,
}

/// The server. Its thread ends with the test's process.
pub struct Web {
    /// Where it listens.
    pub address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Web {
    /// Serves these pages.
    pub fn new(pages: &[(&'static str, Page)]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        let pages: BTreeMap<_, _> = pages.iter().copied().collect();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let record = asked.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let _ = answer(&stream, &pages, &record);
            }
        });
        Self { address, asked }
    }

    /// The request lines that came.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("no thread panicked").clone()
    }
}

fn answer(
    mut stream: &TcpStream,
    pages: &BTreeMap<&str, Page>,
    asked: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    asked.lock().expect("no thread panicked").push(first);
    let missing = Page { status: "404 Not Found", header: "content-type: text/plain", body: "no such page" };
    let Page { status, header, body } = pages.get(path.as_str()).copied().unwrap_or(missing);
    write!(
        stream,
        "HTTP/1.1 {status}\r\n{header}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )
}
