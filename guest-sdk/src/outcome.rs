//! How a call goes on: it is done, or it needs an answer first.

use serde_json::Value;

use crate::{Content, ToolError, ToolResult};

/// What a tool returns when it may have to ask first.
///
/// The instance that asks is dropped. The tool is called again with the same arguments, its own notes and the answers:
///
/// ```
/// use bulkhead_sdk::{InputRequest, Outcome, PersonAnswer, Question, Resumption, ToolError, tool};
/// use bulkhead_sdk::serde_json::json;
///
/// /// Books a table.
/// #[tool]
/// fn book(
///     /// Where.
///     restaurant: String,
///     resumption: Option<Resumption>,
/// ) -> Result<Outcome, ToolError> {
///     let Some(resumption) = resumption else {
///         let schema = json!({"type": "object", "properties": {"people": {"type": "integer"}}, "required": ["people"]});
///         let question = Question::Form { message: "For how many?".to_owned(), schema };
///         return Ok(InputRequest::new().ask("party", question).into());
///     };
///     let people = match resumption.person("party") {
///         Some(PersonAnswer::Accepted(form)) => form["people"].as_u64().unwrap_or(1),
///         Some(PersonAnswer::Declined | PersonAnswer::Cancelled) | None => {
///             return Err(ToolError::new("declined", "The person does not want to book."));
///         }
///     };
///     Ok(format!("A table for {people} at {restaurant}.").into())
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It is done.
    Complete(ToolResult),
    /// It needs answers and is called again with them.
    InputRequired(InputRequest),
}

impl From<ToolResult> for Outcome {
    fn from(result: ToolResult) -> Self {
        Self::Complete(result)
    }
}

impl From<InputRequest> for Outcome {
    fn from(request: InputRequest) -> Self {
        Self::InputRequired(request)
    }
}

impl From<Content> for Outcome {
    fn from(content: Content) -> Self {
        ToolResult::new().content(content).into()
    }
}

impl From<String> for Outcome {
    fn from(text: String) -> Self {
        Content::text(text).into()
    }
}

impl From<&str> for Outcome {
    fn from(text: &str) -> Self {
        Content::text(text).into()
    }
}

/// What a tool needs before it can go on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InputRequest {
    /// The questions, each under the key that its answer will carry.
    pub questions: Vec<(String, Question)>,
    /// The tool's own notes, given back as they were. The host seals them: a client can neither read nor alter them.
    pub state: Vec<u8>,
}

impl InputRequest {
    /// No question yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a question under a key.
    #[must_use]
    pub fn ask(mut self, key: impl Into<String>, question: Question) -> Self {
        self.questions.push((key.into(), question));
        self
    }

    /// Sets the notes.
    #[must_use]
    pub fn state(mut self, state: impl Into<Vec<u8>>) -> Self {
        self.state = state.into();
        self
    }

    /// Sets the notes to a value, as JSON; [`Resumption::state_as`] reads them.
    ///
    /// # Errors
    ///
    /// `invalid` when the value has no JSON form.
    pub fn state_json(self, state: &impl serde::Serialize) -> Result<Self, ToolError> {
        Ok(self.state(serde_json::to_vec(state)?))
    }
}

/// What a tool may ask of the other side.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// A form for the person. Never for secrets.
    Form {
        /// What is asked.
        message: String,
        /// A JSON Schema: an object whose properties are strings, numbers, booleans or enumerations.
        schema: Value,
    },
    /// A page for the person.
    Url {
        /// Why.
        message: String,
        /// The page.
        url: String,
    },
    /// The `params` of MCP's `sampling/createMessage`, for the client's model.
    Sampling(Value),
    /// The directories that the client works in.
    Roots,
}

/// What the second and later calls carry. A tool takes it as a parameter of type `Option<Resumption>`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resumption {
    /// The notes of the call before.
    pub state: Vec<u8>,
    /// The answers so far, each under its question's key. Some may be missing; the tool may ask again.
    pub answers: Vec<(String, Answer)>,
}

impl Resumption {
    /// The answer to the question under this key.
    pub fn answer(&self, key: &str) -> Option<&Answer> {
        self.answers.iter().find(|(known, _)| known == key).map(|(_, answer)| answer)
    }

    /// What the person did with the form or the page under this key.
    pub fn person(&self, key: &str) -> Option<&PersonAnswer> {
        match self.answer(key)? {
            Answer::Person(answer) => Some(answer),
            Answer::Sampling(_) | Answer::Roots(_) => None,
        }
    }

    /// The notes of the call before, when they were set with [`InputRequest::state_json`].
    ///
    /// # Errors
    ///
    /// `invalid` when they are something else.
    pub fn state_as<T: serde::de::DeserializeOwned>(&self) -> Result<T, ToolError> {
        Ok(serde_json::from_slice(&self.state)?)
    }
}

/// An answer, of the kind that its question asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// To a form or a page.
    Person(PersonAnswer),
    /// The result of MCP's `sampling/createMessage`.
    Sampling(Value),
    /// The client's directories.
    Roots(Vec<Root>),
}

/// What the person did with a form or a page.
#[derive(Clone, Debug, PartialEq)]
pub enum PersonAnswer {
    /// Agreed; the form's fields as an object, `null` for a page.
    Accepted(Value),
    /// Said no.
    Declined,
    /// Closed it.
    Cancelled,
}

/// A directory that the client works in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// A `file:` URI.
    pub uri: String,
    /// A name for people.
    pub name: Option<String>,
}
