//! What a component says of itself: the embedded catalog, field for field what `wit/manifest.wit`,
//! `wit/tools.wit` and `wit/documents.wit` declare.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::document::{PromptDefinition, ResourceTemplate};

/// A component's own description and what it offers, as `bulkhead build` embeds them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalog {
    /// The component's description of itself.
    pub info: ComponentInfo,
    /// Its tools, in the author's order.
    pub tools: Vec<ToolDefinition>,
    /// The families of its resources, in the author's order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub templates: Vec<ResourceTemplate>,
    /// Its prompts, in the author's order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prompts: Vec<PromptDefinition>,
}

/// `manifest.component-info`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComponentInfo {
    /// Such as `files`.
    pub name: String,
    /// Semantic version.
    pub version: String,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it is for, in one or two sentences.
    pub description: String,
    /// Where to read more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
    /// Pictures for a client to show.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub icons: Vec<Icon>,
    /// What the author wants to use, with a reason each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<Request>,
}

/// `manifest.request`: a capability with the reason that the operator reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// What is asked for.
    pub capability: Capability,
    /// One sentence for the operator.
    pub reason: String,
    /// Whether the component is of use without it.
    #[serde(default)]
    pub optional: bool,
}

/// `manifest.capability`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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

/// `manifest.directory-access`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DirectoryAccess {
    /// Only read.
    Read,
    /// Read and write.
    Write,
}

/// `tools.tool-definition`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolDefinition {
    /// Unique in the host.
    pub name: String,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// For the model.
    pub description: String,
    /// A JSON Schema (2020-12) whose root is `"type": "object"`.
    pub input_schema: Value,
    /// A JSON Schema (2020-12) for `structured`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<Value>,
    /// Hints for the client.
    #[serde(default)]
    pub annotations: ToolAnnotations,
    /// Whether a call is answered with a preview and performed by a commit.
    #[serde(default)]
    pub previewed: bool,
    /// Pictures for a client to show.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub icons: Vec<Icon>,
    /// Words that a search may find it by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Passed on as MCP's `_meta`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
}

/// `tools.tool-annotations`. The default is the cautious reading that MCP prescribes for an absent hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolAnnotations {
    /// Changes nothing outside the sandbox.
    pub read_only: bool,
    /// May overwrite or delete.
    pub destructive: bool,
    /// Doing it again with the same arguments changes nothing more.
    pub idempotent: bool,
    /// Reaches things beyond the operator's own.
    pub open_world: bool,
}

impl Default for ToolAnnotations {
    fn default() -> Self {
        Self { read_only: false, destructive: true, idempotent: false, open_world: true }
    }
}

/// `types.icon`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Icon {
    /// An `https:` or `data:` URI.
    pub src: String,
    /// Such as `image/png`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Such as `48x48`, or `any`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<String>,
    /// The background it is drawn for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<IconTheme>,
}

/// `types.icon-theme`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IconTheme {
    /// For a light background.
    Light,
    /// For a dark background.
    Dark,
}
