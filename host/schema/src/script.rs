//! A script of code mode: what goes into a run, what comes out of it, and what it can reach meanwhile. Field for field what
//! `wit/code/code.wit` declares.

use serde::{Deserialize, Serialize};

use crate::value::ToolError;

/// `script.program`: everything that a run depends on, beside the outcomes of its calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// JavaScript or TypeScript.
    pub source: String,
    /// The value of `args`, as JSON text.
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

/// `script.place`: both from 1; columns are counted in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// `script.failure`: how a script that has no result ended.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptFailure {
    /// Its code, message and more, as of any other error.
    pub error: ToolError,
    /// Where it was thrown.
    pub place: Option<Place>,
    /// Where it was called from, a line each.
    pub stack: Vec<String>,
}

/// `script.answer`: how a script that has a result ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptAnswer {
    /// JSON text; absent when the script gave nothing.
    pub value: Option<String>,
    /// What was lost on the way, and what looks like a mistake, a sentence each.
    pub notes: Vec<String>,
}

/// `calls.request`: what a script can start. JSON is text here, as the script wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ScriptRequest {
    /// A call of a tool.
    Tool {
        /// In `tools.<component>.<function>(…)`; absent in `tools.<name>(…)`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        component: Option<String>,
        /// The function, or the tool's public name.
        name: String,
        /// JSON text.
        arguments: String,
    },
    /// A search for tools: the arguments of the tool `search`.
    Search(String),
    /// The declarations of tools: a JSON array of names.
    Describe(String),
    /// A result that was too large to be answered whole, by its handle.
    Stored(String),
    /// Nothing, for so many milliseconds.
    Sleep(u32),
}

/// `calls.event`: something that a script started is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptEvent {
    /// Its number.
    pub call: u32,
    /// The time as of this event, in microseconds since 1970.
    pub now: u64,
    /// JSON text, or why there is none.
    pub outcome: Result<String, ToolError>,
}

/// `console.level`: the importance of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConsoleLevel {
    /// `console.debug`
    Debug,
    /// `console.log` and `console.info`
    Info,
    /// `console.warn`
    Warn,
    /// `console.error`
    Error,
}
