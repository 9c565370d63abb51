//! Calls that outlast their request: the extension `io.modelcontextprotocol/tasks` (SEP-2663).
//!
//! A client that declares the extension gets a task in place of a result when a call takes longer than a moment. What a
//! tool answers or asks within that moment is answered as without the extension. Tasks are in memory, and end with the
//! process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bulkhead_dispatch::CallError;
use bulkhead_schema::{KeyedAnswer, Resumption};
use ring::rand::{SecureRandom, SystemRandom};
use rmcp::model::ErrorData;
use serde_json::{Map, Value, json};
use tokio::sync::broadcast;
use tokio::time;

use crate::answers::Asked;
use crate::call::{Call, ROUNDS, input_request, missing_capability};
use crate::meta;
use crate::relay::Outlet;
use crate::server::Server;
use crate::wire::TaskMethod;
use crate::wish::{Step, Wish};

mod task;

use task::{Status, Task};

/// So long a client waits for a result before it gets a task: long enough for nearly every tool, short enough that nobody
/// thinks the host has stopped.
const GRACE: Duration = Duration::from_millis(300);

/// How long a task can be asked for, from its beginning; a task that runs then can be asked for until it ends.
const KEPT: Duration = Duration::from_secs(60 * 60);

/// How many are kept. Beyond them, a call is answered when it is done.
const MOST: usize = 1024;

/// How many bytes the results of those that are kept may have together. Beyond them, too, a call is answered when it is
/// done: what was promised for an hour is not thrown away.
const HELD: usize = 64 << 20;

/// How many changes wait for a slow listener.
const BACKLOG: usize = 256;

/// The tasks of one server.
pub(crate) struct Tasks {
    table: Mutex<HashMap<String, Arc<Task>>>,
    news: broadcast::Sender<Arc<Task>>,
}

impl Default for Tasks {
    fn default() -> Self {
        Self { table: Mutex::default(), news: broadcast::channel(BACKLOG).0 }
    }
}

impl Tasks {
    /// Whether a call may be answered with a task.
    pub(crate) fn may_become_one(&self, call: &Call) -> bool {
        call.context.abilities.tasks && matches!(call.wish, Wish::Tool { .. })
    }

    /// Makes the first step of a call: what came of it within [`GRACE`], or the task that it has become.
    ///
    /// # Errors
    ///
    /// Those of the step.
    pub(crate) async fn first_step(
        &self,
        server: &Arc<Server>,
        call: &Call,
        outlet: Outlet,
        resumption: Option<Resumption>,
    ) -> Result<Result<Step, Value>, ErrorData> {
        let answered = resumption.as_ref().map_or_else(Vec::new, |resumption| resumption.answers.clone());
        let (owner, asked) = (server.clone(), call.clone());
        let first = outlet.clone();
        let mut work = Box::pin(async move { asked.once(&owner, &first, resumption).await });
        tokio::select! {
            step = &mut work => return step.map(Ok),
            () = time::sleep(GRACE) => {}
        }
        let Some(task) = self.open(&server.principal.id) else { return work.await.map(Ok) };
        let created = task.created();
        tokio::spawn(drive(server.clone(), call.clone(), outlet, task, answered, work));
        Ok(Err(created))
    }

    /// A new task; `None` when there are too many, or no random numbers for its id.
    fn open(&self, principal: &str) -> Option<Arc<Task>> {
        let mut id = [0; 16];
        SystemRandom::new().fill(&mut id).ok()?;
        let id = format!("{:032x}", u128::from_be_bytes(id));
        let mut table = self.lock();
        let full = |table: &HashMap<String, Arc<Task>>| {
            table.len() >= MOST || table.values().map(|task| task.size()).sum::<usize>() >= HELD
        };
        if full(&table) {
            table.retain(|_, task| !task.is_over());
        }
        if full(&table) {
            return None;
        }
        let task = Arc::new(Task::new(id.clone(), principal.to_owned(), KEPT));
        table.insert(id, task.clone());
        Some(task)
    }

    /// The task of this id, if it is this principal's.
    pub(crate) fn find(&self, id: &str, principal: &str) -> Option<Arc<Task>> {
        let task = self.lock().get(id).cloned()?;
        (task.principal == principal && !task.is_over()).then_some(task)
    }

    /// Each task that changes from now on.
    pub(crate) fn news(&self) -> broadcast::Receiver<Arc<Task>> {
        self.news.subscribe()
    }

    fn set(&self, task: &Arc<Task>, status: Status) {
        if task.set(status) {
            self.tell(task);
        }
    }

    fn tell(&self, task: &Arc<Task>) {
        // Nobody may be listening.
        let _ = self.news.send(task.clone());
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Task>>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Server {
    /// Answers `tasks/get`, `tasks/update` and `tasks/cancel`.
    ///
    /// # Errors
    ///
    /// -32602 for a task that is not there for this principal, and for answers that do not fit.
    pub(crate) fn task(&self, method: TaskMethod, params: &Map<String, Value>) -> Result<Value, ErrorData> {
        let id = params.get("taskId").and_then(Value::as_str);
        let id = id.ok_or_else(|| ErrorData::invalid_params("`taskId` must be a string", None))?;
        let task = self.tasks.find(id, &self.principal.id).ok_or_else(|| {
            ErrorData::invalid_params("there is no such task (any more)", Some(json!({ "taskId": id })))
        })?;
        let mut result = match method {
            TaskMethod::Get => task.detailed(),
            TaskMethod::Update => {
                let given = params.get("inputResponses").and_then(Value::as_object);
                let given = given
                    .ok_or_else(|| ErrorData::invalid_params("`inputResponses` must be an object", None))?;
                if task.answer(given).map_err(|what| ErrorData::invalid_params(what, None))? {
                    self.tasks.tell(&task);
                }
                json!({})
            }
            TaskMethod::Cancel => {
                self.tasks.set(&task, Status::Cancelled);
                json!({})
            }
        };
        result["resultType"] = "complete".into();
        result["_meta"] = json!(self.meta);
        Ok(result)
    }

    /// The refusal of a client that did not declare the extension.
    pub(crate) fn tasks_required() -> ErrorData {
        missing_capability(json!({ "extensions": { meta::TASKS: {} } }))
    }
}

/// Takes a call to its end, questions included.
async fn drive(
    server: Arc<Server>,
    call: Call,
    outlet: Outlet,
    task: Arc<Task>,
    mut answered: Vec<KeyedAnswer>,
    work: impl Future<Output = Result<Step, ErrorData>> + Send,
) {
    let mut step = tokio::select! {
        step = work => step,
        () = task.ended() => return,
    };
    for _ in 0..ROUNDS {
        let request = match step {
            Ok(Step::Asks(request)) => request,
            ended => return server.tasks.set(&task, ending(ended)),
        };
        if let Err(error) = call.check_abilities(&request) {
            return server.tasks.set(&task, Status::Failed(error));
        }
        let revision = call.context.revision;
        let open: Vec<_> =
            request.questions.iter().map(|it| (Asked::of(it), input_request(it, revision))).collect();
        // A guest may ask for nothing but to be called again.
        if !open.is_empty() {
            server.tasks.set(&task, Status::InputRequired { open });
        }
        let within = Instant::now() + server.settings.answer_within;
        let new = tokio::select! {
            new = task.answers() => new,
            () = task.ended() => return,
            () = time::sleep_until(within.into()) => {
                let error = ErrorData::internal_error("the task's questions were not answered in time", None);
                return server.tasks.set(&task, Status::Failed(error));
            }
        };
        answered.retain(|answer| new.iter().all(|new| new.key != answer.key));
        answered.extend(new);
        let resumption = Resumption { state: request.state, answers: answered.clone() };
        step = tokio::select! {
            step = call.once(&server, &outlet, Some(resumption)) => step,
            () = task.ended() => return,
        };
    }
    let message = format!("the tool asked {ROUNDS} times for input and still has no result");
    server.tasks.set(&task, Status::Failed(ErrorData::internal_error(message, None)));
}

/// A tool that says that it failed has completed; one that could not say anything has failed.
fn ending(step: Result<Step, ErrorData>) -> Status {
    match step {
        Ok(Step::Done(result)) => Status::Completed(json!(result)),
        Ok(Step::Failed(
            _,
            error @ (CallError::Trapped(_) | CallError::Unavailable { .. } | CallError::Internal { .. }),
        )) => {
            let told = error.for_model();
            Status::Failed(ErrorData::internal_error(told.message.clone(), Some(json!(told))))
        }
        Ok(Step::Failed(result, _)) => Status::Completed(json!(result)),
        // The caller's loop has taken the questions out.
        Ok(Step::Asks(_)) => Status::Working,
        Err(error) => Status::Failed(error),
    }
}

#[cfg(test)]
mod tests;
