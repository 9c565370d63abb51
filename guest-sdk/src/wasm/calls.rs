//! The import `calls`.

use super::bindings::bulkhead::tool::calls;
use crate::{ToolError, ToolResult};

pub(crate) fn call_tool(name: &str, arguments: &str) -> Result<ToolResult, ToolError> {
    let result = calls::call_tool(name, arguments)?;
    Ok(result.into())
}
