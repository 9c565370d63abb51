//! What a running guest may say to its host, and how names become addresses.

use std::fmt;
use std::io;
use std::net::IpAddr;
use std::time::Duration;

use bulkhead_policy::{Budget, Denial, StateGrant};
use bulkhead_schema::{ToolError, ToolResult};
use futures::future::BoxFuture;

/// The severity of a log line, from RFC 5424, least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Of use to the author only.
    Debug,
    /// Normal operation.
    Info,
    /// Normal, but worth a look.
    Notice,
    /// May become an error.
    Warning,
    /// Something failed.
    Error,
    /// A part of the tool is down.
    Critical,
    /// Act at once.
    Alert,
    /// Unusable.
    Emergency,
}

impl Level {
    /// The name on the wire, which is MCP's.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Something that clients may have listed or read is not the same any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The list of tools.
    Tools,
    /// The list of resources.
    Resources,
    /// The list of prompts.
    Prompts,
    /// The resource of this URI.
    Resource(String),
}

/// How a call of another tool went.
#[derive(Clone, Debug, PartialEq)]
pub struct Called {
    /// What the other tool answered.
    pub answer: Result<ToolResult, ToolError>,
    /// The fuel that it used, which is taken from the caller's.
    pub fuel: u64,
}

/// What a guest wants of its state. Keys are whatever the guest gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateAsk {
    /// The value of a key.
    Get {
        /// The key.
        key: String,
    },
    /// To write a value.
    Set {
        /// The key.
        key: String,
        /// The value.
        value: Vec<u8>,
        /// The version that must be there: `None` is any, 0 is none.
        expected: Option<u64>,
        /// How long it lives; `None` is until it is deleted.
        life: Option<Duration>,
    },
    /// To delete a key.
    Delete {
        /// The key.
        key: String,
    },
    /// A page of the keys with this beginning.
    Keys {
        /// The beginning.
        prefix: String,
        /// Where the page starts.
        cursor: Option<String>,
    },
}

/// What became of a [`StateAsk`], each with its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateAnswer {
    /// The value, if there is one.
    Got(Option<StateEntry>),
    /// The new version.
    Written(u64),
    /// It is not there any more.
    Deleted,
    /// Keys in order, and where the next page starts.
    Keys {
        /// The keys.
        keys: Vec<String>,
        /// Absent on the last page.
        next: Option<String>,
    },
}

/// A value of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateEntry {
    /// The value.
    pub value: Vec<u8>,
    /// Changes with each write.
    pub version: u64,
}

/// The host's end of one call. Every method may be called from any thread and must return soon: the guest waits.
pub trait HostSide: Send + Sync {
    /// A line for the operator, already within the call's limits. `fields` is a JSON object, as text.
    fn log(&self, level: Level, message: &str, fields: Option<&str>);

    /// Whether a line of this level would be kept.
    fn log_enabled(&self, level: Level) -> bool;

    /// How far the call has come.
    fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>);

    /// Word of a change.
    fn changed(&self, change: Change);

    /// A call of another tool, through the whole pipeline, from what is left of this call's limits.
    fn call_tool(&self, name: String, arguments: String, budget: Budget) -> BoxFuture<'_, Called>;

    /// Reads, writes, deletes or lists the component's own state, which the permit grants.
    fn state(&self, grant: StateGrant, ask: StateAsk) -> BoxFuture<'_, Result<StateAnswer, ToolError>>;

    /// A capability was refused while the guest ran: for the record.
    fn denied(&self, denial: &Denial);
}

/// A host side that keeps nothing and offers no other tool: for a component that only describes itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl HostSide for Quiet {
    fn log(&self, _: Level, _: &str, _: Option<&str>) {}

    fn log_enabled(&self, _: Level) -> bool {
        false
    }

    fn progress(&self, _: f64, _: Option<f64>, _: Option<&str>) {}

    fn changed(&self, _: Change) {}

    fn call_tool(&self, _: String, _: String, _: Budget) -> BoxFuture<'_, Called> {
        let answer = Err(not_granted("No other tool can be called from here."));
        Box::pin(std::future::ready(Called { answer, fuel: 0 }))
    }

    fn state(&self, _: StateGrant, _: StateAsk) -> BoxFuture<'_, Result<StateAnswer, ToolError>> {
        Box::pin(std::future::ready(Err(not_granted("Nothing can be kept from here."))))
    }

    fn denied(&self, _: &Denial) {}
}

pub(crate) fn not_granted(message: &str) -> ToolError {
    ToolError { code: "not_granted".into(), message: message.into(), retryable: false, detail: None }
}

/// Turns a name into addresses. Asked once for each request; every address in the answer is checked.
pub trait Resolve: Send + Sync {
    /// The addresses of `host`.
    ///
    /// # Errors
    ///
    /// When the name does not exist or cannot be looked up.
    fn resolve(&self, host: &str, port: u16) -> BoxFuture<'_, io::Result<Vec<IpAddr>>>;
}

/// The operating system's resolver.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve(&self, host: &str, port: u16) -> BoxFuture<'_, io::Result<Vec<IpAddr>>> {
        let host = host.to_owned();
        Box::pin(async move {
            let found = tokio::net::lookup_host((host.as_str(), port)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}
