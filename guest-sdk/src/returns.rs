//! From a tool's return type to its output schema and its reply.
//!
//! Which of three ways a type takes is decided by method lookup, because a trait cannot be implemented for "every type
//! but these": for each type, the compiler finds the first of several traits of the same method that applies, trying
//! those on more references first. The macro brings all of them into scope and calls through two or three references.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::component::Reply;
use crate::schema;
use crate::{Content, InputRequest, Outcome, ToolError, ToolResult};

/// What can be the arguments of a tool: every [`serde::Deserialize`] that owns its data and has a
/// [`schemars::JsonSchema`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the arguments of a tool",
    label = "not readable from JSON with a known schema",
    note = "put `#[derive(serde::Deserialize, schemars::JsonSchema)]` on it, or on the types in it"
)]
pub trait Arguments: DeserializeOwned + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> Arguments for T {}

/// What can be the structured result of a tool: every [`serde::Serialize`] that has a [`schemars::JsonSchema`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a tool",
    label = "not writable as JSON with a known schema",
    note = "put `#[derive(serde::Serialize, schemars::JsonSchema)]` on it, or on the types in it",
    note = "or return `String`, `Content`, `ToolResult` or `Outcome`"
)]
pub trait Structured: Serialize + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema> Structured for T {}

/// What can be the error of a tool: everything that [`ToolError`] can be made from.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    label = "there is no way from this to `ToolError`",
    note = "implement `From<{Self}> for ToolError`, or return `Result<_, ToolError>` and say `.map_err(ToolError::from_error)?`"
)]
pub trait IntoToolError {
    /// The error for the model.
    fn into_tool_error(self) -> ToolError;
}

#[diagnostic::do_not_recommend]
impl<E: Into<ToolError>> IntoToolError for E {
    fn into_tool_error(self) -> ToolError {
        self.into()
    }
}

/// What is done with arguments of a type. The bound is asked in one place, so that an error about it is told once.
pub struct Reading<T> {
    /// The schema.
    pub schema: fn() -> Value,
    /// From JSON text.
    pub read: fn(&str) -> Result<T, ToolError>,
}

/// How arguments of this type are read.
pub fn reading<T: Arguments>() -> Reading<T> {
    Reading { schema: schema::input::<T>, read }
}

/// The host has checked the arguments against the schema, so that what fails here is finer than a schema.
fn read<T: Arguments>(text: &str) -> Result<T, ToolError> {
    serde_json::from_str(text)
        .map_err(|error| ToolError::new("bad_arguments", format!("The arguments do not fit: {error}.")))
}

/// What is done with a result of a type. The bound is asked in one place, so that an error about it is told once.
pub struct Handling<T> {
    /// The schema, when the result is structured.
    pub schema: fn() -> Option<Value>,
    /// What the host gets.
    pub reply: fn(T) -> Result<Reply, ToolError>,
}

/// Stands for a type where there is no value yet.
pub struct Returned<T>(PhantomData<fn() -> T>);

impl<T> Returned<T> {
    /// The only one.
    pub const NEW: Self = Self(PhantomData);
}

/// `Result<T, E>`.
pub trait Fallible<T, E> {
    /// Looks inside.
    fn open(&self) -> Opened<T, E>;
}

impl<T, E> Fallible<T, E> for &Returned<Result<T, E>> {
    fn open(&self) -> Opened<T, E> {
        Opened(PhantomData)
    }
}

/// Anything but a `Result`.
pub trait Infallible<T> {
    /// There is nothing to look into.
    fn open(&self) -> Bare<T>;
}

impl<T> Infallible<T> for Returned<T> {
    fn open(&self) -> Bare<T> {
        Bare(PhantomData)
    }
}

/// A `Result`, known as such.
pub struct Opened<T, E>(PhantomData<fn() -> (T, E)>);

impl<T, E> Opened<T, E> {
    /// The type of a success.
    pub fn success(&self) -> Returned<T> {
        Returned::NEW
    }

    /// The value, or the error for the model.
    ///
    /// # Errors
    ///
    /// The tool's own.
    pub fn split(&self, returned: Result<T, E>) -> Result<T, ToolError>
    where
        E: IntoToolError,
    {
        returned.map_err(IntoToolError::into_tool_error)
    }
}

/// Not a `Result`, known as such.
pub struct Bare<T>(PhantomData<fn() -> T>);

impl<T> Bare<T> {
    /// The type itself.
    pub fn success(&self) -> Returned<T> {
        Returned::NEW
    }

    /// The value itself.
    ///
    /// # Errors
    ///
    /// Never.
    pub fn split(&self, returned: T) -> Result<T, ToolError> {
        Ok(returned)
    }
}

/// First way: types that say themselves what the model reads.
pub trait Plain<T> {
    /// This way.
    fn kind(&self) -> Said<T>;
}

impl<T: Saying> Plain<T> for &&Returned<T> {
    fn kind(&self) -> Said<T> {
        Said(PhantomData)
    }
}

/// Second way: types whose JSON may or may not be an object, which always go into a field.
pub trait Ambiguous<T> {
    /// This way.
    fn kind(&self) -> Wrapped<T>;
}

impl<T> Ambiguous<Option<T>> for &Returned<Option<T>> {
    fn kind(&self) -> Wrapped<Option<T>> {
        Wrapped(PhantomData)
    }
}

impl Ambiguous<Value> for &Returned<Value> {
    fn kind(&self) -> Wrapped<Value> {
        Wrapped(PhantomData)
    }
}

/// Third way: everything else is structured, and its own schema says whether it is an object.
pub trait Structure<T> {
    /// This way.
    fn kind(&self) -> Json<T>;
}

impl<T> Structure<T> for Returned<T> {
    fn kind(&self) -> Json<T> {
        Json(PhantomData)
    }
}

/// See [`Plain`].
pub struct Said<T>(PhantomData<fn() -> T>);

impl<T: Saying> Said<T> {
    /// No schema, and what it says.
    pub fn handling(&self) -> Handling<T> {
        Handling { schema: || None, reply: |value| Ok(Reply::Outcome(value.say())) }
    }
}

/// See [`Ambiguous`].
pub struct Wrapped<T>(PhantomData<fn() -> T>);

impl<T> Wrapped<T> {
    /// `{"result": …}` in any case.
    pub fn handling(&self) -> Handling<T>
    where
        T: Structured,
    {
        Handling {
            schema: || Some(schema::wrapped_output::<T>()),
            reply: |value| Ok(Reply::Structured(wrap(&text(&value)?))),
        }
    }
}

/// See [`Structure`].
pub struct Json<T>(PhantomData<fn() -> T>);

impl<T> Json<T> {
    /// The value's own JSON, or `{"result": …}` when it is not an object. Both agree, because the schema is not made for
    /// a type that is an object only sometimes.
    pub fn handling(&self) -> Handling<T>
    where
        T: Structured,
    {
        Handling {
            schema: || Some(schema::output::<T>()),
            reply: |value| {
                let text = text(&value)?;
                Ok(Reply::Structured(if text.starts_with('{') { text } else { wrap(&text) }))
            },
        }
    }
}

fn text(value: &impl Serialize) -> Result<String, ToolError> {
    serde_json::to_string(value)
        .map_err(|error| ToolError::new("unserializable", format!("The result has no JSON form: {error}.")))
}

fn wrap(text: &str) -> String {
    format!("{{\"{}\":{text}}}", schema::WRAPPER)
}

/// What says itself what the model reads.
pub trait Saying {
    /// The outcome.
    fn say(self) -> Outcome;
}

impl Saying for () {
    fn say(self) -> Outcome {
        ToolResult::new().into()
    }
}

impl Saying for String {
    fn say(self) -> Outcome {
        self.into()
    }
}

impl Saying for &str {
    fn say(self) -> Outcome {
        self.into()
    }
}

impl Saying for Cow<'_, str> {
    fn say(self) -> Outcome {
        self.into_owned().into()
    }
}

impl Saying for Content {
    fn say(self) -> Outcome {
        self.into()
    }
}

impl Saying for Vec<Content> {
    fn say(self) -> Outcome {
        ToolResult { content: self, structured: None }.into()
    }
}

impl Saying for ToolResult {
    fn say(self) -> Outcome {
        self.into()
    }
}

impl Saying for InputRequest {
    fn say(self) -> Outcome {
        self.into()
    }
}

impl Saying for Outcome {
    fn say(self) -> Outcome {
        self
    }
}
