//! Who calls, what is called, and what comes back.

use std::fmt;
use std::sync::Arc;

use bulkhead_policy::Principal;
use bulkhead_sandbox::Usage;
use bulkhead_schema::{Outcome, Resumption};
use serde_json::Value;

/// Who makes a call, and how it reached the host.
#[derive(Clone, Debug)]
pub struct Caller {
    /// On whose behalf.
    pub principal: Principal,
    /// Through which door.
    pub door: Door,
    /// The W3C `traceparent` that came with the request.
    pub trace: Option<String>,
}

/// The way a call came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Door {
    /// The command line.
    Cli,
    /// An application that links this crate.
    Library,
    /// The Model Context Protocol.
    Mcp {
        /// The revision that was negotiated or named by the request, such as `2025-11-25`.
        protocol: String,
        /// What carried it.
        transport: Transport,
    },
}

/// What carries an MCP message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// Lines on standard input and output.
    Stdio,
    /// Streamable HTTP.
    Http,
}

impl fmt::Display for Door {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Door::Cli => f.write_str("cli"),
            Door::Library => f.write_str("library"),
            Door::Mcp { protocol, transport: Transport::Stdio } => write!(f, "mcp/{protocol}/stdio"),
            Door::Mcp { protocol, transport: Transport::Http } => write!(f, "mcp/{protocol}/http"),
        }
    }
}

/// A call as it arrives: nothing in it has been checked.
#[derive(Clone, Debug)]
pub struct CallRequest {
    /// The tool's public name.
    pub tool: String,
    /// The arguments; absent means `{}`. Shared, because a request may be made twice and its arguments be long.
    pub arguments: Option<Arc<Value>>,
    /// Present when this call continues one that asked for input.
    pub resumption: Option<Resumption>,
}

impl CallRequest {
    /// A first call of `tool`.
    pub fn new(tool: impl Into<String>, arguments: Value) -> Self {
        Self { tool: tool.into(), arguments: Some(Arc::new(arguments)), resumption: None }
    }
}

/// A prompt to be filled in, as it is asked for: nothing in it has been checked.
#[derive(Clone, Debug)]
pub struct PromptRequest {
    /// The prompt's public name.
    pub prompt: String,
    /// Values by name.
    pub arguments: Vec<(String, String)>,
    /// Present when this continues one that asked for input.
    pub resumption: Option<Resumption>,
}

/// What a call that went through gives.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The tool's result, or its questions.
    pub outcome: Outcome,
    /// What the call cost.
    pub usage: Usage,
}
