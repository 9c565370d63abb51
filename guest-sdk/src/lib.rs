//! Tools for AI agents as ordinary Rust functions.
//!
//! A crate of tools is compiled to one WebAssembly component. [Bulkhead](https://github.com/bulkhead/bulkhead) loads it
//! into a sandbox, offers its functions to models, and lets it touch only what the author requested *and* the operator
//! granted.
//!
//! ```
//! use bulkhead_sdk::{ToolError, component, tool};
//!
//! /// Greets a person.
//! #[tool(title = "Greet", read_only, idempotent, closed_world)]
//! fn greet(
//!     /// Who to greet.
//!     name: String,
//!     /// How often.
//!     #[arg(default = 1, min = 1, max = 10)]
//!     times: u32,
//! ) -> Result<String, ToolError> {
//!     if name.is_empty() {
//!         return Err(ToolError::invalid("The name is empty; ask the person for it."));
//!     }
//!     Ok(format!("Hello, {name}! ").repeat(times as usize))
//! }
//!
//! component! {
//!     name: "greeter",
//!     description: "Says hello.",
//!     tools: [greet],
//! }
//!
//! # fn main() {
//! // The function is still a function.
//! assert_eq!(greet("Ada".to_owned(), 1).unwrap(), "Hello, Ada! ");
//! # }
//! ```
//!
//! - [`tool`]: what a function can be, and how its schemas come about.
//! - [`macro@resource`] and [`macro@prompt`]: the same for what a client reads by URI and for messages that a person picks.
//! - [`component!`]: the description, the requested capabilities and the list of what it offers.
//! - [`ToolError`]: errors that a model can act on.
//! - [`ToolResult`] and [`Content`]: more than text and JSON; [`Outcome`]: asking the person first.
//! - [`log`], [`progress()`], [`changes`], [`http`], [`calls`] and [`state`]: what the host offers. A component imports only
//!   what it uses, and what it does not import it can never do.
//! - [`testing`]: calling a component in a plain `cargo test`, through the same path as the host's calls.
//!
//! In a native build (`cargo test`) nothing of the host is there: log lines go to standard error, progress goes nowhere,
//! and everything that needs an answer from the host gives the error `unavailable`.
//!
//! A panic ends the call. Its message goes to standard error, and from there to the host's log; on
//! `wasm32-unknown-unknown`, which has no standard error, it goes to the log directly, so that every component of that
//! target imports `logging`.

// The README's examples are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

// The macros name this crate from outside.
extern crate self as bulkhead_sdk;

pub mod calls;
pub mod changes;
mod component;
mod content;
mod definition;
mod document;
mod error;
pub mod http;
pub mod log;
mod outcome;
mod progress;
mod returns;
mod schema;
pub mod state;
mod template;
pub mod testing;
#[cfg(target_family = "wasm")]
mod wasm;

pub use component::{Component, Prompt, Resource, Target, Tool};
pub use content::{
    Block, Content, ContentAnnotations, Media, ResourceBody, ResourceContents, ResourceLink, Role, ToolResult,
};
pub use definition::{
    Capability, ComponentInfo, DirectoryAccess, Icon, IconTheme, Request, ToolAnnotations, ToolDefinition,
};
pub use document::{
    Known, PromptArgument, PromptDefinition, PromptMessage, PromptOutcome, PromptResult, Prompting,
    ReadOutcome, Readable, ResourceDefinition, ResourcePage, ResourceTemplate, Suggestions,
};
pub use error::ToolError;
pub use outcome::{Answer, InputRequest, Outcome, PersonAnswer, Question, Resumption, Root};
pub use progress::progress;
pub use returns::{Arguments, IntoToolError, Structured};

// What the macros' output and the signatures of this crate name.
pub use schemars;
pub use serde;
pub use serde_json;

/// Makes a tool of a function.
///
/// The function stays as it is and can be called and tested like any other. Beside it, the macro describes it for the
/// host:
///
/// | of the tool | comes from |
/// |---|---|
/// | name | the function's name, or `name = "…"` |
/// | description | the doc comment up to its first `# Heading`, or `description = EXPR` (such as `include_str!(…)`) |
/// | input schema | the parameters |
/// | output schema | the return type |
///
/// The macro also defines a type of the function's name, by which [`component!`] finds the tool. It is in the way of a
/// module or a type of the same name: where both `mod search` and a tool `search` are, list the tool as `search::search`
/// instead of importing it.
///
/// # In the brackets
///
/// `title = "…"` and `icon = "https://…"` are for people, `tags = ["…"]` for searching; `meta = EXPR` becomes MCP's `_meta`,
/// and `input_schema = EXPR` stands in place of the schema that the parameters make. Hints for the client: `read_only`,
/// `destructive` or `non_destructive`, `idempotent`, `open_world` or `closed_world`. What is not said is read as MCP reads
/// it: the tool may destroy (unless it is `read_only`), is not idempotent, and reaches an open world.
///
/// # Parameters
///
/// Each parameter is one property of the arguments, of any type that is [`serde::Deserialize`] and
/// [`schemars::JsonSchema`]. Its doc comment is the property's description. `Option<T>` may be left out. Other
/// attributes:
///
/// - `#[arg(default = EXPR)]`: may be left out, and is then this value, which the schema shows; `#[arg(default)]` takes
///   the type's own default;
/// - `#[arg(min = 1, max = 100)]`: a range, which the host checks;
/// - `#[arg(name = "from")]`: another name for the model;
/// - `#[arg(header = "Region")]`: clients of 2026-07-28 send it in the header `Mcp-Param-Region` as well, for what stands
///   between them and the host to see. Never for secrets;
/// - `#[schemars(…)]` and `#[serde(…)]`: as on the field of a struct, such as `#[schemars(length(max = 80))]`;
/// - `#[args]` on a single parameter: its struct is all the arguments;
/// - a parameter of type `Option<Resumption>` is none of the arguments, see [`Outcome`].
///
/// A property that is not there is refused.
///
/// ```
/// use bulkhead_sdk::{schemars::JsonSchema, serde::Deserialize, tool};
///
/// #[derive(Deserialize, JsonSchema)]
/// # #[serde(crate = "bulkhead_sdk::serde")]
/// # #[schemars(crate = "bulkhead_sdk::schemars")]
/// #[serde(deny_unknown_fields)]
/// struct Search {
///     /// What to look for.
///     text: String,
/// }
///
/// /// Counts where a text occurs.
/// #[tool(read_only, closed_world)]
/// fn count(#[args] search: Search) -> usize {
///     "abcabc".matches(&search.text).count()
/// }
/// ```
///
/// # What it returns
///
/// `T` or `Result<T, E>` with any `E` that becomes a [`ToolError`] (so that `?` works), where `T` is
///
/// - `String`, `&'static str`, `()`, [`Content`], `Vec<Content>` or [`ToolResult`]: shown to the model as it is, without
///   an output schema;
/// - [`Outcome`]: one of these, or questions for the person;
/// - any other type that is [`serde::Serialize`] and [`schemars::JsonSchema`]: structured content with an output schema.
///   Its JSON must be an object. When it is a list, a number, an enumeration of strings, an `Option` or a
///   [`serde_json::Value`], the result is `{"result": …}` and the schema says so. A type that is sometimes an object and
///   sometimes not belongs into a field of a struct; [`Component::tools`] panics at it, and with it the build.
pub use bulkhead_sdk_macros::tool;

/// Makes a resource of a function: something that a client reads by URI.
///
/// ```
/// use bulkhead_sdk::{Known, ToolError, component, resource, testing};
///
/// /// How to behave here.
/// #[resource(uri = "house://rules", title = "The rules", mime_type = "text/markdown")]
/// fn rules() -> &'static str {
///     "Be kind."
/// }
///
/// /// What happened in a month.
/// #[resource(template = "house://diary/{year}/{month}", mime_type = "text/plain")]
/// fn diary(
///     year: u16,
///     #[arg(complete = months)]
///     month: String,
/// ) -> Result<String, ToolError> {
///     if year < 1900 {
///         return Err(ToolError::not_found("Nothing was written then; the diary begins in 1900."));
///     }
///     Ok(format!("Nothing happened in {month} {year}."))
/// }
///
/// fn months(typed: &str, _known: &Known) -> Vec<&'static str> {
///     ["january", "february"].into_iter().filter(|month| month.starts_with(typed)).collect()
/// }
///
/// component! {
///     name: "house",
///     description: "The house.",
///     resources: [rules, diary],
/// }
///
/// # fn main() {
/// let read = testing::read::<Component>("house://diary/2026/may").unwrap();
/// assert_eq!(read[0].uri, "house://diary/2026/may");
/// assert_eq!(testing::read::<Component>("house://diary/soon/may").unwrap_err().code(), "not_found");
/// let target = bulkhead_sdk::Target::Template("house://diary/{year}/{month}".to_owned());
/// assert_eq!(testing::complete::<Component>(&target, "month", "f", &[]).values, ["february"]);
/// # }
/// ```
///
/// # In the brackets
///
/// `uri = "…"` for a single resource, or `template = "…"` for a family: a template of RFC 6570 with `{name}`, or `{+name}`
/// where the value may have `/` in it. `name` is the function's name unless it is said; `title`, `description` (otherwise
/// the doc comment), `mime_type`, `icon` and `meta` are as for tools.
///
/// # Parameters
///
/// A single resource has none. Those of a family are the variables of its template, of any type that is
/// [`FromStr`](std::str::FromStr); a value that is no such thing is a resource that is not there. `#[arg(complete = path)]`
/// names a function that suggests values: it gets what was typed and the [`Known`] values of the others. A parameter of type
/// `Option<Resumption>` is the answers to what an earlier read asked, see [`ReadOutcome`].
///
/// # What it returns
///
/// What is [`Readable`]: `String`, `Vec<u8>`, [`ResourceContents`], several of them, [`ReadOutcome`], or a `Result` of one of
/// these. The error `not_found` says that there is no such resource.
///
/// Resources that are only known at run time are listed by a function of
/// `fn(cursor: Option<String>) -> Result<ResourcePage, ToolError>`, as `list_resources: path` in [`component!`], and read
/// through a template.
pub use bulkhead_sdk_macros::resource;

/// Makes a prompt of a function: messages that a person picks and fills in.
///
/// ```
/// use bulkhead_sdk::{Known, component, prompt, testing};
///
/// /// Asks for a review.
/// #[prompt(title = "Review")]
/// fn review(
///     /// What to review.
///     text: String,
///     /// How strict to be.
///     #[arg(complete = levels)]
///     level: Option<String>,
/// ) -> String {
///     format!("Review this, {}: {text}", level.as_deref().unwrap_or("kindly"))
/// }
///
/// fn levels(typed: &str, _known: &Known) -> Vec<&'static str> {
///     ["kindly", "strictly"].into_iter().filter(|level| level.starts_with(typed)).collect()
/// }
///
/// component! {
///     name: "reviews",
///     description: "Asks for reviews.",
///     prompts: [review],
/// }
///
/// # fn main() {
/// let filled = testing::get_prompt::<Component>("review", &[("text", "x = 1")]).unwrap();
/// assert_eq!(filled.messages.len(), 1);
/// assert_eq!(testing::get_prompt::<Component>("review", &[]).unwrap_err().code(), "bad_arguments");
/// # }
/// ```
///
/// In the brackets: `name` (otherwise the function's), `title`, `description` (otherwise the doc comment), `icon`, `meta`.
/// Parameters are `String`, or `Option<String>` where the person may leave them out; `#[arg(name = "…", title = "…",
/// complete = path)]` as for a [`macro@resource`]. What it returns is [`Prompting`]: `String` and [`Content`] are said by the person,
/// [`PromptMessage`] by either side, and [`PromptOutcome`] can ask first.
pub use bulkhead_sdk_macros::prompt;

/// Declares this crate's component. Once for each crate, in `lib.rs`.
///
/// ```
/// # use bulkhead_sdk::{component, tool};
/// # /// Looks up a word.
/// # #[tool]
/// # fn define(word: String) -> String { word }
/// # mod pages { /// Gets a page.
/// # #[bulkhead_sdk::tool]
/// # pub fn get() {} }
/// component! {
///     // Left out, the name, the version and the description are those in Cargo.toml.
///     name: "dictionary",
///     version: "1.0.0",
///     description: "Looks up words.",
///     title: "Dictionary",
///     website: "https://dictionary.example.com",
///     icon: "https://dictionary.example.com/icon.png",
///     // What the component wants to touch. The operator reads the reason before granting it; what is not requested
///     // is never given.
///     requests: [
///         http("GET https://*.example.com/v1/*", reason = "To look up the word."),
///         directory("/words", read, reason = "To find words of the house.", optional),
///         environment("LANG", reason = "To answer in the operator's language.", optional),
///         secret("DICTIONARY_TOKEN", to = "https://api.example.com", reason = "To be let in."),
///         tcp("db.example.com:5432", reason = "To ask the database."),
///         call("translate", reason = "To translate the definition."),
///         state(reason = "To remember what was looked up."),
///     ],
///     tools: [define, pages::get],
///     // Beside tools there are `resources: […]`, `list_resources: path` and `prompts: […]`.
/// }
/// # fn main() {}
/// ```
///
/// It defines `pub struct Component`, which is a [`trait@Component`], and in a build for WebAssembly the exports.
pub use bulkhead_sdk_macros::component;

/// For the macros alone.
#[doc(hidden)]
pub mod __private {
    pub use crate::component::{Reply, contains, no_such_prompt, no_such_resource, no_such_tool, required};
    pub use crate::returns::{Ambiguous, Fallible, Infallible, Plain, Returned, Structure, reading};
    pub use crate::template::{Part, values};
    #[cfg(target_family = "wasm")]
    pub use crate::wasm::{Exported, bindings, completion_bindings, prompt_bindings, resource_bindings};
    pub use {schemars, serde};
}

/// For the macros alone: the exports, in a build for WebAssembly. After the component come the kinds of what it offers
/// beside tools: an interface that is not exported is one that no client can ask for.
#[doc(hidden)]
#[macro_export]
#[cfg(not(target_family = "wasm"))]
macro_rules! __export {
    ($($tokens:tt)*) => {};
}

/// For the macros alone: the exports, in a build for WebAssembly. After the component come the kinds of what it offers
/// beside tools: an interface that is not exported is one that no client can ask for.
#[doc(hidden)]
#[macro_export]
#[cfg(target_family = "wasm")]
macro_rules! __export {
    ($component:ident $($kind:ident)*) => {
        const _: () = {
            type Exported = $crate::__private::Exported<$component>;
            $crate::__private::bindings::export!(Exported with_types_in $crate::__private::bindings);
            $($crate::__export!(@$kind);)*
        };
    };
    (@resources) => {
        $crate::__private::resource_bindings::export_resource_side!(Exported with_types_in $crate::__private::resource_bindings);
    };
    (@prompts) => {
        $crate::__private::prompt_bindings::export_prompt_side!(Exported with_types_in $crate::__private::prompt_bindings);
    };
    (@completion) => {
        $crate::__private::completion_bindings::export_completion_side!(Exported with_types_in $crate::__private::completion_bindings);
    };
}
