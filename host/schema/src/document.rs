//! What a component offers beside tools: resources that a client reads by URI, prompts that a person picks, and suggestions
//! while one of their arguments is filled in. Field for field what `wit/documents.wit` declares.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::definition::Icon;
use crate::value::{Content, ContentAnnotations, Outcome, ResourceContents, Role};

/// What is done with them, by MCP's names: permits and the record have these where a call of a tool has the tool's name.
pub mod method {
    /// One page of a component's resources.
    pub const LIST_RESOURCES: &str = "resources/list";
    /// One resource.
    pub const READ_RESOURCE: &str = "resources/read";
    /// One prompt, filled in.
    pub const GET_PROMPT: &str = "prompts/get";
    /// Suggestions for one argument.
    pub const COMPLETE: &str = "completion/complete";
}

/// `resources.resource-definition`: a resource as it is listed.
#[derive(Clone, Debug, PartialEq)]
pub struct ResourceDefinition {
    /// By which it is read.
    pub uri: String,
    /// Its name.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is.
    pub description: Option<String>,
    /// Such as `text/plain`.
    pub mime_type: Option<String>,
    /// In bytes.
    pub size: Option<u64>,
    /// Pictures for a client to show.
    pub icons: Vec<Icon>,
    /// Hints for the client that shows it.
    pub annotations: Option<ContentAnnotations>,
    /// Passed on as MCP's `_meta`.
    pub meta: Option<Map<String, Value>>,
}

/// `resources.resource-template`: a family of resources.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResourceTemplate {
    /// RFC 6570, such as `note://{year}/{title}`.
    pub uri_template: String,
    /// Its name.
    pub name: String,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What its resources are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Such as `text/plain`, when it is the same for all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Pictures for a client to show.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub icons: Vec<Icon>,
    /// Hints for the client that shows them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<ContentAnnotations>,
    /// Passed on as MCP's `_meta`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
}

/// `resources.resource-page`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResourcePage {
    /// In a stable order.
    pub resources: Vec<ResourceDefinition>,
    /// Where the next page starts; `None` on the last.
    pub next: Option<String>,
}

/// `resources.read-outcome`: how a read went on. Several contents when the URI names a collection.
pub type ReadOutcome = Outcome<Vec<ResourceContents>>;

/// `prompts.prompt-definition`: a prompt as it is listed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PromptDefinition {
    /// Unique in the host.
    pub name: String,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// In the author's order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<PromptArgument>,
    /// Pictures for a client to show.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub icons: Vec<Icon>,
    /// Passed on as MCP's `_meta`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
}

/// `prompts.prompt-argument`: its value is text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PromptArgument {
    /// Unique in the prompt.
    pub name: String,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What to write.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether it must be there.
    #[serde(default)]
    pub required: bool,
}

/// `prompts.prompt-outcome`: how filling in went on.
pub type PromptOutcome = Outcome<PromptResult>;

/// `prompts.prompt-result`: a prompt with its values filled in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PromptResult {
    /// What came of it.
    pub description: Option<String>,
    /// In the order of the conversation.
    pub messages: Vec<PromptMessage>,
}

/// `prompts.prompt-message`.
#[derive(Clone, Debug, PartialEq)]
pub struct PromptMessage {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub content: Content,
}

/// `completion.completion-target`: what is being filled in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CompletionTarget {
    /// An argument of the prompt of this name.
    Prompt(String),
    /// A variable of this URI template.
    Template(String),
}

/// `completion.completion-request`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletionRequest {
    /// What is being filled in.
    pub target: CompletionTarget,
    /// The argument at hand.
    pub argument: String,
    /// What has been typed of it.
    pub typed: String,
    /// Values that are known already, by name.
    pub known: Vec<(String, String)>,
}

/// `completion.suggestions`, best first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suggestions {
    /// At most [`Suggestions::MOST`].
    pub values: Vec<String>,
    /// How many there are in all, when known.
    pub total: Option<u64>,
    /// Whether there are more than these.
    pub has_more: bool,
}

impl Suggestions {
    /// How many values one answer may have: MCP's limit.
    pub const MOST: usize = 100;
}
