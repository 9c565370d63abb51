//! What goes into a run, what comes out of it, and what it can reach meanwhile. As `wit/code/code.wit` has it.

/// Everything that a run depends on, beside the outcomes of its calls.
#[derive(Clone, Debug)]
pub struct Program {
    /// JavaScript or TypeScript.
    pub source: String,
    /// The value of `args`, as JSON.
    pub arguments: String,
    /// What random numbers come from.
    pub seed: u64,
    /// When the run began, in microseconds since 1970.
    pub now: u64,
    /// Bytes that the script's values may take.
    pub memory: u64,
    /// How much may be computed, in units of about ten thousand bytecodes.
    pub steps: u64,
}

/// How a script that has a result ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// As JSON; absent when the script gave nothing.
    pub value: Option<String>,
    /// What was lost on the way, and what looks like a mistake.
    pub notes: Vec<String>,
}

/// Something that a script starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// A call of a tool.
    Tool {
        /// In `tools.<component>.<function>(…)`; absent in `tools.<name>(…)`.
        component: Option<String>,
        /// The function, or the tool's public name.
        name: String,
        /// As JSON.
        arguments: String,
    },
    /// A search for tools; the arguments of the tool `search`, as JSON.
    Search(String),
    /// The declarations of tools, by a JSON array of their names.
    Describe(String),
    /// A result that was too large to be answered whole, by its handle.
    Stored(String),
    /// Nothing, for so many milliseconds.
    Sleep(u32),
}

/// Something that was started is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its number.
    pub call: u32,
    /// The time, in microseconds since 1970.
    pub now: u64,
    /// As JSON.
    pub outcome: Result<String, CallError>,
}

/// Why something was not done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallError {
    /// A stable name in `snake_case`.
    pub code: String,
    /// For the model.
    pub message: String,
    /// Whether the same may succeed later.
    pub retryable: bool,
    /// Anything more, as JSON.
    pub detail: Option<String>,
}

impl CallError {
    /// As the prelude reads it.
    pub(crate) fn to_json(&self) -> String {
        serde_json::json!({
            "code": self.code,
            "message": self.message,
            "retryable": self.retryable,
            "detail": self.detail.as_deref().and_then(|detail| serde_json::from_str::<serde_json::Value>(detail).ok()),
        })
        .to_string()
    }
}

/// The importance of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// `console.debug`
    Debug,
    /// `console.log` and `console.info`
    Info,
    /// `console.warn`
    Warn,
    /// `console.error`
    Error,
}

/// All that a script can reach.
pub trait Outside {
    /// Starts something, and gives its number.
    fn start(&self, request: Request) -> u32;

    /// Waits until something is done; `None` when nothing runs.
    fn wait(&self) -> Option<Event>;

    /// Writes a line.
    fn write(&self, level: Level, text: &str);
}
