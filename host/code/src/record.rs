//! The record of a run: everything that it depends on. The same record is the same run, on any host.

use bulkhead_schema::{KeyedQuestion, Program, ScriptEvent, ScriptRequest};
use serde::{Deserialize, Serialize};

/// What a run depends on, and what has come of it so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The script, its arguments, seed, clock and limits.
    pub program: Program,
    /// The digest of the definitions of all tools that it could see.
    pub catalog: String,
    /// What it started, in order: a call's number is its place.
    pub requests: Vec<ScriptRequest>,
    /// What was done, in the order in which the script learnt of it.
    pub events: Vec<Recorded>,
    /// What waits for a person.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
}

/// Something that was done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// What the script learnt.
    pub event: ScriptEvent,
    /// How much more fuel the script had after it than before; less when calls were paid for.
    pub fuel: i64,
    /// How long it took, in microseconds.
    pub took: u64,
}

/// A call whose tool has asked for something.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waiting {
    /// Its number.
    pub call: u32,
    /// The tool's own notes.
    pub state: Vec<u8>,
    /// Its questions, while the run is in memory: whoever goes on with it has been asked them.
    #[serde(skip)]
    pub questions: Vec<KeyedQuestion>,
}

impl Record {
    /// One of a run that has not begun.
    pub fn new(program: Program, catalog: String) -> Self {
        Self { program, catalog, requests: Vec::new(), events: Vec::new(), waiting: Vec::new() }
    }
}
