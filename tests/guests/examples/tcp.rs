//! Opens the connections that it is told.
#![allow(clippy::unwrap_used, missing_docs, reason = "a guest for tests, which crashes where it says so")]

use std::{
    io::{Read, Write},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream, UdpSocket},
};

use bulkhead_sdk::{ToolError, component, tool};

/// Connects, says something, and gives the answer with the address that it came from.
fn talk(address: &str, say: &[u8]) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    let peer = stream.peer_addr()?.ip();
    stream.write_all(say)?;
    stream.shutdown(Shutdown::Write)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(format!("{peer}: {answer}"))
}

/// Says something to a server.
#[tool]
fn tcp(address: String, say: String, #[arg(default = 1)] times: u32) -> Result<Vec<String>, ToolError> {
    (0..times).map(|_| Ok(talk(&address, say.as_bytes())?)).collect()
}

/// Sends so many bytes, and crashes when it cannot.
#[tool]
fn tcp_pump(address: String, bytes: usize) -> String {
    talk(&address, &vec![b'x'; bytes]).map(|answer| answer.len().to_string()).unwrap()
}

/// Keeps so many connections open at once, and crashes when there are fewer.
#[tool]
fn tcp_hold(address: String, times: usize) -> String {
    let open: Vec<_> = (0..times).map(|_| TcpStream::connect(&address).unwrap()).collect();
    open.len().to_string()
}

/// Goes straight to an address.
#[tool]
fn tcp_dial(address: String) -> Result<String, ToolError> {
    let address: SocketAddr = address.parse()?;
    TcpStream::connect(address)?;
    Ok("connected".to_owned())
}

/// Waits for a connection.
#[tool]
fn tcp_listen(address: String) -> Result<String, ToolError> {
    TcpListener::bind(address)?.accept()?;
    Ok("somebody came".to_owned())
}

/// Sends a datagram.
#[tool]
fn udp(address: String) -> Result<String, ToolError> {
    UdpSocket::bind("0.0.0.0:0")?.send_to(b"hello", address)?;
    Ok("sent".to_owned())
}

component! {
    name: "tcp",
    description: "Opens connections.",
    requests: [
        tcp("db.test:17811", reason = "To ask a database."),
        tcp("db.test:17812", reason = "To ask another."),
        tcp("127.77.0.9:17811", reason = "To ask one that has no name."),
    ],
    tools: [tcp, tcp_pump, tcp_hold, tcp_dial, tcp_listen, udp],
}
