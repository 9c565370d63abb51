//! What a guest is given: answers to its questions, and the results of other tools.

use bulkhead_schema as host;
use serde_json::{Map, Value};

use crate::bindings::types as guest;

pub(crate) fn resumption_to_guest(resumption: host::Resumption) -> guest::Resumption {
    let answers = resumption
        .answers
        .into_iter()
        .map(|keyed| guest::KeyedAnswer { key: keyed.key, answer: answer(keyed.answer) });
    guest::Resumption { answers: answers.collect(), state: resumption.state }
}

fn answer(answer: host::Answer) -> guest::Answer {
    match answer {
        host::Answer::Person { action, content } => guest::Answer::Person(guest::PersonAnswer {
            action: match action {
                host::PersonAction::Accept => guest::PersonAction::Accept,
                host::PersonAction::Decline => guest::PersonAction::Decline,
                host::PersonAction::Cancel => guest::PersonAction::Cancel,
            },
            content: content.map(|value| value.to_string()),
        }),
        host::Answer::Sampling(result) => guest::Answer::Sampling(result.to_string()),
        host::Answer::Roots(roots) => guest::Answer::Roots(
            roots.into_iter().map(|root| guest::Root { uri: root.uri, name: root.name }).collect(),
        ),
    }
}

pub(crate) fn error_to_guest(error: host::ToolError) -> guest::ToolError {
    guest::ToolError {
        code: error.code,
        message: error.message,
        retryable: error.retryable,
        detail: error.detail.map(|value| value.to_string()),
    }
}

pub(crate) fn result_to_guest(result: host::ToolResult) -> guest::ToolResult {
    guest::ToolResult {
        content: result.content.into_iter().map(content).collect(),
        structured: result.structured.map(|value| value.to_string()),
    }
}

fn content(content: host::Content) -> guest::Content {
    guest::Content {
        block: block(content.block),
        annotations: content.annotations.map(|annotations| guest::ContentAnnotations {
            audience: annotations.audience.into_iter().map(role).collect(),
            priority: annotations.priority,
            last_modified: annotations.last_modified,
        }),
        meta: text(content.meta),
    }
}

fn role(role: host::Role) -> guest::Role {
    match role {
        host::Role::User => guest::Role::User,
        host::Role::Assistant => guest::Role::Assistant,
    }
}

fn block(block: host::Block) -> guest::Block {
    match block {
        host::Block::Text(text) => guest::Block::Text(text),
        host::Block::Image(data) => guest::Block::Image(media(data)),
        host::Block::Audio(data) => guest::Block::Audio(media(data)),
        host::Block::Resource(contents) => guest::Block::Resource(guest::ResourceContents {
            uri: contents.uri,
            mime_type: contents.mime_type,
            body: match contents.body {
                host::ResourceBody::Text(text) => guest::ResourceBody::Text(text),
                host::ResourceBody::Blob(bytes) => guest::ResourceBody::Blob(bytes),
            },
            meta: text(contents.meta),
        }),
        host::Block::ResourceLink(link) => guest::Block::ResourceLink(guest::ResourceLink {
            uri: link.uri,
            name: link.name,
            title: link.title,
            description: link.description,
            mime_type: link.mime_type,
            size: link.size,
            icons: link.icons.into_iter().map(icon).collect(),
        }),
    }
}

fn media(media: host::Media) -> guest::Media {
    guest::Media { data: media.data, mime_type: media.mime_type }
}

fn icon(icon: host::Icon) -> guest::Icon {
    guest::Icon {
        src: icon.src,
        mime_type: icon.mime_type,
        sizes: icon.sizes,
        theme: icon.theme.map(|theme| match theme {
            host::IconTheme::Light => guest::IconTheme::Light,
            host::IconTheme::Dark => guest::IconTheme::Dark,
        }),
    }
}

fn text(meta: Option<Map<String, Value>>) -> Option<String> {
    meta.map(|map| Value::Object(map).to_string())
}
