//! Requests per second over HTTP. The clients are threads that write bytes and read them, so that little of what is
//! measured is theirs.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::Command;
use std::thread;

use crate::guests::Guests;
use crate::program::{self, Program, assert_echo, microseconds, rmcp_echo, serve};
use crate::table::{Row, median};

/// Enough to keep two cores busy.
const CONNECTIONS: usize = 8;
/// For each connection in each round.
const REQUESTS: usize = 250;
const ROUNDS: usize = 20;

pub fn measure(guests: &Guests) -> Vec<Row> {
    let start_host = |kind: &str, component: &[u8]| {
        let components = guests.directory(&format!("http {kind}"), component, 1);
        Program::start(serve(&components, &guests.cache(), &["--http", "127.0.0.1:0"]))
    };
    let start_rmcp = |mode: &str| {
        let mut command = Command::new(rmcp_echo());
        command.arg(mode);
        Program::start(command)
    };
    let mut plain = start_host("without WASI", &guests.plain);
    let mut wasi = start_host("with WASI", &guests.wasi);
    let (mut json, mut sessions) = (start_rmcp("json"), start_rmcp("sessions"));
    let [plain, wasi] = [plain.address(), wasi.address()];
    let [json, sessions] = [json.address(), sessions.address()];
    let goal = Some("≥ 0.8 ×");
    vec![
        row("2026-07-28, component without WASI; rmcp's fastest", goal, true, plain, json),
        row("2026-07-28, component with WASI; rmcp's fastest", goal, true, wasi, json),
        row("2025-11-25, component without WASI; rmcp's fastest", goal, false, plain, json),
        row("2025-11-25, component with WASI; rmcp's fastest", goal, false, wasi, json),
        row("2025-11-25, component with WASI; rmcp as it is by default", None, false, wasi, sessions),
    ]
}

fn row(what: &str, goal: Option<&'static str>, modern: bool, ours: SocketAddr, theirs: SocketAddr) -> Row {
    let (mut host, mut rmcp) = (clients(ours, modern), clients(theirs, modern));
    let (mut a, mut b, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let (x, y) = (rate(&mut host), rate(&mut rmcp));
        // The first round is for caches to fill.
        if round > 0 {
            a.push(x);
            b.push(y);
            ratios.push(x / y);
        }
    }
    let ratio = median(ratios);
    Row {
        what: format!("calls per second over HTTP, {CONNECTIONS} connections, {what}"),
        ours: format!("{:.0} /s", median(a)),
        theirs: format!("{:.0} /s", median(b)),
        compared: format!("{ratio:.2} ×"),
        goal: goal.unwrap_or_default(),
        met: goal.map(|_| ratio >= 0.8),
    }
}

fn rate(clients: &mut [Client]) -> f64 {
    let all = microseconds(|| {
        thread::scope(|scope| {
            for client in clients {
                scope.spawn(|| (0..REQUESTS).for_each(|_| client.call()));
            }
        });
    });
    (CONNECTIONS * REQUESTS) as f64 / (all / 1e6)
}

fn clients(address: SocketAddr, modern: bool) -> Vec<Client> {
    (0..CONNECTIONS).map(|_| Client::connect(address, modern)).collect()
}

/// A connection that is kept, and the bytes of a call.
struct Client {
    stream: BufReader<TcpStream>,
    request: Vec<u8>,
}

impl Client {
    fn connect(address: SocketAddr, modern: bool) -> Self {
        let stream = TcpStream::connect(address).expect("the program listens");
        stream.set_nodelay(true).expect("a socket can be set");
        let mut client = Self { stream: BufReader::new(stream), request: Vec::new() };
        let mut headers = String::new();
        if modern {
            headers
                .push_str("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: echo\r\n");
        } else {
            headers.push_str("MCP-Protocol-Version: 2025-11-25\r\n");
            if let Some(session) = client.handshake() {
                headers.push_str(&format!("Mcp-Session-Id: {session}\r\n"));
            }
        }
        client.request = post(&headers, &program::call(1, modern).to_string());
        client
    }

    /// What a legacy client does first. Gives the session, if the server has any.
    fn handshake(&mut self) -> Option<String> {
        let (head, _) = self.exchange(&post("", program::initialize().trim()));
        let session = header(&head, "mcp-session-id").map(str::to_owned);
        let in_session = session.as_ref().map(|id| format!("Mcp-Session-Id: {id}\r\n")).unwrap_or_default();
        let headers = format!("MCP-Protocol-Version: 2025-11-25\r\n{in_session}");
        self.exchange(&post(&headers, program::initialized().trim()));
        session
    }

    fn call(&mut self) {
        let request = std::mem::take(&mut self.request);
        let (_, body) = self.exchange(&request);
        self.request = request;
        assert_echo(&body);
    }

    fn exchange(&mut self, request: &[u8]) -> (String, String) {
        self.stream.get_mut().write_all(request).expect("the program reads");
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(self.stream.read_line(&mut head).expect("text") > 0, "the program closed: {head}");
        }
        let body = match header(&head, "content-length") {
            Some(length) => self.bytes(length.parse().expect("a number")),
            None if header(&head, "transfer-encoding").is_some() => self.chunks(),
            None => String::new(),
        };
        (head, body)
    }

    fn chunks(&mut self) -> String {
        let mut body = String::new();
        loop {
            let mut size = String::new();
            self.stream.read_line(&mut size).expect("text");
            let size = usize::from_str_radix(size.trim(), 16).expect("a size");
            body.push_str(&self.bytes(size));
            self.bytes(2);
            if size == 0 {
                return body;
            }
        }
    }

    fn bytes(&mut self, count: usize) -> String {
        let mut bytes = vec![0; count];
        self.stream.read_exact(&mut bytes).expect("a body");
        String::from_utf8(bytes).expect("text")
    }
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = head.lines().filter_map(|line| line.split_once(':'));
    lines.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}

fn post(headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}
