//! Behaves well: says what it is told, in every form that the contract has.
#![allow(missing_docs, reason = "a guest for tests")]

use bulkhead_sdk::{Block, Content, ContentAnnotations, Media, ResourceLink, Role, component, tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Says it again.
#[tool(read_only, idempotent, closed_world)]
fn echo(
    /// What to say.
    text: String,
) -> String {
    text
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Figures {
    number: i64,
    words: Vec<String>,
    maybe: Option<bool>,
}

/// Gives back what it got, as JSON.
#[tool(read_only, idempotent, closed_world)]
fn structured(
    #[arg(min = -100, max = 100)] number: i64,
    #[arg(default)] words: Vec<String>,
    maybe: Option<bool>,
) -> Figures {
    Figures { number, words, maybe }
}

/// One piece of content of every kind.
#[tool(read_only, idempotent, closed_world)]
fn kinds() -> Vec<Content> {
    let hints = ContentAnnotations {
        audience: vec![Role::User, Role::Assistant],
        priority: Some(0.5),
        last_modified: Some("2026-01-02T03:04:05Z".to_owned()),
    };
    vec![
        Content::text("text").annotated(hints),
        Content::image(vec![0, 1, 255], "image/png"),
        Content::new(Block::Audio(Media { data: vec![7], mime_type: "audio/wav".to_owned() })),
        Content::text_resource("note:///one", "text/plain", "one"),
        Content::blob_resource("note:///two", "application/octet-stream", vec![0, 159, 146, 150]),
        Content::link(ResourceLink {
            uri: "note:///three".to_owned(),
            name: "three".to_owned(),
            size: Some(3),
            ..ResourceLink::default()
        }),
    ]
}

component! { name: "echo", description: "Says what it is told.", tools: [echo, structured, kinds] }
