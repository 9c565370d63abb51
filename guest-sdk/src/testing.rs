//! Calling a component in a plain `cargo test`, through the same path as the host's calls.
//!
//! ```
//! use bulkhead_sdk::{component, serde_json::json, testing, tool};
//!
//! /// Adds two numbers.
//! #[tool(read_only, closed_world)]
//! fn add(a: i32, b: i32) -> i32 {
//!     a + b
//! }
//!
//! component! { name: "sums", description: "Adds.", tools: [add] }
//!
//! # fn main() {
//! let result = testing::call::<Component>("add", json!({"a": 1, "b": 2})).unwrap();
//! assert_eq!(result.structured, Some(json!({"result": 3})));
//!
//! let error = testing::call::<Component>("add", json!({"a": "one", "b": 2})).unwrap_err();
//! assert_eq!(error.code(), "bad_arguments");
//! # }
//! ```

use serde_json::Value;

use crate::component::Reply;
use crate::{Component, Outcome, Resumption, ToolDefinition, ToolError, ToolResult};

/// Calls a tool that is done in one call.
///
/// # Errors
///
/// The tool's own, `bad_arguments` and `unknown_tool`.
///
/// # Panics
///
/// When the tool asks for input: [`call_with`] is for those.
pub fn call<C: Component>(name: &str, arguments: Value) -> Result<ToolResult, ToolError> {
    match call_with::<C>(name, arguments, None)? {
        Outcome::Complete(result) => Ok(result),
        #[expect(clippy::panic, reason = "a test that meets this is written for another tool")]
        Outcome::InputRequired(request) => panic!("`{name}` asks for input: {request:?}"),
    }
}

/// Calls a tool that may ask for input, with what came of an earlier call.
///
/// # Errors
///
/// The tool's own, `bad_arguments` and `unknown_tool`.
pub fn call_with<C: Component>(
    name: &str,
    arguments: Value,
    resumption: Option<Resumption>,
) -> Result<Outcome, ToolError> {
    Ok(match C::dispatch(name, &arguments.to_string(), resumption)? {
        Reply::Structured(text) => Outcome::Complete(ToolResult {
            content: Vec::new(),
            structured: Some(serde_json::from_str(&text)?),
        }),
        Reply::Outcome(outcome) => outcome,
    })
}

/// How a tool is listed.
///
/// # Panics
///
/// When there is none of this name.
pub fn definition<C: Component>(name: &str) -> ToolDefinition {
    let found = C::tools().into_iter().find(|tool| tool.name == name);
    #[expect(clippy::panic, reason = "a test that meets this names the wrong tool")]
    found.unwrap_or_else(|| panic!("there is no tool `{name}`"))
}
