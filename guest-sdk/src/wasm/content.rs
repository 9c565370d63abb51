//! Results and errors, between this crate's types and the contract's. Both ways, because a tool that calls another
//! gets what it gives.

use serde_json::{Map, Value};

use super::wit;
use crate::{
    Block, Content, ContentAnnotations, Media, ResourceBody, ResourceContents, ResourceLink, Role, ToolError,
    ToolResult,
};

impl From<ToolError> for wit::ToolError {
    fn from(error: ToolError) -> Self {
        Self {
            code: error.code().to_owned(),
            message: error.message().to_owned(),
            retryable: error.is_retryable(),
            detail: error.details().map(Value::to_string),
        }
    }
}

impl From<wit::ToolError> for ToolError {
    fn from(error: wit::ToolError) -> Self {
        let known = Self::new(error.code, error.message);
        let known = if error.retryable { known.retryable() } else { known };
        match error.detail {
            Some(detail) => known.detail(value(detail)),
            None => known,
        }
    }
}

/// The host gives JSON only; should it give anything else, the text itself says more than nothing.
pub(super) fn value(text: String) -> Value {
    serde_json::from_str(&text).unwrap_or(Value::String(text))
}

fn object(text: String) -> Option<Map<String, Value>> {
    match value(text) {
        Value::Object(fields) => Some(fields),
        _ => None,
    }
}

pub(super) fn text(fields: Map<String, Value>) -> String {
    Value::Object(fields).to_string()
}

impl From<ToolResult> for wit::ToolResult {
    fn from(result: ToolResult) -> Self {
        Self {
            content: result.content.into_iter().map(Into::into).collect(),
            structured: result.structured.map(|value| value.to_string()),
        }
    }
}

impl From<wit::ToolResult> for ToolResult {
    fn from(result: wit::ToolResult) -> Self {
        Self {
            content: result.content.into_iter().map(Into::into).collect(),
            structured: result.structured.map(value),
        }
    }
}

impl From<Content> for wit::Content {
    fn from(content: Content) -> Self {
        Self {
            block: content.block.into(),
            annotations: content.annotations.map(Into::into),
            meta: content.meta.map(text),
        }
    }
}

impl From<wit::Content> for Content {
    fn from(content: wit::Content) -> Self {
        Self {
            block: content.block.into(),
            annotations: content.annotations.map(Into::into),
            meta: content.meta.and_then(object),
        }
    }
}

pub(super) fn resource_contents(contents: ResourceContents) -> wit::ResourceContents {
    wit::ResourceContents {
        uri: contents.uri,
        mime_type: contents.mime_type,
        body: match contents.body {
            ResourceBody::Text(text) => wit::ResourceBody::Text(text),
            ResourceBody::Blob(bytes) => wit::ResourceBody::Blob(bytes),
        },
        meta: contents.meta.map(text),
    }
}

pub(super) fn role(role: Role) -> wit::Role {
    match role {
        Role::User => wit::Role::User,
        Role::Assistant => wit::Role::Assistant,
    }
}

impl From<Block> for wit::Block {
    fn from(block: Block) -> Self {
        match block {
            Block::Text(text) => Self::Text(text),
            Block::Image(Media { data, mime_type }) => Self::Image(wit::Media { data, mime_type }),
            Block::Audio(Media { data, mime_type }) => Self::Audio(wit::Media { data, mime_type }),
            Block::Resource(contents) => Self::Resource(resource_contents(contents)),
            Block::ResourceLink(link) => Self::ResourceLink(wit::ResourceLink {
                uri: link.uri,
                name: link.name,
                title: link.title,
                description: link.description,
                mime_type: link.mime_type,
                size: link.size,
                icons: link.icons.into_iter().map(Into::into).collect(),
            }),
        }
    }
}

impl From<wit::Block> for Block {
    fn from(block: wit::Block) -> Self {
        match block {
            wit::Block::Text(text) => Self::Text(text),
            wit::Block::Image(wit::Media { data, mime_type }) => Self::Image(Media { data, mime_type }),
            wit::Block::Audio(wit::Media { data, mime_type }) => Self::Audio(Media { data, mime_type }),
            wit::Block::Resource(contents) => Self::Resource(ResourceContents {
                uri: contents.uri,
                mime_type: contents.mime_type,
                body: match contents.body {
                    wit::ResourceBody::Text(text) => ResourceBody::Text(text),
                    wit::ResourceBody::Blob(bytes) => ResourceBody::Blob(bytes),
                },
                meta: contents.meta.and_then(object),
            }),
            wit::Block::ResourceLink(link) => Self::ResourceLink(ResourceLink {
                uri: link.uri,
                name: link.name,
                title: link.title,
                description: link.description,
                mime_type: link.mime_type,
                size: link.size,
                icons: link.icons.into_iter().map(Into::into).collect(),
            }),
        }
    }
}

impl From<ContentAnnotations> for wit::ContentAnnotations {
    fn from(annotations: ContentAnnotations) -> Self {
        Self {
            audience: annotations.audience.into_iter().map(role).collect(),
            priority: annotations.priority,
            last_modified: annotations.last_modified,
        }
    }
}

impl From<wit::ContentAnnotations> for ContentAnnotations {
    fn from(annotations: wit::ContentAnnotations) -> Self {
        let audience = annotations.audience.into_iter().map(|role| match role {
            wit::Role::User => Role::User,
            wit::Role::Assistant => Role::Assistant,
        });
        Self {
            audience: audience.collect(),
            priority: annotations.priority,
            last_modified: annotations.last_modified,
        }
    }
}
