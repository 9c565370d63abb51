//! What a running call tells the one who made it.

pub use bulkhead_sandbox::{Change, Level};
use serde_json::Value;

/// Receives what a running tool says before its result. Called from the task that runs the guest, so an
/// implementation hands the value on and returns; it never waits.
pub trait Listener: Send + Sync {
    /// Whether lines of this level are wanted, so that a guest need not build one in vain.
    fn wants(&self, level: Level) -> bool;

    /// A line of the tool's log.
    fn log(&self, line: LogLine);

    /// How far the call has come.
    fn progress(&self, progress: Progress);

    /// Something that a client may have listed or read is not the same any more.
    fn changed(&self, change: Change);
}

/// A line of a tool's log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogLine {
    /// How grave.
    pub level: Level,
    /// The tool that says it, by its public name.
    pub tool: String,
    /// The text, free of control characters.
    pub message: String,
    /// Whatever else belongs to the line.
    pub fields: Option<Value>,
}

/// How far a call has come. `done` grows from one report to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// In the unit of `total`.
    pub done: f64,
    /// When all is done, if the tool knows.
    pub total: Option<f64>,
    /// What it is doing.
    pub message: Option<String>,
}

/// A listener for callers that only want the result.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Listener for Silent {
    fn wants(&self, _: Level) -> bool {
        false
    }

    fn log(&self, _: LogLine) {}

    fn progress(&self, _: Progress) {}

    fn changed(&self, _: Change) {}
}
