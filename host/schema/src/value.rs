//! What goes into a call and what comes out of it, field for field what `wit/types.wit` declares. JSON has been parsed
//! here; nothing else is interpreted.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::definition::Icon;

/// Why a call did not succeed, for the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolError {
    /// A stable name in `snake_case`.
    pub code: String,
    /// What went wrong and what to try instead.
    pub message: String,
    /// Whether the same call may succeed later without any change.
    pub retryable: bool,
    /// Anything more that a program could use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Value>,
}

/// How a call, a read or the filling in of a prompt went on.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome<T = ToolResult> {
    /// It is done, and this is what came of it.
    Complete(T),
    /// It needs answers and is asked for again with them.
    InputRequired(InputRequest),
}

/// What a successful call gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolResult {
    /// For the model to read.
    pub content: Vec<Content>,
    /// One JSON value that conforms to the tool's output schema.
    pub structured: Option<Value>,
}

/// A block with the hints that belong to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Content {
    /// The content.
    pub block: Block,
    /// Hints for the client that shows it.
    pub annotations: Option<ContentAnnotations>,
    /// MCP's `_meta`.
    pub meta: Option<Map<String, Value>>,
}

impl Content {
    /// Text without hints.
    pub fn text(text: impl Into<String>) -> Self {
        Self { block: Block::Text(text.into()), annotations: None, meta: None }
    }
}

/// One piece of what a tool says.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Plain text.
    Text(String),
    /// A picture.
    Image(Media),
    /// A piece of audio.
    Audio(Media),
    /// A resource, embedded.
    Resource(ResourceContents),
    /// A resource by name.
    ResourceLink(ResourceLink),
}

/// Bytes of a known kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Media {
    /// The bytes, not encoded.
    pub data: Vec<u8>,
    /// Such as `image/png`.
    pub mime_type: String,
}

/// A resource with its content.
#[derive(Clone, Debug, PartialEq)]
pub struct ResourceContents {
    /// Its URI.
    pub uri: String,
    /// Such as `text/plain`.
    pub mime_type: Option<String>,
    /// Its content.
    pub body: ResourceBody,
    /// MCP's `_meta`.
    pub meta: Option<Map<String, Value>>,
}

/// The text or the bytes of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceBody {
    /// Text.
    Text(String),
    /// Bytes, not encoded.
    Blob(Vec<u8>),
}

/// A resource by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceLink {
    /// Its URI.
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
}

/// Hints about a piece of content.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContentAnnotations {
    /// Whom it is for; empty means everyone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub audience: Vec<Role>,
    /// From 0.0 (may be dropped) to 1.0 (needed).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<f64>,
    /// An ISO 8601 time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<String>,
}

/// Who speaks, or who something is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
}

/// What a guest needs before it can go on.
#[derive(Clone, Debug, PartialEq)]
pub struct InputRequest {
    /// The questions; may be empty.
    pub questions: Vec<KeyedQuestion>,
    /// The guest's own notes.
    pub state: Vec<u8>,
}

/// A question under a key that its answer will carry.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyedQuestion {
    /// The key.
    pub key: String,
    /// The question.
    pub question: Question,
}

/// What a tool may ask of the other side.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// A form for the person.
    Form {
        /// What is asked.
        message: String,
        /// A flat JSON Schema of the fields.
        schema: Value,
    },
    /// A page for the person.
    Url {
        /// Why.
        message: String,
        /// The page.
        url: String,
    },
    /// The `params` of MCP's `sampling/createMessage`.
    Sampling(Value),
    /// The directories that the client works in.
    Roots,
}

/// An answer under its question's key.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyedAnswer {
    /// The question's key.
    pub key: String,
    /// The answer.
    pub answer: Answer,
}

/// An answer, of the kind that its question asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// To a form or a page.
    Person {
        /// What the person did.
        action: PersonAction,
        /// The form's fields.
        content: Option<Value>,
    },
    /// The result of MCP's `sampling/createMessage`.
    Sampling(Value),
    /// The client's directories.
    Roots(Vec<Root>),
}

/// What the person did with a form or a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonAction {
    /// Agreed.
    Accept,
    /// Said no.
    Decline,
    /// Closed it.
    Cancel,
}

/// A directory that the client works in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// A `file:` URI.
    pub uri: String,
    /// A name for people.
    pub name: Option<String>,
}

/// What the second and later calls carry.
#[derive(Clone, Debug, PartialEq)]
pub struct Resumption {
    /// The state of the call before.
    pub state: Vec<u8>,
    /// The answers so far.
    pub answers: Vec<KeyedAnswer>,
}
