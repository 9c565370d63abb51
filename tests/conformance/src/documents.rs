//! Resources, prompts and completion, as the contract's own exports beside those that the SDK writes.
#![allow(unsafe_code, reason = "what wit-bindgen writes")]

mod prompts;
mod resources;

wit_bindgen::generate!({
    inline: "
        package test:conformance;
        world documents {
            export bulkhead:tool/resources@0.1.0;
            export bulkhead:tool/prompts@0.1.0;
            export bulkhead:tool/completion@0.1.0;
        }
    ",
    path: "../../wit",
    world: "test:conformance/documents",
    generate_all,
});

use bulkhead::tool::types;
use exports::bulkhead::tool as contract;

/// What exports them.
struct Documents;

export!(Documents);

/// The error for a URI or a name that is not there.
fn not_found(what: &str) -> types::ToolError {
    types::ToolError {
        code: "not_found".to_owned(),
        message: format!("There is no {what} here."),
        retryable: false,
        detail: None,
    }
}
