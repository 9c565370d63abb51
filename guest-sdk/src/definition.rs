//! What a component says of itself and of its tools, as `wit/manifest.wit` and `wit/tools.wit` declare it.

use serde_json::{Map, Value};

/// A component's own description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentInfo {
    /// Such as `files`.
    pub name: String,
    /// Semantic version, such as `1.2.0`.
    pub version: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is for, in one or two sentences.
    pub description: String,
    /// Where to read more.
    pub website: Option<String>,
    /// Pictures for a client to show.
    pub icons: Vec<Icon>,
    /// What the author wants to use, with a reason each.
    pub requests: Vec<Request>,
}

/// A capability with the reason that the operator reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What is asked for.
    pub capability: Capability,
    /// One sentence for the operator.
    pub reason: String,
    /// Whether the component is of use without it.
    pub optional: bool,
}

/// Something outside the sandbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Capability {
    /// HTTP requests, as the policy file writes them: `GET,POST https://api.example.com/v1/*`.
    Http(String),
    /// A directory at an absolute guest path.
    Directory {
        /// Such as `/notes`.
        path: String,
        /// Whether it is only read.
        access: DirectoryAccess,
    },
    /// An environment variable, by name.
    Environment(String),
    /// A secret that the host puts into requests.
    Secret {
        /// The guest's name for it.
        name: String,
        /// What the guest expects it to be used for, such as `https://erp.example.com`.
        to: String,
    },
    /// A TCP connection, as `host:port`.
    Tcp(String),
    /// Another tool, by name.
    Call(String),
    /// The component's own key-value state.
    State,
}

/// Whether a directory is only read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectoryAccess {
    /// Only read.
    Read,
    /// Read and write.
    Write,
}

/// A tool as it is listed.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolDefinition {
    /// Unique in the host.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// For the model.
    pub description: String,
    /// A JSON Schema (2020-12) of an object.
    pub input_schema: Value,
    /// A JSON Schema (2020-12) of an object, when the result is structured.
    pub output_schema: Option<Value>,
    /// Hints for the client.
    pub annotations: ToolAnnotations,
    /// Pictures for a client to show.
    pub icons: Vec<Icon>,
    /// Words that a search may find it by.
    pub tags: Vec<String>,
    /// MCP's `_meta`.
    pub meta: Option<Map<String, Value>>,
}

/// Hints for the client and the person. The host's decisions never rest on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToolAnnotations {
    /// Changes nothing outside the sandbox.
    pub read_only: bool,
    /// May overwrite or delete.
    pub destructive: bool,
    /// Doing it again with the same arguments changes nothing more.
    pub idempotent: bool,
    /// Reaches things beyond the operator's own, such as the web.
    pub open_world: bool,
}

/// A picture that a client may show beside a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Icon {
    /// An `https:` or `data:` URI.
    pub src: String,
    /// Such as `image/png`.
    pub mime_type: Option<String>,
    /// Such as `48x48`, or `any` for a format that scales.
    pub sizes: Vec<String>,
    /// The background it is drawn for.
    pub theme: Option<IconTheme>,
}

impl Icon {
    /// A picture of which only the place is known.
    pub fn new(src: impl Into<String>) -> Self {
        Self { src: src.into(), mime_type: None, sizes: Vec::new(), theme: None }
    }
}

/// The background that an icon is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IconTheme {
    /// A light one.
    Light,
    /// A dark one.
    Dark,
}
