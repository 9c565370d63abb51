//! What the macros implement.

use crate::{
    ComponentInfo, Known, Outcome, PromptDefinition, PromptOutcome, ReadOutcome, ResourceDefinition,
    ResourcePage, ResourceTemplate, Resumption, Suggestions, ToolDefinition, ToolError,
};

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

    /// Its resources, in the author's order: fixed ones, then a page of what `list_resources` gives.
    ///
    /// # Errors
    ///
    /// The lister's own.
    fn resources(_cursor: Option<String>) -> Result<ResourcePage, ToolError> {
        Ok(ResourcePage::default())
    }

    /// The families of its resources, in the author's order.
    fn templates() -> Vec<ResourceTemplate> {
        Vec::new()
    }

    /// Its prompts, in the author's order.
    fn prompts() -> Vec<PromptDefinition> {
        Vec::new()
    }

    /// Reads the resource of this URI. Tests use [`crate::testing::read`].
    ///
    /// # Errors
    ///
    /// The resource's own, and `not_found`.
    #[doc(hidden)]
    fn read(uri: &str, _resumption: Option<Resumption>) -> Result<ReadOutcome, ToolError> {
        Err(no_such_resource(uri))
    }

    /// Fills in the prompt of this name. Tests use [`crate::testing::get_prompt`].
    ///
    /// # Errors
    ///
    /// The prompt's own, `bad_arguments` and `unknown_prompt`.
    #[doc(hidden)]
    fn get_prompt(
        name: &str,
        _values: &Known,
        _resumption: Option<Resumption>,
    ) -> Result<PromptOutcome, ToolError> {
        Err(no_such_prompt(name))
    }

    /// Suggests values. Tests use [`crate::testing::complete`].
    #[doc(hidden)]
    fn complete(_target: &Target, _argument: &str, _typed: &str, _known: &Known) -> Suggestions {
        Suggestions::default()
    }
}

/// What is being filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// An argument of the prompt of this name.
    Prompt(String),
    /// A variable of this URI template.
    Template(String),
}

/// A resource, or a family of them: what `#[resource]` makes of a function, under the function's name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource",
    label = "not a resource",
    note = "list functions that have `#[resource]` above them"
)]
pub trait Resource {
    /// How it is listed, when it is a single one.
    fn definition() -> Option<ResourceDefinition>;

    /// How it is listed, when it is a family.
    fn template() -> Option<ResourceTemplate>;

    /// Reads it, if the URI is its own.
    #[doc(hidden)]
    fn read(uri: &str, resumption: Option<Resumption>) -> Option<Result<ReadOutcome, ToolError>>;

    /// Suggests values for a variable of this template.
    #[doc(hidden)]
    fn complete(template: &str, variable: &str, typed: &str, known: &Known) -> Option<Suggestions>;
}

/// A prompt: what `#[prompt]` makes of a function, under the function's name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a prompt",
    label = "not a prompt",
    note = "list functions that have `#[prompt]` above them"
)]
pub trait Prompt {
    /// What clients call it.
    const NAME: &'static str;

    /// How it is listed.
    fn definition() -> PromptDefinition;

    /// Fills it in.
    ///
    /// # Errors
    ///
    /// The prompt's own, and `bad_arguments`.
    #[doc(hidden)]
    fn get(values: &Known, resumption: Option<Resumption>) -> Result<PromptOutcome, ToolError>;

    /// Suggests values for an argument.
    #[doc(hidden)]
    fn complete(argument: &str, typed: &str, known: &Known) -> Option<Suggestions>;
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

/// The answer to a URI that is nobody's here.
#[doc(hidden)]
pub fn no_such_resource(uri: &str) -> ToolError {
    ToolError::not_found(format!("There is no resource {uri:?}."))
}

/// The host checks names before it asks; this answers whoever else does.
#[doc(hidden)]
pub fn no_such_prompt(name: &str) -> ToolError {
    ToolError::new("unknown_prompt", format!("This component has no prompt `{name}`."))
}

/// The value of a required argument.
///
/// # Errors
///
/// `bad_arguments` when it is missing, which the host has checked.
#[doc(hidden)]
pub fn required(values: &Known, name: &str) -> Result<String, ToolError> {
    let value = values.get(name).map(str::to_owned);
    value.ok_or_else(|| ToolError::new("bad_arguments", format!("The argument `{name}` is missing.")))
}
