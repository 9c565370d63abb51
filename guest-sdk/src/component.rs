//! What the macros implement.

use crate::{ComponentInfo, Outcome, Resumption, ToolDefinition, ToolError};

/// A component: what `component!` makes.
pub trait Component {
    /// What it says of itself.
    fn info() -> ComponentInfo;

    /// Its tools, in the author's order.
    ///
    /// # Panics
    ///
    /// When a tool returns a type whose JSON is sometimes an object and sometimes not.
    fn tools() -> Vec<ToolDefinition>;

    /// Runs the tool of this name on a JSON object. Tests use [`crate::testing::call`].
    ///
    /// # Errors
    ///
    /// The tool's own, `bad_arguments`, and `unknown_tool`.
    #[doc(hidden)]
    fn dispatch(name: &str, arguments: &str, resumption: Option<Resumption>) -> Result<Reply, ToolError>;
}

/// A tool: what `#[tool]` makes of a function, under the function's name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not a tool",
    note = "list functions that have `#[tool]` above them"
)]
pub trait Tool {
    /// What the model calls it.
    const NAME: &'static str;

    /// How it is listed.
    fn definition() -> ToolDefinition;

    /// Runs it on a JSON object.
    ///
    /// # Errors
    ///
    /// The tool's own, and `bad_arguments`.
    #[doc(hidden)]
    fn call(arguments: &str, resumption: Option<Resumption>) -> Result<Reply, ToolError>;
}

/// What a tool gave, on its way to the host.
#[doc(hidden)]
#[derive(Debug)]
pub enum Reply {
    /// JSON text: the host makes the text content from it.
    Structured(String),
    /// Anything else.
    Outcome(Outcome),
}

/// Whether one of the names is this one; `str`'s own comparison is not for constants.
#[doc(hidden)]
pub const fn contains(names: &[&str], name: &str) -> bool {
    let mut index = 0;
    while index < names.len() {
        if equal(names[index].as_bytes(), name.as_bytes()) {
            return true;
        }
        index += 1;
    }
    false
}

const fn equal(one: &[u8], other: &[u8]) -> bool {
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

/// The host checks names before it calls; this answers whoever else does.
#[doc(hidden)]
pub fn no_such_tool(name: &str) -> ToolError {
    ToolError::new("unknown_tool", format!("This component has no tool `{name}`."))
}
