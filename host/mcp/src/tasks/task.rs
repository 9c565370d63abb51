//! One task: where it stands, and what it waits for.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use bulkhead_schema::KeyedAnswer;
use chrono::{DateTime, SecondsFormat, Utc};
use rmcp::model::ErrorData;
use serde_json::{Map, Value, json};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::answers::Asked;

/// How long a client should wait before it asks again.
const POLL: Duration = Duration::from_millis(500);

/// Where a task stands.
#[derive(Clone, Debug)]
pub(super) enum Status {
    Working,
    InputRequired {
        /// What was asked and is not answered yet, each with the same as the client gets it. Never empty.
        open: Vec<(Asked, Value)>,
    },
    /// With a result, which may say that the tool failed.
    Completed(Value),
    Failed(ErrorData),
    Cancelled,
}

impl Status {
    fn name(&self) -> &'static str {
        match self {
            Status::Working => "working",
            Status::InputRequired { .. } => "input_required",
            Status::Completed(_) => "completed",
            Status::Failed(_) => "failed",
            Status::Cancelled => "cancelled",
        }
    }

    fn is_last(&self) -> bool {
        matches!(self, Status::Completed(_) | Status::Failed(_) | Status::Cancelled)
    }
}

/// A call that outlasts its request.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) id: String,
    /// Whose it is.
    pub(super) principal: String,
    begun: SystemTime,
    kept: Duration,
    state: Mutex<State>,
    /// Told when the last open question is answered.
    answered: Notify,
    /// Cancelled when the task has come to its end.
    over: CancellationToken,
}

#[derive(Debug)]
struct State {
    status: Status,
    changed: SystemTime,
    answers: Vec<KeyedAnswer>,
    /// The bytes of its result as JSON.
    size: usize,
}

impl Task {
    pub(super) fn new(id: String, principal: String, kept: Duration) -> Self {
        let begun = SystemTime::now();
        let state = State { status: Status::Working, changed: begun, answers: Vec::new(), size: 0 };
        Self {
            id,
            principal,
            begun,
            kept,
            state: Mutex::new(state),
            answered: Notify::new(),
            over: CancellationToken::new(),
        }
    }

    /// Whether it has ended and need not be kept any more.
    pub(super) fn is_over(&self) -> bool {
        self.over.is_cancelled() && self.begun.elapsed().is_ok_and(|age| age >= self.kept)
    }

    /// Goes on to another status, unless it has come to its end. Whether it did.
    pub(super) fn set(&self, status: Status) -> bool {
        let mut state = self.lock();
        if state.status.is_last() {
            return false;
        }
        if status.is_last() {
            self.over.cancel();
        }
        if let Status::Completed(result) = &status {
            state.size = result.to_string().len();
        }
        (state.status, state.changed) = (status, SystemTime::now());
        true
    }

    /// The bytes of its result as JSON.
    pub(super) fn size(&self) -> usize {
        self.lock().size
    }

    /// Comes back when the task has ended.
    pub(super) async fn ended(&self) {
        self.over.cancelled().await;
    }

    /// Takes answers to open questions; others are ignored. Whether it goes on: no question is open any more.
    ///
    /// # Errors
    ///
    /// Says which answer does not fit; none is taken then.
    pub(super) fn answer(&self, given: &Map<String, Value>) -> Result<bool, String> {
        let mut state = self.lock();
        let State { status: Status::InputRequired { open }, answers, .. } = &mut *state else {
            return Ok(false);
        };
        let fitting = |(asked, _): &(Asked, Value)| Some(asked.read(given.get(&asked.key)?.clone()));
        let new: Vec<KeyedAnswer> = open.iter().filter_map(fitting).collect::<Result<_, _>>()?;
        open.retain(|(asked, _)| !given.contains_key(&asked.key));
        answers.extend(new);
        let goes_on = open.is_empty();
        if goes_on {
            (state.status, state.changed) = (Status::Working, SystemTime::now());
            self.answered.notify_one();
        }
        Ok(goes_on)
    }

    /// Waits until no question is open, and takes the answers.
    pub(super) async fn answers(&self) -> Vec<KeyedAnswer> {
        loop {
            {
                let mut state = self.lock();
                if matches!(state.status, Status::Working) {
                    return std::mem::take(&mut state.answers);
                }
            }
            self.answered.notified().await;
        }
    }

    /// The result of the call that has become this task.
    pub(super) fn created(&self) -> Value {
        let mut task = self.told(&self.lock());
        task["resultType"] = "task".into();
        task
    }

    /// All that is known of it.
    pub(crate) fn detailed(&self) -> Value {
        let state = self.lock();
        let mut task = self.told(&state);
        match &state.status {
            Status::InputRequired { open } => {
                let questions: Map<_, _> =
                    open.iter().map(|(asked, question)| (asked.key.clone(), question.clone())).collect();
                task["inputRequests"] = questions.into();
            }
            Status::Completed(result) => task["result"] = result.clone(),
            Status::Failed(error) => task["error"] = json!(error),
            Status::Working | Status::Cancelled => {}
        }
        task
    }

    fn told(&self, state: &State) -> Value {
        json!({
            "taskId": self.id,
            "status": state.status.name(),
            "createdAt": written(self.begun),
            "lastUpdatedAt": written(state.changed),
            "ttlMs": milliseconds(self.kept),
            "pollIntervalMs": milliseconds(POLL),
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn written(time: SystemTime) -> String {
    DateTime::<Utc>::from(time).to_rfc3339_opts(SecondsFormat::Millis, true)
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
