//! Code mode: whether scripts run, how much one may use, and which functions they reach.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::decision::Via;
use crate::{CallPattern, Limits};

/// `[code]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodePolicy {
    /// Whether `search` and `execute` are offered.
    pub enabled: bool,
    /// Tokens of definitions up to which the tools are listed beside the two; what is larger is found with `search`.
    pub list_below: u32,
    /// Tools that are listed however large the catalog is.
    pub pin: Vec<CallPattern>,
    /// Calls that one run may make.
    pub calls: u32,
    /// Calls of one run that are running at the same time; more wait.
    pub concurrent_calls: u32,
    /// Bytes of arguments and results of all calls of one run together.
    pub traffic: u64,
    /// Bytes of the value that is answered; what is beyond it is kept, and its place is told.
    pub answer: u64,
    /// Limits of a run. Its fuel is that of all its calls together; memory is of the interpreter alone.
    pub limits: Limits,
}

const KIB: u64 = 1024;
const MIB: u64 = 1024 * KIB;

impl Default for CodePolicy {
    fn default() -> Self {
        Self {
            enabled: true,
            // Ten times what the two cost: below it, a model is better served with everything in sight.
            list_below: 6_000,
            pin: Vec::new(),
            // A task of a person's day; a loop over thousands of things is a tool's work.
            calls: 1_000,
            // A quarter of the host's places by default.
            concurrent_calls: 16,
            // What the values of a script may take by default.
            traffic: 64 * MIB,
            // About 16,000 tokens.
            answer: 64 * KIB,
            limits: Limits {
                // The engine itself takes 3 MiB, and values in JavaScript are some five times as large as their JSON.
                memory: 256 * MIB,
                // Ten calls of the most that one may use.
                fuel: 50_000_000_000,
                // What clients wait for when they are told of progress.
                deadline: Duration::from_secs(300),
                // The whole value: what is answered of it is `answer`.
                output: 16 * MIB,
                ..Limits::default()
            },
        }
    }
}

/// `callers`: how the functions of a component may be reached; both ways where nothing is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Callers {
    /// What holds for those that have no entry of their own.
    pub all: Ways,
    /// By the guest's own names.
    pub functions: BTreeMap<String, Ways>,
}

/// The ways in which a function may be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ways {
    /// By the principal.
    pub direct: bool,
    /// By scripts.
    pub code: bool,
}

impl Default for Ways {
    fn default() -> Self {
        Self { direct: true, code: true }
    }
}

impl Callers {
    /// Whether a function may be reached in this way.
    pub fn admit(&self, function: &str, via: Via) -> bool {
        let ways = self.functions.get(function).unwrap_or(&self.all);
        match via {
            Via::Direct => ways.direct,
            Via::Code => ways.code,
            Via::Tool => true,
        }
    }
}

#[cfg(test)]
mod tests;
