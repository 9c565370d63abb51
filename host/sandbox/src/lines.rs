//! Lines for the operator: those that a guest logs, and those that it writes to standard output and error. One budget
//! for all of them; what is beyond it is counted and dropped.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bulkhead_policy::{Limit, Limits};

use crate::{HostSide, Level};

mod stream;
mod text;

pub(crate) use stream::GuestOutput;
pub use text::neutral;

/// The longest piece of standard output that is held back while its line is not finished, and so the longest line: a
/// guest that never ends a line must not fill the host's memory.
const LONGEST_LINE: usize = 4 << 10;

/// The lines of one call.
pub(crate) struct Lines {
    side: Arc<dyn HostSide>,
    most_lines: u32,
    most_bytes: u64,
    used: Mutex<Used>,
}

#[derive(Default)]
struct Used {
    lines: u32,
    bytes: u64,
    dropped: u32,
    /// Unfinished lines.
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

/// One of the two standard streams.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stream {
    Stdout,
    Stderr,
}

impl Stream {
    fn level(self) -> Level {
        match self {
            Self::Stdout => Level::Info,
            Self::Stderr => Level::Warning,
        }
    }
}

impl Used {
    fn pending(&mut self, stream: Stream) -> &mut Vec<u8> {
        match stream {
            Stream::Stdout => &mut self.stdout,
            Stream::Stderr => &mut self.stderr,
        }
    }
}

impl Lines {
    pub(crate) fn new(side: Arc<dyn HostSide>, limits: &Limits) -> Self {
        Self { side, most_lines: limits.log_lines, most_bytes: limits.log_bytes, used: Mutex::default() }
    }

    /// Passes a line on, if it is within the budget.
    pub(crate) fn log(&self, level: Level, message: &str, fields: Option<&str>) {
        let size = message.len().saturating_add(fields.map_or(0, str::len));
        if self.take(size) {
            self.side.log(level, &neutral(message), fields);
        }
    }

    /// Whether a line of this level would be kept.
    pub(crate) fn enabled(&self, level: Level) -> bool {
        let room = {
            let used = self.used();
            used.lines < self.most_lines && used.bytes < self.most_bytes
        };
        room && self.side.log_enabled(level)
    }

    /// What a guest writes to a standard stream. Each finished line is passed on.
    pub(crate) fn write(&self, stream: Stream, bytes: &[u8]) {
        let mut finished = Vec::new();
        {
            let mut used = self.used();
            let pending = used.pending(stream);
            for piece in bytes.split_inclusive(|&b| b == b'\n') {
                for part in piece.chunks(LONGEST_LINE) {
                    pending.extend_from_slice(part);
                    if part.ends_with(b"\n") || pending.len() >= LONGEST_LINE {
                        finished.push(std::mem::take(pending));
                    }
                }
            }
        }
        finished.iter().for_each(|line| self.pass(stream, line));
    }

    /// Passes on what was left of both streams without an end of line: the call is over.
    pub(crate) fn finish(&self) {
        for stream in [Stream::Stdout, Stream::Stderr] {
            let rest = std::mem::take(self.used().pending(stream));
            self.pass(stream, &rest);
        }
    }

    /// Lines passed on, and lines dropped.
    pub(crate) fn counts(&self) -> (u32, u32) {
        let used = self.used();
        (used.lines, used.dropped)
    }

    /// The limit that lines were dropped for.
    pub(crate) fn reached(&self) -> Option<Limit> {
        let used = self.used();
        match used.dropped {
            0 => None,
            _ if used.lines >= self.most_lines => Some(Limit::LogLines),
            _ => Some(Limit::LogBytes),
        }
    }

    fn pass(&self, stream: Stream, line: &[u8]) {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if !line.is_empty() {
            self.log(stream.level(), &String::from_utf8_lossy(line), None);
        }
    }

    fn take(&self, size: usize) -> bool {
        let mut used = self.used();
        let bytes = used.bytes.saturating_add(size as u64);
        if used.lines >= self.most_lines || bytes > self.most_bytes {
            used.dropped = used.dropped.saturating_add(1);
            return false;
        }
        used.lines += 1;
        used.bytes = bytes;
        true
    }

    /// Counters stay true if a thread panicked while it held them.
    fn used(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
