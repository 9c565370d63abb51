//! How much one call may use.

use std::time::Duration;

use crate::Budget;

/// The limits of one call. A limit that is reached ends the call with its own error code; the host and the other
/// tools do not notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of linear memory, over all memories of the component.
    pub memory: u64,
    /// Elements of all tables.
    pub table_elements: u64,
    /// Core instances that the component is made of.
    pub instances: u32,
    /// Units of fuel, about one for each WebAssembly instruction.
    pub fuel: u64,
    /// Wall-clock time, including what the call waits for.
    pub deadline: Duration,
    /// Bytes of the whole result: content, structured content and error.
    pub output: u64,
    /// Log lines; more are counted and dropped.
    pub log_lines: u32,
    /// Bytes of all log lines; more are counted and dropped.
    pub log_bytes: u64,
    /// Calls from the guest into the host, of every kind.
    pub host_calls: u64,
    /// Resources that are open at the same time: files, directories, streams, requests.
    pub handles: u32,
    /// HTTP requests.
    pub http_requests: u32,
    /// Bytes of one HTTP request's body.
    pub http_request: u64,
    /// Bytes of one HTTP response's body.
    pub http_response: u64,
    /// Bytes of the bodies of all HTTP requests and responses together.
    pub http_traffic: u64,
    /// Connections that are open at the same time, HTTP and TCP together.
    pub connections: u32,
    /// Bytes sent and received over TCP.
    pub tcp_traffic: u64,
    /// Bytes written to files.
    pub written: u64,
    /// Random bytes.
    pub random: u64,
    /// Calls of one component that run at the same time. What is beyond it waits, or is answered `busy`.
    pub concurrency: u32,
    /// Calls of one tool in a minute, for each principal.
    pub rate: u32,
}

const KIB: u64 = 1024;
const MIB: u64 = 1024 * KIB;

impl Default for Limits {
    fn default() -> Self {
        Self {
            // A hundred calls at once are 6.4 GiB of address space, and only what is touched is real. The largest
            // bundled tool needs less than half.
            memory: 64 * MIB,
            // What wasmtime's pool sets aside for a table by default. Large interpreters have about ten thousand.
            table_elements: 20_000,
            // A component made of a core module and the WASI adapter has four; linked languages have a few more.
            instances: 32,
            // Several seconds of processor time.
            fuel: 5_000_000_000,
            // Half of what MCP clients wait by default (60 s).
            deadline: Duration::from_secs(30),
            // About 64,000 tokens: already more than a model wants in one answer.
            output: 256 * KIB,
            // A page or two for a person to read.
            log_lines: 200,
            log_bytes: 64 * KIB,
            // Searching ten thousand files takes about a hundred thousand; at a few microseconds each this many use
            // up a good part of the deadline, which is what stops a guest that does nothing else.
            host_calls: 1_000_000,
            // A tree walk keeps one open for each level; nothing honest comes near.
            handles: 256,
            // Paging through a few lists. A tool that crawls is given more by name.
            http_requests: 50,
            // Requests carry queries and forms, not uploads.
            http_request: MIB,
            // Large pages of the web and large JSON answers; the guest holds it in its memory.
            http_response: 8 * MIB,
            // A few of the largest responses.
            http_traffic: 32 * MIB,
            // What a browser opens to one host, with room for a second.
            connections: 8,
            // As for HTTP: the rows of a few large queries.
            tcp_traffic: 32 * MIB,
            // As much as the memory that it is written from; enough for any edit, too little to fill a disk in one call.
            written: 64 * MIB,
            // Keys and identifiers take hundreds. Making a mebibyte takes a few milliseconds of the host's time.
            random: MIB,
            // With the default memory, one component never holds more than a gibibyte.
            concurrency: 16,
            // A hundred a second. No agent reads the answers of more; a loop that has lost its way makes thousands.
            rate: 6_000,
        }
    }
}

impl Limits {
    /// These, and no more than is left to the call that makes this one.
    pub(crate) fn within(self, budget: Budget) -> Self {
        Self { fuel: self.fuel.min(budget.fuel), deadline: self.deadline.min(budget.time), ..self }
    }

    /// For a component that describes itself: it returns constants, so that a tenth of a second of work is plenty,
    /// and there is nothing to log or to ask for. Memory is as for a call, because the same program starts.
    pub fn for_description() -> Self {
        Self {
            fuel: 200_000_000,
            deadline: Duration::from_secs(5),
            // The largest catalog of a public MCP server known here is 1.9 MB (the one for Microsoft 365).
            output: 4 * MIB,
            log_lines: 20,
            log_bytes: 4 * KIB,
            host_calls: 10_000,
            handles: 64,
            // No request can be made without a grant; one is the least that a limit can say.
            http_requests: 1,
            http_request: KIB,
            http_response: KIB,
            http_traffic: KIB,
            connections: 1,
            tcp_traffic: KIB,
            written: KIB,
            // The standard library seeds its hash maps.
            random: KIB,
            ..Self::default()
        }
    }
}
