//! What a tool says.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::Icon;

/// A result with content of any kind.
///
/// ```
/// use bulkhead_sdk::{Content, ToolResult, tool};
///
/// /// Draws a dot.
/// #[tool(read_only, closed_world)]
/// fn draw() -> ToolResult {
///     let png = vec![0x89, b'P', b'N', b'G'];
///     ToolResult::new().text("Here it is:").content(Content::image(png, "image/png"))
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolResult {
    /// For the model to read. May be empty when `structured` says it all: the host then shows the JSON text.
    pub content: Vec<Content>,
    /// One JSON object, for programs.
    pub structured: Option<Value>,
}

impl ToolResult {
    /// Nothing said yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Self {
        self.content(Content::text(text))
    }

    /// Adds any content.
    #[must_use]
    pub fn content(mut self, content: Content) -> Self {
        self.content.push(content);
        self
    }

    /// Sets the JSON object for programs.
    #[must_use]
    pub fn structured(mut self, value: impl Into<Value>) -> Self {
        self.structured = Some(value.into());
        self
    }
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
    /// Content without hints.
    pub fn new(block: Block) -> Self {
        Self { block, annotations: None, meta: None }
    }

    /// Text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Block::Text(text.into()))
    }

    /// A picture, such as `image/png`. The bytes are not encoded.
    pub fn image(data: Vec<u8>, mime_type: impl Into<String>) -> Self {
        Self::new(Block::Image(Media { data, mime_type: mime_type.into() }))
    }

    /// A piece of audio, such as `audio/wav`. The bytes are not encoded.
    pub fn audio(data: Vec<u8>, mime_type: impl Into<String>) -> Self {
        Self::new(Block::Audio(Media { data, mime_type: mime_type.into() }))
    }

    /// A text resource, embedded.
    pub fn text_resource(
        uri: impl Into<String>,
        mime_type: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        Self::new(Block::Resource(ResourceContents {
            uri: uri.into(),
            mime_type: Some(mime_type.into()),
            body: ResourceBody::Text(text.into()),
            meta: None,
        }))
    }

    /// A resource of bytes, embedded.
    pub fn blob_resource(uri: impl Into<String>, mime_type: impl Into<String>, data: Vec<u8>) -> Self {
        Self::new(Block::Resource(ResourceContents {
            uri: uri.into(),
            mime_type: Some(mime_type.into()),
            body: ResourceBody::Blob(data),
            meta: None,
        }))
    }

    /// A resource by name, for the client to read when it wants to.
    pub fn link(link: ResourceLink) -> Self {
        Self::new(Block::ResourceLink(link))
    }

    /// Adds hints.
    #[must_use]
    pub fn annotated(mut self, annotations: ContentAnnotations) -> Self {
        self.annotations = Some(annotations);
        self
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<Cow<'_, str>> for Content {
    fn from(text: Cow<'_, str>) -> Self {
        Self::text(text)
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContentAnnotations {
    /// Whom it is for; empty means everyone.
    pub audience: Vec<Role>,
    /// From 0.0 (may be dropped) to 1.0 (needed).
    pub priority: Option<f64>,
    /// An ISO 8601 time.
    pub last_modified: Option<String>,
}

/// Who speaks, or who something is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
}
