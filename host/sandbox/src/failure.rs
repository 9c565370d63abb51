//! Why a run gave no result. `Display` is for the operator; [`Failure::for_model`] is for the model.

use std::time::Duration;

use bulkhead_policy::Limit;
use bulkhead_schema::ToolError;

/// Why a run gave no result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Failure {
    /// The tool itself said no.
    #[error("the tool failed: {}: {}", .0.code, .0.message)]
    Tool(ToolError),
    /// It used more instructions than it may.
    #[error("out of fuel: the call used all of its {limit} units")]
    OutOfFuel {
        /// Units of fuel.
        limit: u64,
    },
    /// It took longer than it may.
    #[error("deadline: the call took longer than {limit:?}")]
    Deadline {
        /// Wall-clock time.
        limit: Duration,
    },
    /// It asked for more memory than it may have.
    #[error("out of memory: the guest asked for more than {limit} bytes ({detail})")]
    OutOfMemory {
        /// Bytes, all memories together.
        limit: u64,
        /// How it ended.
        detail: String,
    },
    /// It asked for larger tables than it may have.
    #[error("out of table elements: the guest asked for more than {limit} ({detail})")]
    OutOfTable {
        /// Elements, all tables together.
        limit: u64,
        /// How it ended.
        detail: String,
    },
    /// It consists of more core instances than it may.
    #[error("too many instances: the component needs more than {limit} core instances, memories or tables")]
    TooManyInstances {
        /// Core instances.
        limit: u32,
    },
    /// It had more resources open at once than it may.
    #[error("too many handles: the guest had more than {limit} resources open at once")]
    TooManyHandles {
        /// Files, directories, streams, requests.
        limit: u32,
    },
    /// It called into the host more often than it may.
    #[error("too many host calls: the guest made more than {limit}")]
    TooManyHostCalls {
        /// Calls.
        limit: u64,
    },
    /// It went beyond another of its limits.
    #[error("{}: the guest went beyond `{}`, which is {most} ({detail})", limit.code(), limit.key())]
    OverLimit {
        /// Which.
        limit: Limit,
        /// What it allows, in its own unit.
        most: u64,
        /// How it ended.
        detail: String,
    },
    /// It recursed too deeply.
    #[error("stack overflow: the guest used all of its stack")]
    StackOverflow,
    /// Its result is larger than it may be.
    #[error("output too large: the result has more than {limit} bytes")]
    OutputTooLarge {
        /// Bytes of content.
        limit: u64,
    },
    /// Its result is not what the contract says.
    #[error("invalid output: {detail}")]
    InvalidOutput {
        /// What is wrong, and where.
        detail: String,
    },
    /// It crashed.
    #[error("trap: {detail}")]
    Trap {
        /// What happened, with the guest's own frames.
        detail: String,
    },
    /// It could not be run now.
    #[error("unavailable: {detail}")]
    Unavailable {
        /// What is missing.
        detail: String,
    },
    /// The host is at fault.
    #[error("internal: {detail}")]
    Internal {
        /// What happened.
        detail: String,
    },
}

/// The codes that only the host may give, beside those of the limits. A guest's error that uses one is reported as `tool_failed`. `unavailable` is
/// not among them: it means the same from either, that the same call may succeed later, and claims nothing of the host.
const RESERVED: &[&str] = &[
    "approval_needed",
    "bad_arguments",
    "denied",
    "input_required",
    "internal",
    "invalid_output",
    "not_granted",
    "trap",
    "unknown_tool",
];

impl Failure {
    /// The stable name, in `snake_case`.
    pub fn code(&self) -> &str {
        if let Some(limit) = self.limit() {
            return limit.code();
        }
        match self {
            Self::Tool(error) => &error.code,
            Self::InvalidOutput { .. } => "invalid_output",
            Self::Trap { .. } => "trap",
            Self::Unavailable { .. } => "unavailable",
            _ => "internal",
        }
    }

    /// The limit that ended the call, if one did.
    pub fn limit(&self) -> Option<Limit> {
        match self {
            Self::OutOfFuel { .. } => Some(Limit::Fuel),
            Self::Deadline { .. } => Some(Limit::Deadline),
            Self::OutOfMemory { .. } => Some(Limit::Memory),
            Self::OutOfTable { .. } => Some(Limit::TableElements),
            Self::TooManyInstances { .. } => Some(Limit::Instances),
            Self::TooManyHandles { .. } => Some(Limit::Handles),
            Self::TooManyHostCalls { .. } => Some(Limit::HostCalls),
            Self::OverLimit { limit, .. } => Some(*limit),
            Self::StackOverflow => Some(Limit::Stack),
            Self::OutputTooLarge { .. } => Some(Limit::Output),
            Self::Tool(_)
            | Self::InvalidOutput { .. }
            | Self::Trap { .. }
            | Self::Unavailable { .. }
            | Self::Internal { .. } => None,
        }
    }

    /// Whether the same call may succeed later without any change.
    pub fn retryable(&self) -> bool {
        match self {
            Self::Tool(error) => error.retryable,
            Self::Deadline { .. } | Self::Unavailable { .. } => true,
            Self::OutOfFuel { .. }
            | Self::OutOfMemory { .. }
            | Self::OutOfTable { .. }
            | Self::TooManyInstances { .. }
            | Self::TooManyHandles { .. }
            | Self::TooManyHostCalls { .. }
            | Self::OverLimit { .. }
            | Self::StackOverflow
            | Self::OutputTooLarge { .. }
            | Self::InvalidOutput { .. }
            | Self::Trap { .. }
            | Self::Internal { .. } => false,
        }
    }

    /// One or two sentences for the model: what went wrong and what to try. Paths, addresses and the guest's frames
    /// stay with the operator.
    pub fn for_model(&self) -> String {
        match self {
            Self::Tool(error) => error.message.clone(),
            Self::OutOfFuel { .. } => {
                "The tool used all the computing it is allowed. Ask for less at once.".into()
            }
            Self::Deadline { limit } => {
                format!("The tool did not answer within {limit:?}. Ask for less at once, or try again later.")
            }
            Self::OutOfMemory { limit, .. } => {
                format!("The tool needed more memory than its {limit} bytes. Ask for less at once.")
            }
            Self::OutOfTable { .. } | Self::TooManyInstances { .. } => {
                "The tool is larger than it is allowed to be. Its operator can raise the limit.".into()
            }
            Self::TooManyHandles { limit } => {
                format!(
                    "The tool had more than {limit} files or requests open at once. Ask for less at once."
                )
            }
            Self::TooManyHostCalls { limit } => {
                format!("The tool called its host more than {limit} times. Ask for less at once.")
            }
            Self::OverLimit { limit, most, .. } => over_limit(*limit, *most),
            Self::StackOverflow => "The tool ran out of stack. Try a less deeply nested input.".into(),
            Self::OutputTooLarge { limit } => {
                format!("The result is larger than {limit} bytes. Ask for a smaller part.")
            }
            Self::InvalidOutput { .. } => {
                "The tool answered with something that is not a valid result. Try other arguments.".into()
            }
            Self::Trap { .. } => "The tool crashed. Try other arguments.".into(),
            Self::Unavailable { .. } => "The tool cannot be run at the moment. Try again later.".into(),
            Self::Internal { .. } => "The host could not run the tool.".into(),
        }
    }

    /// A tool's own error. A code that is the host's becomes `tool_failed`, and the original goes into the detail, so
    /// that a guest cannot pretend to have been denied or stopped.
    pub(crate) fn tool(mut error: ToolError) -> Self {
        if is_reserved(&error.code) || !is_code(&error.code) {
            let original = std::mem::replace(&mut error.code, "tool_failed".into());
            error.detail = Some(serde_json::json!({ "code": original, "detail": error.detail }));
        }
        Self::Tool(error)
    }
}

fn over_limit(limit: Limit, most: u64) -> String {
    let what = match limit {
        Limit::Written => format!("wanted to write more than {most} bytes to files"),
        Limit::Random => format!("asked for more than {most} random bytes"),
        Limit::HttpRequests => format!("made more than {most} requests to other hosts"),
        Limit::HttpRequest => format!("wanted to send more than {most} bytes in one request"),
        Limit::HttpResponse => format!("was sent more than {most} bytes in one response"),
        Limit::HttpTraffic => format!("sent and received more than {most} bytes over HTTP"),
        Limit::Connections => format!("had more than {most} connections open at once"),
        Limit::TcpTraffic => format!("sent and received more than {most} bytes over TCP"),
        _ => format!("went beyond its {most} of {}", limit.key()),
    };
    format!("The tool {what}. Ask for less at once.")
}

fn is_reserved(code: &str) -> bool {
    RESERVED.contains(&code) || Limit::ALL.iter().any(|limit| limit.code() == code)
}

/// `snake_case`, and short enough for a log line.
fn is_code(text: &str) -> bool {
    const LONGEST: usize = 64;
    !text.is_empty()
        && text.len() <= LONGEST
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

#[cfg(test)]
mod tests;
