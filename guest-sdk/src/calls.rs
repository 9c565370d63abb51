//! Calls of other tools, each through the host's whole pipeline: with the caller's own identity, at most the caller's
//! own grants, and from the caller's budget. The component must have requested each with `call("name", …)`.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{ToolError, ToolResult};

/// Calls a tool and waits for its result.
///
/// ```
/// use bulkhead_sdk::{calls, serde_json::json};
///
/// let result = calls::call_tool("translate", &json!({"text": "house", "to": "sv"}));
/// # // There is no host in a native build.
/// assert_eq!(result.unwrap_err().code(), "unavailable");
/// ```
///
/// # Errors
///
/// The tool's own, and the host's; `input_required` when the tool would need an answer from a person.
pub fn call_tool(name: &str, arguments: &impl Serialize) -> Result<ToolResult, ToolError> {
    imp::call_tool(name, &serde_json::to_string(arguments)?)
}

/// Calls a tool and reads its structured result.
///
/// # Errors
///
/// As [`call_tool`]; `unexpected_result` when the result is not structured, or something other than `T`.
pub fn call_typed<T: DeserializeOwned>(name: &str, arguments: &impl Serialize) -> Result<T, ToolError> {
    let unexpected =
        |detail: String| ToolError::new("unexpected_result", format!("The tool `{name}` {detail}."));
    let structured = call_tool(name, arguments)?.structured;
    let value = structured.ok_or_else(|| unexpected("gave no structured result".to_owned()))?;
    serde_json::from_value(value)
        .map_err(|error| unexpected(format!("gave another result than expected: {error}")))
}

#[cfg(not(target_family = "wasm"))]
mod imp {
    use crate::{ToolError, ToolResult};

    pub(super) fn call_tool(name: &str, _: &str) -> Result<ToolResult, ToolError> {
        Err(ToolError::unavailable(format!("The tool `{name}` can be called inside the host only.")))
    }
}

#[cfg(target_family = "wasm")]
use crate::wasm::calls as imp;
