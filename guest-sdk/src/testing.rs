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
use crate::{
    Component, Known, Outcome, PromptOutcome, PromptResult, ReadOutcome, ResourceContents, Resumption,
    Suggestions, Target, ToolDefinition, ToolError, ToolResult,
};

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

/// Reads a resource that is read in one go.
///
/// # Errors
///
/// The resource's own, and `not_found`.
///
/// # Panics
///
/// When it asks for input: [`read_with`] is for those.
pub fn read<C: Component>(uri: &str) -> Result<Vec<ResourceContents>, ToolError> {
    match read_with::<C>(uri, None)? {
        ReadOutcome::Complete(contents) => Ok(contents),
        #[expect(clippy::panic, reason = "a test that meets this is written for another resource")]
        ReadOutcome::InputRequired(request) => panic!("{uri:?} asks for input: {request:?}"),
    }
}

/// Reads a resource that may ask for input, with what came of an earlier read.
///
/// # Errors
///
/// The resource's own, and `not_found`.
pub fn read_with<C: Component>(uri: &str, resumption: Option<Resumption>) -> Result<ReadOutcome, ToolError> {
    C::read(uri, resumption)
}

/// Fills in a prompt that is filled in in one go.
///
/// # Errors
///
/// The prompt's own, `bad_arguments` and `unknown_prompt`.
///
/// # Panics
///
/// When it asks for input: [`get_prompt_with`] is for those.
pub fn get_prompt<C: Component>(name: &str, arguments: &[(&str, &str)]) -> Result<PromptResult, ToolError> {
    match get_prompt_with::<C>(name, arguments, None)? {
        PromptOutcome::Complete(result) => Ok(result),
        #[expect(clippy::panic, reason = "a test that meets this is written for another prompt")]
        PromptOutcome::InputRequired(request) => panic!("`{name}` asks for input: {request:?}"),
    }
}

/// Fills in a prompt that may ask for input, with what came of an earlier time.
///
/// # Errors
///
/// The prompt's own, `bad_arguments` and `unknown_prompt`.
pub fn get_prompt_with<C: Component>(
    name: &str,
    arguments: &[(&str, &str)],
    resumption: Option<Resumption>,
) -> Result<PromptOutcome, ToolError> {
    C::get_prompt(name, &known(arguments), resumption)
}

/// What is suggested where `typed` has been written of an argument, when `known` ones are filled in.
pub fn complete<C: Component>(
    target: &Target,
    argument: &str,
    typed: &str,
    known_values: &[(&str, &str)],
) -> Suggestions {
    C::complete(target, argument, typed, &known(known_values))
}

fn known(values: &[(&str, &str)]) -> Known {
    Known::new(values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())))
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
