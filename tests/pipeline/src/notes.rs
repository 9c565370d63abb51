//! A recorder and a listener that keep everything.

use std::sync::{Mutex, MutexGuard, PoisonError};

use bulkhead_dispatch::{
    CallError, CallRecord, Caller, Change, Denial, Ending, Level, Listener, LogLine, Progress, Recorder,
};

/// One entry of the record.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A permitted call is about to run.
    Intent(CallRecord),
    /// The guest of this call reached for too much; the rule that refused it.
    Denied(u64, String),
    /// This call is over.
    Ended(u64, Ending),
    /// A call of this tool was refused, with this code.
    Refused(String, String),
}

/// What a listener heard, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// A line of the log.
    Line(LogLine),
    /// How far it is.
    Progress(Progress),
    /// Something changed.
    Changed(Change),
}

/// Keeps what it is told, as a recorder and as a listener.
#[derive(Default)]
pub struct Notes {
    entries: Mutex<Vec<Entry>>,
    heard: Mutex<Vec<Heard>>,
}

impl Notes {
    /// The record so far.
    pub fn entries(&self) -> Vec<Entry> {
        locked(&self.entries).clone()
    }

    /// What was heard so far.
    pub fn heard(&self) -> Vec<Heard> {
        locked(&self.heard).clone()
    }

    /// The log lines among it.
    pub fn lines(&self) -> Vec<LogLine> {
        let lines = self.heard().into_iter().filter_map(|heard| match heard {
            Heard::Line(line) => Some(line),
            Heard::Progress(_) | Heard::Changed(_) => None,
        });
        lines.collect()
    }

    /// The record in words: `intent`, `denied RULE`, `ended CODE`, `refused CODE`.
    pub fn told(&self) -> Vec<String> {
        let told = self.entries().into_iter().map(|entry| match entry {
            Entry::Intent(_) => "intent".to_owned(),
            Entry::Denied(_, rule) => format!("denied {rule}"),
            Entry::Ended(_, ending) => format!("ended {}", ending.code),
            Entry::Refused(_, code) => format!("refused {code}"),
        });
        told.collect()
    }

    fn note(&self, entry: Entry) {
        locked(&self.entries).push(entry);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Recorder for Notes {
    fn intent(&self, call: &CallRecord) {
        self.note(Entry::Intent(call.clone()));
    }

    fn denied(&self, call: &CallRecord, denial: &Denial) {
        self.note(Entry::Denied(call.id, denial.rule.to_string()));
    }

    fn ended(&self, call: &CallRecord, ending: &Ending) {
        self.note(Entry::Ended(call.id, ending.clone()));
    }

    fn refused(&self, _: &Caller, tool: &str, error: &CallError) {
        self.note(Entry::Refused(tool.to_owned(), error.code().to_owned()));
    }
}

impl Listener for Notes {
    fn wants(&self, level: Level) -> bool {
        level >= Level::Info
    }

    fn log(&self, line: LogLine) {
        locked(&self.heard).push(Heard::Line(line));
    }

    fn progress(&self, progress: Progress) {
        locked(&self.heard).push(Heard::Progress(progress));
    }

    fn changed(&self, change: Change) {
        locked(&self.heard).push(Heard::Changed(change));
    }
}
