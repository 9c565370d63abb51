//! Calls another tool.
#![allow(missing_docs, reason = "a guest for tests")]

use bulkhead_sdk::{ToolError, calls, component, serde_json::json, tool};

/// Calls it, and gives the code of its error.
#[tool]
fn call(tool: String) -> Result<String, ToolError> {
    match calls::call_tool(&tool, &json!({ "text": "from another tool" })) {
        Ok(result) => Ok(format!("{result:?}")),
        Err(error) => Ok(error.code().to_owned()),
    }
}

component! {
    name: "call",
    description: "Calls another tool.",
    requests: [call("echo", reason = "To hear it again.")],
    tools: [call],
}
