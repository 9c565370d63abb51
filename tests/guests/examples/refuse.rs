//! Fails with whatever code it is told, those of the host among them.
#![allow(missing_docs, reason = "a guest for tests")]

use bulkhead_sdk::{ToolError, component, serde_json::json, tool};

/// Fails.
#[tool]
fn refuse(code: String, #[arg(default)] retryable: bool) -> Result<String, ToolError> {
    let error = ToolError::new(code, "It is as it is.").detail(json!({ "why": "because" }));
    Err(if retryable { error.retryable() } else { error })
}

component! { name: "refuse", description: "Fails.", tools: [refuse] }
