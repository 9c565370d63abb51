//! The contract's values as MCP's, each revision getting only what it knows.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bulkhead_schema as contract;
use bulkhead_schema::{Block, Content, ToolError, ToolResult};
use rmcp::model::{
    Annotations, AudioContent, CallToolResult, ContentBlock, EmbeddedResource, Icon, IconTheme, ImageContent,
    JsonObject, MetaObject, Resource, ResourceContents, ResultType, Role, TextContent, Tool, ToolAnnotations,
};
use serde_json::Value;

use crate::revision::Revision;

pub(crate) mod documents;

/// A tool as it is listed.
pub(crate) fn tool(definition: &contract::ToolDefinition, revision: Revision) -> Tool {
    let schema = definition.input_schema.as_object().cloned().unwrap_or_default();
    let mut tool = Tool::new(definition.name.clone(), definition.description.clone(), schema);
    if revision.has_hints_and_audio() {
        tool.annotations = Some(hints(&definition.annotations));
    }
    if revision.has_structure() {
        tool.title = definition.title.clone();
        tool.output_schema = definition
            .output_schema
            .as_ref()
            .and_then(|schema| output_schema(schema, revision))
            .map(Into::into);
        tool.meta = definition.meta.clone().map(MetaObject);
    }
    if revision.has_icons() {
        tool.icons = icons(&definition.icons);
    }
    tool
}

/// Legacy revisions know only results that are objects, and so only schemas that say that they are.
fn output_schema(schema: &Value, revision: Revision) -> Option<JsonObject> {
    let schema = schema.as_object()?;
    let is_object = schema.get("type").and_then(Value::as_str) == Some("object");
    (revision.is_modern() || is_object).then(|| schema.clone())
}

fn hints(hints: &contract::ToolAnnotations) -> ToolAnnotations {
    ToolAnnotations::new()
        .read_only(hints.read_only)
        .destructive(hints.destructive)
        .idempotent(hints.idempotent)
        .open_world(hints.open_world)
}

fn icons(icons: &[contract::Icon]) -> Option<Vec<Icon>> {
    let icon = |icon: &contract::Icon| {
        let mut rendered = Icon::new(icon.src.clone());
        rendered.mime_type = icon.mime_type.clone();
        rendered.sizes = (!icon.sizes.is_empty()).then(|| icon.sizes.clone());
        rendered.theme = icon.theme.map(|theme| match theme {
            contract::IconTheme::Light => IconTheme::Light,
            contract::IconTheme::Dark => IconTheme::Dark,
        });
        rendered
    };
    (!icons.is_empty()).then(|| icons.iter().map(icon).collect())
}

/// A result. What `structured` says is said in text as well when there is no content, or when this revision has no
/// other place for it.
pub(crate) fn result(result: ToolResult, revision: Revision) -> CallToolResult {
    let sent = |value: &Value| revision.is_modern() || (revision.has_structure() && value.is_object());
    let mut content: Vec<ContentBlock> =
        result.content.into_iter().map(|content| block(content, revision)).collect();
    if let Some(value) = &result.structured
        && (content.is_empty() || !sent(value))
    {
        content.push(ContentBlock::text(value.to_string()));
    }
    let mut rendered = CallToolResult::success(content);
    rendered.structured_content = result.structured.filter(sent);
    complete(rendered, revision)
}

/// A failure that the model can act on: the contract's error as JSON text.
pub(crate) fn failure(error: &ToolError, revision: Revision) -> CallToolResult {
    let text = serde_json::to_string(error).unwrap_or_else(|_| error.message.clone());
    complete(CallToolResult::error(vec![ContentBlock::text(text)]), revision)
}

fn complete(mut result: CallToolResult, revision: Revision) -> CallToolResult {
    result.result_type = revision.is_modern().then_some(ResultType::COMPLETE);
    result
}

fn block(content: Content, revision: Revision) -> ContentBlock {
    let annotations = content.annotations.map(|hints| annotations(hints, revision));
    let meta = content.meta.filter(|_| revision.has_structure()).map(MetaObject);
    match content.block {
        Block::Text(text) => text_block(text, annotations, meta),
        Block::Image(media) => {
            let mut image = ImageContent::new(STANDARD.encode(media.data), media.mime_type);
            (image.annotations, image.meta) = (annotations, meta);
            ContentBlock::Image(image)
        }
        Block::Audio(media) if revision.has_hints_and_audio() => {
            let mut audio = AudioContent::new(STANDARD.encode(media.data), media.mime_type);
            (audio.annotations, audio.meta) = (annotations, meta);
            ContentBlock::Audio(audio)
        }
        Block::Audio(media) => {
            let text = format!("[audio, {}, {} bytes]", media.mime_type, media.data.len());
            text_block(text, annotations, meta)
        }
        Block::Resource(contents) => {
            let mut embedded = EmbeddedResource::new(resource(contents, revision));
            (embedded.annotations, embedded.meta) = (annotations, meta);
            ContentBlock::Resource(embedded)
        }
        Block::ResourceLink(found) if revision.has_structure() => {
            let mut link = link(found, revision);
            (link.annotations, link.meta) = (annotations, meta);
            ContentBlock::ResourceLink(link)
        }
        Block::ResourceLink(found) => text_block(link_in_words(&found), annotations, meta),
    }
}

fn text_block(text: String, annotations: Option<Annotations>, meta: Option<MetaObject>) -> ContentBlock {
    let mut block = TextContent::new(text);
    (block.annotations, block.meta) = (annotations, meta);
    ContentBlock::Text(block)
}

fn annotations(hints: contract::ContentAnnotations, revision: Revision) -> Annotations {
    let role = |role| match role {
        contract::Role::User => Role::User,
        contract::Role::Assistant => Role::Assistant,
    };
    let mut rendered = Annotations::default();
    if !hints.audience.is_empty() {
        rendered.audience = Some(hints.audience.into_iter().map(role).collect());
    }
    #[allow(clippy::cast_possible_truncation, reason = "a weight between 0 and 1 loses nothing that matters")]
    let priority = hints.priority.map(|priority| priority.clamp(0.0, 1.0) as f32);
    rendered.priority = priority.filter(|priority| priority.is_finite());
    rendered.last_modified = hints.last_modified.filter(|_| revision.has_structure());
    rendered
}

fn resource(contents: contract::ResourceContents, revision: Revision) -> ResourceContents {
    let contract::ResourceContents { uri, mime_type, body, meta } = contents;
    let meta = meta.filter(|_| revision.has_structure()).map(MetaObject);
    match body {
        contract::ResourceBody::Text(text) => {
            ResourceContents::TextResourceContents { uri, mime_type, text, meta }
        }
        contract::ResourceBody::Blob(bytes) => {
            ResourceContents::BlobResourceContents { uri, mime_type, blob: STANDARD.encode(bytes), meta }
        }
    }
}

fn link(link: contract::ResourceLink, revision: Revision) -> Resource {
    let mut rendered = Resource::new(link.uri, link.name);
    rendered.title = link.title;
    rendered.description = link.description;
    rendered.mime_type = link.mime_type;
    rendered.size = link.size;
    rendered.icons = icons(&link.icons).filter(|_| revision.has_icons());
    rendered
}

fn link_in_words(link: &contract::ResourceLink) -> String {
    match &link.description {
        Some(description) => format!("{}: {} ({description})", link.name, link.uri),
        None => format!("{}: {}", link.name, link.uri),
    }
}

#[cfg(test)]
mod tests;
