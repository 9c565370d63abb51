//! What a running tool says, as messages to the client that called it.

use std::sync::{Mutex, PoisonError};

use bulkhead_dispatch::{Change, Level, Listener, LogLine, Progress};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::frame;
use crate::revision::Revision;

/// How many messages may wait for a slow client. Those beyond it are lost; the answer never is.
const BACKLOG: usize = 256;

/// Where the messages of one call go before its answer.
pub(crate) type Outlet = mpsc::Sender<Vec<u8>>;

/// Where they come out.
pub(crate) type Inbox = mpsc::Receiver<Vec<u8>>;

/// A fresh pair.
pub(crate) fn channel() -> (Outlet, Inbox) {
    mpsc::channel(BACKLOG)
}

/// The listener of one call.
pub(crate) struct Relay {
    outlet: Outlet,
    revision: Revision,
    level: Option<Level>,
    /// Absent when the client does not want to hear of progress.
    progress: Option<(Value, Mutex<f64>)>,
}

impl Relay {
    pub(crate) fn new(
        outlet: Outlet,
        revision: Revision,
        level: Option<Level>,
        token: Option<Value>,
    ) -> Self {
        let progress = token.map(|token| (token, Mutex::new(f64::NEG_INFINITY)));
        Self { outlet, revision, level, progress }
    }

    fn send(&self, message: Vec<u8>) {
        // Full or closed: there is no one to tell, and the guest must not wait.
        let _ = self.outlet.try_send(message);
    }
}

impl Listener for Relay {
    fn wants(&self, level: Level) -> bool {
        self.level.is_some_and(|least| level >= least)
    }

    fn log(&self, line: LogLine) {
        if !self.wants(line.level) {
            return;
        }
        let data = match line.fields {
            None => Value::String(line.message),
            Some(fields) => json!({ "message": line.message, "fields": fields }),
        };
        let params = json!({ "level": line.level.as_str(), "logger": line.tool, "data": data });
        self.send(frame::notification("notifications/message", &params));
    }

    fn progress(&self, progress: Progress) {
        let Some((token, last)) = &self.progress else { return };
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        // The protocol wants every value greater than the one before; JSON has no NaN and no infinity.
        if !progress.done.is_finite() || progress.done <= *last {
            return;
        }
        *last = progress.done;
        let mut params = json!({ "progressToken": token, "progress": number(progress.done) });
        if let Some(total) = progress.total.filter(|total| total.is_finite()) {
            params["total"] = number(total);
        }
        if let Some(message) = progress.message.filter(|_| self.revision.has_hints_and_audio()) {
            params["message"] = message.into();
        }
        self.send(frame::notification("notifications/progress", &params));
    }

    fn changed(&self, _: Change) {
        // Every client that listens is told by the dispatcher's notices, the caller's among them.
    }
}

/// Whole numbers as such: `3` and not `3.0`.
fn number(value: f64) -> Value {
    #[allow(clippy::cast_possible_truncation, reason = "exact below 2^53, and the condition says so")]
    if value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0 {
        json!(value as i64)
    } else {
        json!(value)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failing test should stop")]

    use super::*;

    fn said(inbox: &mut Inbox) -> Vec<Value> {
        std::iter::from_fn(|| inbox.try_recv().ok())
            .map(|bytes| serde_json::from_slice(&bytes).unwrap())
            .collect()
    }

    fn step(done: f64) -> Progress {
        Progress { done, total: Some(10.0), message: Some("m".to_owned()) }
    }

    #[test]
    fn progress_only_ever_grows() {
        let (outlet, mut inbox) = channel();
        let relay = Relay::new(outlet, Revision::V2025_11_25, None, Some(json!("t")));
        for done in [1.0, 1.0, 0.5, f64::NAN, f64::INFINITY, 2.5] {
            relay.progress(step(done));
        }
        let params: Vec<Value> =
            said(&mut inbox).into_iter().map(|message| message["params"].clone()).collect();
        assert_eq!(
            params,
            [
                json!({ "progressToken": "t", "progress": 1, "total": 10, "message": "m" }),
                json!({ "progressToken": "t", "progress": 2.5, "total": 10, "message": "m" }),
            ]
        );
    }

    #[test]
    fn nothing_is_sent_that_was_not_asked_for() {
        let (outlet, mut inbox) = channel();
        let relay = Relay::new(outlet, Revision::V2026_07_28, None, None);
        relay.progress(step(1.0));
        let line = |level| LogLine { level, tool: "t".to_owned(), message: "m".to_owned(), fields: None };
        relay.log(line(Level::Emergency));
        assert!(said(&mut inbox).is_empty() && !relay.wants(Level::Emergency));

        let (outlet, mut inbox) = channel();
        let relay = Relay::new(outlet, Revision::V2024_11_05, Some(Level::Warning), Some(json!(7)));
        relay.log(line(Level::Info));
        relay.log(line(Level::Error));
        relay.progress(step(1.0));
        let said = said(&mut inbox);
        assert_eq!(said[0]["params"], json!({ "level": "error", "logger": "t", "data": "m" }));
        assert_eq!(said[1]["params"], json!({ "progressToken": 7, "progress": 1, "total": 10 }));
    }

    #[test]
    fn a_full_backlog_costs_messages_and_not_memory() {
        let (outlet, mut inbox) = channel();
        let relay = Relay::new(outlet, Revision::V2025_11_25, None, Some(json!(1)));
        (0..10_000).for_each(|done| relay.progress(step(done.into())));
        assert_eq!(said(&mut inbox).len(), BACKLOG);
    }
}
