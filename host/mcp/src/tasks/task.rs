//! One task: where it stands, and what it waits for.

use std::sync::atomic::{AtomicUsize, Ordering};
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
    /// What was asked, and the same as the client gets it, by key. What is answered is in neither.
    InputRequired {
        asked: Vec<Asked>,
        questions: Map<String, Value>,
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
    size: AtomicUsize,
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
}

impl Task {
    pub(super) fn new(id: String, principal: String, kept: Duration) -> Self {
        let begun = SystemTime::now();
        let state = State { status: Status::Working, changed: begun, answers: Vec::new() };
        Self {
            id,
            principal,
            begun,
            kept,
            state: Mutex::new(state),
            size: AtomicUsize::new(0),
            answered: Notify::new(),
            over: CancellationToken::new(),
        }
    }

    /// Whether it has ended and need not be kept any more.
    pub(super) fn is_over(&self, kept: Duration) -> bool {
        self.over.is_cancelled() && self.begun.elapsed().is_ok_and(|age| age >= kept)
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
            self.size.store(result.to_string().len(), Ordering::Relaxed);
        }
        (state.status, state.changed) = (status, SystemTime::now());
        true
    }

    /// The bytes of its result as JSON.
    pub(super) fn size(&self) -> usize {
        self.size.load(Ordering::Relaxed)
    }

    /// Comes back when the task has ended.
    pub(super) async fn ended(&self) {
        self.over.cancelled().await;
    }

    /// Takes answers to open questions; others are ignored.
    ///
    /// # Errors
    ///
    /// Says which answer does not fit; none is taken then.
    pub(super) fn answer(&self, given: &Map<String, Value>) -> Result<(), String> {
        let mut state = self.lock();
        let State { status: Status::InputRequired { asked, questions }, answers, .. } = &mut *state else {
            return Ok(());
        };
        let fitting = |asked: &Asked| Some(asked.read(given.get(&asked.key)?.clone()));
        let new: Vec<KeyedAnswer> = asked.iter().filter_map(fitting).collect::<Result<_, _>>()?;
        asked.retain(|asked| !given.contains_key(&asked.key));
        questions.retain(|key, _| !given.contains_key(key));
        answers.extend(new);
        if asked.is_empty() {
            self.answered.notify_one();
        }
        Ok(())
    }

    /// Waits until no question is open, and takes the answers.
    pub(super) async fn answers(&self) -> Vec<KeyedAnswer> {
        loop {
            {
                let mut state = self.lock();
                if let Status::InputRequired { asked, .. } = &state.status
                    && asked.is_empty()
                {
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
            Status::InputRequired { questions, .. } => task["inputRequests"] = json!(questions),
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
