//! What a guest answers.

use bulkhead_schema as host;
use serde_json::Value;

use super::{Invalid, json, object};
use crate::bindings::tools::Outcome;
use crate::bindings::types as guest;

pub(crate) fn outcome(outcome: Outcome) -> Result<host::Outcome, Invalid> {
    match outcome {
        Outcome::Complete(result) => Ok(host::Outcome::Complete(tool_result(result)?)),
        Outcome::InputRequired(request) => Ok(host::Outcome::InputRequired(input_request(request)?)),
    }
}

/// A detail that is not JSON is kept as text: an error must not be lost over how it was written.
pub(crate) fn tool_error(error: guest::ToolError) -> host::ToolError {
    let guest::ToolError { code, message, retryable, detail } = error;
    let detail = detail.map(|text| serde_json::from_str(&text).unwrap_or(Value::String(text)));
    host::ToolError { code, message, retryable, detail }
}

fn tool_result(result: guest::ToolResult) -> Result<host::ToolResult, Invalid> {
    let structured = result.structured.map(|text| json("the structured content", &text)).transpose()?;
    let content = result.content.into_iter().enumerate().map(|(i, block)| content(i, block));
    Ok(host::ToolResult { content: content.collect::<Result<_, _>>()?, structured })
}

pub(super) fn content(i: usize, content: guest::Content) -> Result<host::Content, Invalid> {
    let meta = object(&format!("`meta` of content block {i}"), content.meta.as_deref())?;
    Ok(host::Content {
        block: block(i, content.block)?,
        annotations: content.annotations.map(annotations),
        meta,
    })
}

fn block(i: usize, block: guest::Block) -> Result<host::Block, Invalid> {
    Ok(match block {
        guest::Block::Text(text) => host::Block::Text(text),
        guest::Block::Image(data) => host::Block::Image(media(data)),
        guest::Block::Audio(data) => host::Block::Audio(media(data)),
        guest::Block::Resource(contents) => {
            let what = format!("`meta` of the resource in content block {i}");
            host::Block::Resource(resource_contents(&what, contents)?)
        }
        guest::Block::ResourceLink(link) => host::Block::ResourceLink(host::ResourceLink {
            uri: link.uri,
            name: link.name,
            title: link.title,
            description: link.description,
            mime_type: link.mime_type,
            size: link.size,
            icons: link.icons.into_iter().map(icon).collect(),
        }),
    })
}

pub(super) fn resource_contents(
    what: &str,
    contents: guest::ResourceContents,
) -> Result<host::ResourceContents, Invalid> {
    let meta = object(what, contents.meta.as_deref())?;
    Ok(host::ResourceContents {
        uri: contents.uri,
        mime_type: contents.mime_type,
        body: match contents.body {
            guest::ResourceBody::Text(text) => host::ResourceBody::Text(text),
            guest::ResourceBody::Blob(bytes) => host::ResourceBody::Blob(bytes),
        },
        meta,
    })
}

fn media(media: guest::Media) -> host::Media {
    host::Media { data: media.data, mime_type: media.mime_type }
}

pub(super) fn annotations(annotations: guest::ContentAnnotations) -> host::ContentAnnotations {
    host::ContentAnnotations {
        audience: annotations.audience.into_iter().map(role).collect(),
        // What JSON cannot say is no priority.
        priority: annotations.priority.filter(|priority| priority.is_finite()),
        last_modified: annotations.last_modified,
    }
}

pub(super) fn role(role: guest::Role) -> host::Role {
    match role {
        guest::Role::User => host::Role::User,
        guest::Role::Assistant => host::Role::Assistant,
    }
}

pub(super) fn icon(icon: guest::Icon) -> host::Icon {
    host::Icon {
        src: icon.src,
        mime_type: icon.mime_type,
        sizes: icon.sizes,
        theme: icon.theme.map(|theme| match theme {
            guest::IconTheme::Light => host::IconTheme::Light,
            guest::IconTheme::Dark => host::IconTheme::Dark,
        }),
    }
}

pub(super) fn input_request(request: guest::InputRequest) -> Result<host::InputRequest, Invalid> {
    let questions = request.questions.into_iter().map(|keyed| {
        let question = question(&keyed.key, keyed.question)?;
        Ok(host::KeyedQuestion { key: keyed.key, question })
    });
    Ok(host::InputRequest { questions: questions.collect::<Result<_, _>>()?, state: request.state })
}

fn question(key: &str, question: guest::Question) -> Result<host::Question, Invalid> {
    Ok(match question {
        guest::Question::Form(form) => host::Question::Form {
            message: form.message,
            schema: json(&format!("the schema of the question `{key}`"), &form.schema)?,
        },
        guest::Question::Url(page) => host::Question::Url { message: page.message, url: page.url },
        guest::Question::Sampling(params) => {
            host::Question::Sampling(json(&format!("the sampling request `{key}`"), &params)?)
        }
        guest::Question::Roots => host::Question::Roots,
    })
}
