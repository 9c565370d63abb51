//! Word that a list is another. What a component offers never changes while it is loaded, so the word is all there is.

use bulkhead_sdk::{changes, tool};

/// Says that the list of tools is another.
#[tool(non_destructive, closed_world)]
pub fn test_trigger_tool_change() -> &'static str {
    changes::tools_changed();
    "The clients that listen are told."
}

/// Says that the list of prompts is another.
#[tool(non_destructive, closed_world)]
pub fn test_trigger_prompt_change() -> &'static str {
    changes::prompts_changed();
    "The clients that listen are told."
}

/// Says that the watched resource holds something else. The suite itself does not look for the word.
#[tool(non_destructive, closed_world)]
pub fn test_trigger_resource_update() -> &'static str {
    changes::resource_updated("test://watched-resource");
    "The clients that watch it are told."
}
