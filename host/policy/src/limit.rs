//! The limits by name: the key of the policy file, the code of the error, and which of them a call has reached.

use crate::Limits;

/// One of the fields of [`Limits`], or of the host's own settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Limit {
    /// Bytes of memory.
    Memory,
    /// Elements of tables.
    TableElements,
    /// Core instances.
    Instances,
    /// Bytes of stack, of `[host]`.
    Stack,
    /// Units of fuel.
    Fuel,
    /// Wall-clock time.
    Deadline,
    /// Bytes of result.
    Output,
    /// Log lines.
    LogLines,
    /// Bytes of log lines.
    LogBytes,
    /// Calls into the host.
    HostCalls,
    /// Open handles.
    Handles,
    /// HTTP requests.
    HttpRequests,
    /// Bytes of one request's body.
    HttpRequest,
    /// Bytes of one response's body.
    HttpResponse,
    /// Bytes of all bodies.
    HttpTraffic,
    /// Open connections.
    Connections,
    /// Bytes over TCP.
    TcpTraffic,
    /// Bytes written to files.
    Written,
    /// Random bytes.
    Random,
    /// Calls at the same time, and those that wait, of the component or of `[host]`.
    Concurrency,
    /// Calls in a minute.
    Rate,
}

impl Limit {
    /// Every limit, in the order of the documentation.
    pub const ALL: &[Limit] = &[
        Self::Memory,
        Self::TableElements,
        Self::Instances,
        Self::Stack,
        Self::Fuel,
        Self::Deadline,
        Self::Output,
        Self::LogLines,
        Self::LogBytes,
        Self::HostCalls,
        Self::Handles,
        Self::HttpRequests,
        Self::HttpRequest,
        Self::HttpResponse,
        Self::HttpTraffic,
        Self::Connections,
        Self::TcpTraffic,
        Self::Written,
        Self::Random,
        Self::Concurrency,
        Self::Rate,
    ];

    /// The key in the policy file.
    pub fn key(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::TableElements => "table_elements",
            Self::Instances => "instances",
            Self::Stack => "stack",
            Self::Fuel => "fuel",
            Self::Deadline => "deadline",
            Self::Output => "output",
            Self::LogLines => "log_lines",
            Self::LogBytes => "log_bytes",
            Self::HostCalls => "host_calls",
            Self::Handles => "handles",
            Self::HttpRequests => "http_requests",
            Self::HttpRequest => "http_request",
            Self::HttpResponse => "http_response",
            Self::HttpTraffic => "http_traffic",
            Self::Connections => "connections",
            Self::TcpTraffic => "tcp_traffic",
            Self::Written => "written",
            Self::Random => "random",
            Self::Concurrency => "concurrency",
            Self::Rate => "rate",
        }
    }

    /// The code of the error that a call ends with when it runs into the limit. Log lines that are too many end no call;
    /// they are counted and dropped.
    pub fn code(self) -> &'static str {
        match self {
            Self::Memory => "out_of_memory",
            Self::TableElements => "out_of_table",
            Self::Instances => "too_many_instances",
            Self::Stack => "stack_overflow",
            Self::Fuel => "out_of_fuel",
            Self::Deadline => "deadline",
            Self::Output => "output_too_large",
            Self::LogLines => "too_many_log_lines",
            Self::LogBytes => "too_much_logged",
            Self::HostCalls => "too_many_host_calls",
            Self::Handles => "too_many_handles",
            Self::HttpRequests => "too_many_http_requests",
            Self::HttpRequest => "http_request_too_large",
            Self::HttpResponse => "http_response_too_large",
            Self::HttpTraffic => "too_much_http",
            Self::Connections => "too_many_connections",
            Self::TcpTraffic => "too_much_tcp",
            Self::Written => "too_much_written",
            Self::Random => "too_much_random",
            Self::Concurrency => "busy",
            Self::Rate => "too_many_calls",
        }
    }

    /// How much it allows, in its own unit: bytes, a count, or milliseconds. `None` for the stack, which is the host's.
    pub fn most(self, limits: &Limits) -> Option<u64> {
        Some(match self {
            Self::Memory => limits.memory,
            Self::TableElements => limits.table_elements,
            Self::Instances => limits.instances.into(),
            Self::Stack => return None,
            Self::Fuel => limits.fuel,
            Self::Deadline => u64::try_from(limits.deadline.as_millis()).unwrap_or(u64::MAX),
            Self::Output => limits.output,
            Self::LogLines => limits.log_lines.into(),
            Self::LogBytes => limits.log_bytes,
            Self::HostCalls => limits.host_calls,
            Self::Handles => limits.handles.into(),
            Self::HttpRequests => limits.http_requests.into(),
            Self::HttpRequest => limits.http_request,
            Self::HttpResponse => limits.http_response,
            Self::HttpTraffic => limits.http_traffic,
            Self::Connections => limits.connections.into(),
            Self::TcpTraffic => limits.tcp_traffic,
            Self::Written => limits.written,
            Self::Random => limits.random,
            Self::Concurrency => limits.concurrency.into(),
            Self::Rate => limits.rate.into(),
        })
    }

    fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// Which limits a call has reached, whether or not that ended it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LimitSet(u32);

impl LimitSet {
    /// Adds one.
    pub fn insert(&mut self, limit: Limit) {
        self.0 |= limit.bit();
    }

    /// Whether it is in there.
    pub fn contains(self, limit: Limit) -> bool {
        self.0 & limit.bit() != 0
    }

    /// All of them, in the order of [`Limit::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Limit> {
        Limit::ALL.iter().copied().filter(move |limit| self.contains(*limit))
    }
}

#[cfg(test)]
mod tests;
