//! Calls another tool.
#![allow(missing_docs, reason = "a guest for tests")]

use bulkhead_sdk::{ToolError, calls, component, serde_json::Value, serde_json::json, tool};

/// Calls it, and gives what it answers, or the code of its error.
#[tool]
fn call(tool: String, arguments: Option<Value>) -> Result<String, ToolError> {
    let arguments = arguments.unwrap_or_else(|| json!({ "text": "from another tool" }));
    match calls::call_tool(&tool, &arguments) {
        Ok(result) => Ok(format!("{result:?}")),
        Err(error) => Ok(error.code().to_owned()),
    }
}

/// Calls it again and again, and counts the answers.
#[tool]
fn call_often(tool: String, times: u32) -> u32 {
    let answered = (0..times).filter(|_| calls::call_tool(&tool, &json!({ "text": "again" })).is_ok());
    u32::try_from(answered.count()).unwrap_or(u32::MAX)
}

component! {
    name: "call",
    description: "Calls another tool.",
    requests: [call("*", reason = "To hear it again."), http("GET http://*:*/*", reason = "To have it fetched.")],
    tools: [call, call_often],
}
