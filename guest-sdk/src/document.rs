//! What a component offers beside tools: resources, prompts, and suggestions while one of their arguments is filled in.

use serde_json::{Map, Value};

use crate::{
    Content, ContentAnnotations, Icon, InputRequest, IntoToolError, ResourceBody, ResourceContents, Role,
    ToolError,
};

/// A resource as it is listed.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// MCP's `_meta`.
    pub meta: Option<Map<String, Value>>,
}

impl ResourceDefinition {
    /// A resource of which only the URI and the name are known.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self { uri: uri.into(), name: name.into(), ..Self::default() }
    }
}

/// A family of resources.
#[derive(Clone, Debug, PartialEq)]
pub struct ResourceTemplate {
    /// RFC 6570, such as `note://{year}/{title}`.
    pub uri_template: String,
    /// Its name.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What its resources are.
    pub description: Option<String>,
    /// Such as `text/plain`, when it is the same for all of them.
    pub mime_type: Option<String>,
    /// Pictures for a client to show.
    pub icons: Vec<Icon>,
    /// Hints for the client that shows them.
    pub annotations: Option<ContentAnnotations>,
    /// MCP's `_meta`.
    pub meta: Option<Map<String, Value>>,
}

/// A page of resources, for `list_resources` of [`component!`](crate::component!).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResourcePage {
    /// In a stable order.
    pub resources: Vec<ResourceDefinition>,
    /// Where the next page starts; `None` on the last.
    pub next: Option<String>,
}

/// How a read went on.
#[derive(Clone, Debug, PartialEq)]
pub enum ReadOutcome {
    /// It is read: at least one, several when the URI names a collection.
    Complete(Vec<ResourceContents>),
    /// It needs answers, and is read again with them.
    InputRequired(InputRequest),
}

/// A prompt as it is listed.
#[derive(Clone, Debug, PartialEq)]
pub struct PromptDefinition {
    /// Unique in the host.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// In the author's order.
    pub arguments: Vec<PromptArgument>,
    /// Pictures for a client to show.
    pub icons: Vec<Icon>,
    /// MCP's `_meta`.
    pub meta: Option<Map<String, Value>>,
}

/// A parameter of a prompt. Its value is text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptArgument {
    /// Unique in the prompt.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What to write.
    pub description: Option<String>,
    /// Whether it must be there.
    pub required: bool,
}

/// One message of a prompt.
#[derive(Clone, Debug, PartialEq)]
pub struct PromptMessage {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub content: Content,
}

impl PromptMessage {
    /// What the person says.
    pub fn user(content: impl Into<Content>) -> Self {
        Self { role: Role::User, content: content.into() }
    }

    /// What the model has said.
    pub fn assistant(content: impl Into<Content>) -> Self {
        Self { role: Role::Assistant, content: content.into() }
    }
}

/// A prompt with its values filled in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PromptResult {
    /// What came of it.
    pub description: Option<String>,
    /// In the order of the conversation.
    pub messages: Vec<PromptMessage>,
}

/// How filling in went on.
#[derive(Clone, Debug, PartialEq)]
pub enum PromptOutcome {
    /// It is filled in.
    Complete(PromptResult),
    /// It needs answers, and is filled in again with them.
    InputRequired(InputRequest),
}

/// Values that are known already while another is filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known(Vec<(String, String)>);

impl Known {
    /// These, by name.
    pub fn new(values: impl IntoIterator<Item = (String, String)>) -> Self {
        Self(values.into_iter().collect())
    }

    /// The value of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// What could stand where the person is writing, best first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suggestions {
    /// At most 100; the host cuts what is beyond.
    pub values: Vec<String>,
    /// How many there are in all, when known.
    pub total: Option<u64>,
    /// Whether there are more than these.
    pub has_more: bool,
}

impl<T: Into<String>> FromIterator<T> for Suggestions {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self { values: values.into_iter().map(Into::into).collect(), ..Self::default() }
    }
}

impl<T: Into<String>> From<Vec<T>> for Suggestions {
    fn from(values: Vec<T>) -> Self {
        values.into_iter().collect()
    }
}

/// What a `#[resource]` function may return.
#[diagnostic::on_unimplemented(
    message = "a resource cannot be `{Self}`",
    note = "return `String`, `Vec<u8>`, `ResourceContents`, a `Vec` of them, `ReadOutcome`, or a `Result` of one of these"
)]
pub trait Readable {
    /// As an outcome; `uri` and `mime_type` are for those that do not say them.
    ///
    /// # Errors
    ///
    /// The function's own.
    fn read(self, uri: &str, mime_type: Option<&str>) -> Result<ReadOutcome, ToolError>;
}

fn body(body: ResourceBody, uri: &str, mime_type: Option<&str>) -> Result<ReadOutcome, ToolError> {
    let mime_type = mime_type.map(str::to_owned);
    Ok(ReadOutcome::Complete(vec![ResourceContents { uri: uri.to_owned(), mime_type, body, meta: None }]))
}

impl Readable for String {
    fn read(self, uri: &str, mime_type: Option<&str>) -> Result<ReadOutcome, ToolError> {
        body(ResourceBody::Text(self), uri, mime_type)
    }
}

impl Readable for &'static str {
    fn read(self, uri: &str, mime_type: Option<&str>) -> Result<ReadOutcome, ToolError> {
        self.to_owned().read(uri, mime_type)
    }
}

impl Readable for Vec<u8> {
    fn read(self, uri: &str, mime_type: Option<&str>) -> Result<ReadOutcome, ToolError> {
        body(ResourceBody::Blob(self), uri, mime_type)
    }
}

impl Readable for ResourceContents {
    fn read(self, _: &str, _: Option<&str>) -> Result<ReadOutcome, ToolError> {
        Ok(ReadOutcome::Complete(vec![self]))
    }
}

impl Readable for Vec<ResourceContents> {
    fn read(self, _: &str, _: Option<&str>) -> Result<ReadOutcome, ToolError> {
        Ok(ReadOutcome::Complete(self))
    }
}

impl Readable for ReadOutcome {
    fn read(self, _: &str, _: Option<&str>) -> Result<ReadOutcome, ToolError> {
        Ok(self)
    }
}

impl<T: Readable, E: IntoToolError> Readable for Result<T, E> {
    fn read(self, uri: &str, mime_type: Option<&str>) -> Result<ReadOutcome, ToolError> {
        self.map_err(IntoToolError::into_tool_error)?.read(uri, mime_type)
    }
}

/// What a `#[prompt]` function may return.
#[diagnostic::on_unimplemented(
    message = "a prompt cannot be `{Self}`",
    note = "return `String`, `Content`, `PromptMessage`, a `Vec` of messages, `PromptResult`, `PromptOutcome`, or a `Result` \
            of one of these"
)]
pub trait Prompting {
    /// As an outcome.
    ///
    /// # Errors
    ///
    /// The function's own.
    fn prompt(self) -> Result<PromptOutcome, ToolError>;
}

impl Prompting for String {
    fn prompt(self) -> Result<PromptOutcome, ToolError> {
        Content::text(self).prompt()
    }
}

impl Prompting for &'static str {
    fn prompt(self) -> Result<PromptOutcome, ToolError> {
        Content::text(self).prompt()
    }
}

impl Prompting for Content {
    fn prompt(self) -> Result<PromptOutcome, ToolError> {
        PromptMessage::user(self).prompt()
    }
}

impl Prompting for PromptMessage {
    fn prompt(self) -> Result<PromptOutcome, ToolError> {
        vec![self].prompt()
    }
}

impl Prompting for Vec<PromptMessage> {
    fn prompt(self) -> Result<PromptOutcome, ToolError> {
        PromptResult { description: None, messages: self }.prompt()
    }
}

impl Prompting for PromptResult {
    fn prompt(self) -> Result<PromptOutcome, ToolError> {
        Ok(PromptOutcome::Complete(self))
    }
}

impl Prompting for PromptOutcome {
    fn prompt(self) -> Result<PromptOutcome, ToolError> {
        Ok(self)
    }
}

impl<T: Prompting, E: IntoToolError> Prompting for Result<T, E> {
    fn prompt(self) -> Result<PromptOutcome, ToolError> {
        self.map_err(IntoToolError::into_tool_error)?.prompt()
    }
}
