//! Makes the request that it is told.
#![allow(clippy::unwrap_used, missing_docs, reason = "a guest for tests, which crashes where it says so")]

use std::net::TcpStream;

use bulkhead_sdk::{ToolError, component, http, tool};
use schemars::JsonSchema;
use serde::Serialize;

/// More than any response here has.
const CAP: usize = 16 << 20;

#[derive(Serialize, JsonSchema)]
struct Heard {
    status: u16,
    location: Option<String>,
    body: String,
}

/// Makes one request.
#[tool(name = "http")]
fn request(
    #[arg(default = "GET".to_owned())] method: String,
    url: String,
    /// Bytes of body to send.
    #[arg(default)]
    body: usize,
    /// Such as `accept: text/plain`.
    header: Option<String>,
) -> Result<Heard, ToolError> {
    let mut request = http::Request::new(&method, &url).body(vec![b'z'; body]);
    if let Some((name, value)) = header.as_deref().and_then(|header| header.split_once(": ")) {
        request = request.header(name, value);
    }
    let response = request.send()?;
    let status = response.status;
    let location = response.header("location").map(str::to_owned);
    Ok(Heard { status, location, body: response.text(CAP)? })
}

/// Makes the same request so many times, and gives the length of the last answer.
#[tool]
fn http_often(url: String, times: u32) -> Result<usize, ToolError> {
    let mut length = 0;
    for _ in 0..times {
        length = http::get(&url).send()?.bytes(CAP)?.len();
    }
    Ok(length)
}

/// Asks once more than may be, and crashes then.
#[tool]
fn http_insist(
    #[arg(default = "GET".to_owned())] method: String,
    url: String,
    times: u32,
    body: usize,
) -> String {
    for _ in 0..times {
        let request = http::Request::new(&method, &url).body(vec![b'z'; body]);
        request.send().unwrap().bytes(CAP).unwrap();
    }
    format!("{times} times")
}

/// Leaves so many responses open, and crashes when it cannot.
#[tool]
fn http_hold(url: String, times: usize) -> String {
    let open: Vec<_> = (0..times).map(|_| http::get(&url).send().unwrap()).collect();
    open.len().to_string()
}

/// Tries the way around: a socket of its own.
#[tool]
fn socket(address: String) -> Result<String, ToolError> {
    TcpStream::connect(address)?;
    Ok("connected".to_owned())
}

component! {
    name: "http",
    description: "Makes requests.",
    requests: [
        http("GET,POST http://*:*/open/*", reason = "To ask a server."),
        http("GET http://api.test:*/*", reason = "To ask another."),
    ],
    tools: [request, http_often, http_insist, http_hold, socket],
}
