//! What a script gets of a tool's result: a value that it can work with.

use bulkhead_schema::{Block, Content, Media, ResourceBody, ToolResult};
use serde_json::{Value, json};

/// Structured content as it is; text as a string; anything else as a list of blocks, as MCP writes them.
pub fn of_result(result: ToolResult) -> Value {
    if let Some(structured) = result.structured {
        return structured;
    }
    let text = |content: &Content| match &content.block {
        Block::Text(text) => Some(text.clone()),
        _ => None,
    };
    match result.content.iter().map(text).collect::<Option<Vec<String>>>() {
        Some(texts) => Value::String(texts.join("\n")),
        None => Value::Array(result.content.into_iter().map(|content| block(content.block)).collect()),
    }
}

fn block(block: Block) -> Value {
    match block {
        Block::Text(text) => json!({ "type": "text", "text": text }),
        Block::Image(media) => of_media("image", &media),
        Block::Audio(media) => of_media("audio", &media),
        Block::Resource(resource) => {
            let mut value = json!({ "uri": resource.uri, "mimeType": resource.mime_type });
            match resource.body {
                ResourceBody::Text(text) => value["text"] = text.into(),
                ResourceBody::Blob(bytes) => value["bytes"] = bytes.len().into(),
            }
            json!({ "type": "resource", "resource": value })
        }
        Block::ResourceLink(link) => {
            json!({ "type": "resource_link", "uri": link.uri, "name": link.name, "mimeType": link.mime_type })
        }
    }
}

/// A script can do nothing with pictures and sounds but know that they are there.
fn of_media(kind: &str, media: &Media) -> Value {
    json!({ "type": kind, "mimeType": media.mime_type, "bytes": media.data.len() })
}
