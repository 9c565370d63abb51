//! The Model Context Protocol in front of [`bulkhead_dispatch`]: over standard input and output, and over Streamable
//! HTTP; every revision from 2024-11-05 to 2026-07-28, side by side on one endpoint.
//!
//! The values on the wire are those of the official SDK, `rmcp`. How messages are read, told apart, checked, routed and
//! ended is this crate's own: a process or a port that strangers write to needs answers where the SDK gives up
//! (malformed lines, batches, floods of sessions), and one path for both eras is shorter than a bridge between two.
//!
//! From the bottom up: `frame` knows JSON-RPC, `wire` the rules of 2026-07-28, `render` and `answers` the values of
//! every revision, `server` and `call` the methods, `stdio` and `http` the transports.
//!
//! This crate must never import the sandbox, the store, or wasmtime: everything goes through the dispatcher.

mod abilities;
mod answers;
mod batch;
mod call;
mod desk;
mod error;
mod frame;
mod http;
mod lines;
mod link;
mod list;
mod listen;
mod meta;
mod relay;
mod render;
mod revision;
mod seal;
mod server;
mod session;
mod settings;
mod stdio;
mod tasks;
#[cfg(test)]
mod testing;
mod wire;
mod wish;

pub use bulkhead_dispatch::Principal;
pub use error::Error;
pub use http::{http_service, serve_http};
/// Standard input and output of this process. Where both are pipes, they are read and written without a detour through
/// a pool of threads.
pub use rmcp::transport::io::stdio_pipes as standard_streams;
pub use settings::Settings;
pub use stdio::serve_stdio;
