//! What goes into a run and what comes out of it.

use std::time::Duration;

use bulkhead_policy::LimitSet;
use bulkhead_schema::{Outcome, Resumption};

use crate::Failure;

/// One call of one tool.
#[derive(Clone, Debug)]
pub struct Call {
    /// The guest's own name for the tool.
    pub tool: String,
    /// The arguments as JSON text, already checked against the tool's schema.
    pub arguments: String,
    /// Present when this call continues one that asked for input.
    pub resumption: Option<Resumption>,
}

/// A prompt to be filled in.
#[derive(Clone, Debug)]
pub struct PromptCall {
    /// The guest's own name for the prompt.
    pub name: String,
    /// Its arguments, by name; the required ones are there.
    pub arguments: Vec<(String, String)>,
    /// Present when this continues one that asked for input.
    pub resumption: Option<Resumption>,
}

/// How a run went and what it used.
#[derive(Debug)]
pub struct Report<T = Outcome> {
    /// What the guest answered, or why there is no answer.
    pub outcome: Result<T, Failure>,
    /// What it used, whatever the outcome.
    pub usage: Usage,
}

/// What one run used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Fuel burnt; about one unit for each WebAssembly instruction.
    pub fuel: u64,
    /// The most linear memory held at once, in bytes, all memories together.
    pub memory_peak: u64,
    /// Wall-clock time from the wait for a slot to the drop of the store.
    pub duration: Duration,
    /// Log lines passed on, standard output and error included.
    pub log_lines: u32,
    /// Log lines beyond the limits, dropped.
    pub log_dropped: u32,
    /// HTTP requests attempted, refused ones included.
    pub http_requests: u32,
    /// Bytes of the bodies of all HTTP requests and responses.
    pub http_bytes: u64,
    /// Bytes sent and received over TCP.
    pub tcp_bytes: u64,
    /// Bytes of the result's content.
    pub output_bytes: u64,
    /// Calls into the host, WASI's included.
    pub host_calls: u64,
    /// Bytes written to files, growth without content included.
    pub written: u64,
    /// Random bytes given.
    pub random: u64,
    /// What it reached for and was refused, whether or not that is on record.
    pub refusals: u32,
    /// Limits that the call ran into while it ran, whether or not that ended it.
    pub reached: LimitSet,
}
