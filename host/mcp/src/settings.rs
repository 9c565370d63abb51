//! What an operator may choose about the door.

use std::time::Duration;

/// How the door presents itself and what it lets in.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// The name that clients see.
    pub server_name: String,
    /// The version that clients see.
    pub server_version: String,
    /// Guidance for the model, sent once to each client.
    pub instructions: Option<String>,
    /// The longest message, in bytes: a line on stdio, a body over HTTP.
    pub body_limit: usize,
    /// Names beside the loopback ones that the `Host` header may have, such as `tools.example.com` (on any port) or
    /// `tools.example.com:8443`.
    pub allowed_hosts: Vec<String>,
    /// Origins beside the loopback ones whose web pages may call, such as `https://chat.example.com`.
    pub allowed_origins: Vec<String>,
    /// How many tools one page of `tools/list` has.
    pub page_size: usize,
    /// How long a client may keep a list before asking again.
    pub freshness: Duration,
    /// How many legacy sessions are kept over HTTP.
    pub sessions: usize,
    /// How long a legacy session is kept without a request.
    pub session_idle: Duration,
    /// How long a person or a client may take to answer a tool's question.
    pub answer_within: Duration,
}

impl Settings {
    /// The defaults, under this name and version.
    pub fn new(server_name: impl Into<String>, server_version: impl Into<String>) -> Self {
        Self {
            server_name: server_name.into(),
            server_version: server_version.into(),
            instructions: None,
            // A file in an argument fits; what a few hundred clients can make the host hold at once stays under 1 GiB.
            body_limit: 4 << 20,
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
            // A definition is about 1 KiB. Some clients read the first page only, so it is a generous one.
            page_size: 250,
            // A new tool is seen within a minute; a client that asks before each turn is spared the answer.
            freshness: Duration::from_secs(60),
            // About 500 bytes each. More at once than one host of tools has users.
            sessions: 1024,
            // A conversation that is picked up the next morning goes on.
            session_idle: Duration::from_secs(24 * 60 * 60),
            // Long enough to fetch a coffee, short enough that a forgotten dialogue does not stay for ever.
            answer_within: Duration::from_secs(10 * 60),
        }
    }
}

/// How long calls in flight may go on when the door closes. An orchestrator commonly kills after 30 seconds; a third of
/// that leaves time for everything else.
pub(crate) const DRAIN: Duration = Duration::from_secs(10);
