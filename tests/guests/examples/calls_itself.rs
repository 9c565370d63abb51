//! Calls itself, which calls itself.
#![allow(missing_docs, reason = "a guest for tests")]

use bulkhead_sdk::{Content, calls, component, serde_json::json, tool};

/// How deep it got, and the code of the error that ended it.
#[tool]
fn again(level: u32) -> String {
    match calls::call_tool("again", &json!({ "level": level + 1 })) {
        Ok(result) => match &result.content[..] {
            [Content { block: bulkhead_sdk::Block::Text(text), .. }] => text.clone(),
            other => format!("{other:?}"),
        },
        Err(error) => format!("{level} {}", error.code()),
    }
}

component! {
    name: "calls-itself",
    description: "Calls itself without end.",
    requests: [call("again", reason = "To go on.")],
    tools: [again],
}
