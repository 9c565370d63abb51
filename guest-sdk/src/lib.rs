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
//! - [`component!`]: the description, the requested capabilities and the list of tools.
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
mod error;
pub mod http;
pub mod log;
mod outcome;
mod progress;
mod returns;
mod schema;
pub mod state;
pub mod testing;
#[cfg(target_family = "wasm")]
mod wasm;

pub use component::{Component, Tool};
pub use content::{
    Block, Content, ContentAnnotations, Media, ResourceBody, ResourceContents, ResourceLink, Role, ToolResult,
};
pub use definition::{
    Capability, ComponentInfo, DirectoryAccess, Icon, IconTheme, Request, ToolAnnotations, ToolDefinition,
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
/// `title = "…"` and `icon = "https://…"` are for people, `tags = ["…"]` for searching. Hints for the client: `read_only`,
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
/// }
/// # fn main() {}
/// ```
///
/// It defines `pub struct Component`, which is a [`trait@Component`], and in a build for WebAssembly the exports.
pub use bulkhead_sdk_macros::component;

/// For the macros alone.
#[doc(hidden)]
pub mod __private {
    pub use crate::component::{Reply, contains, no_such_tool};
    pub use crate::returns::{Ambiguous, Fallible, Infallible, Plain, Returned, Structure, reading};
    #[cfg(target_family = "wasm")]
    pub use crate::wasm::{Exported, bindings};
    pub use {schemars, serde};
}

/// For the macros alone: the exports, in a build for WebAssembly.
#[doc(hidden)]
#[macro_export]
#[cfg(not(target_family = "wasm"))]
macro_rules! __export {
    ($component:ident) => {};
}

/// For the macros alone: the exports, in a build for WebAssembly.
#[doc(hidden)]
#[macro_export]
#[cfg(target_family = "wasm")]
macro_rules! __export {
    ($component:ident) => {
        const _: () = {
            type Exported = $crate::__private::Exported<$component>;
    $crate::__private::bindings::export!(Exported with_types_in $crate::__private::bindings);
        };
    };
}
