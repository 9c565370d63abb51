//! One run: the other end of a script. It starts what the script asks for, keeps the order in which things are done, and
//! writes it all down; what was written down before is given again, and not done again.

use std::collections::{HashMap, VecDeque};
use std::future::ready;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use bulkhead_dispatch::{
    Budget, CallError, CodePolicy, Listener, ScriptCall, ScriptCalls, ScriptSide, Settled, Stop, Usage,
};
use bulkhead_schema::{
    ConsoleLevel, InputRequest, KeyedAnswer, Outcome, Resumption, ScriptEvent, ScriptRequest, ToolError,
};
use futures::future::BoxFuture;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::record::{Record, Recorded, Waiting};
use crate::value;

/// How many lines are kept of what a script writes, and how many bytes of them.
const LINES: usize = 500;
const LINE_BYTES: usize = 64 << 10;

/// A call of which no more fuel than this can be set aside would get nowhere.
const LEAST_FUEL: u64 = 1_000_000;

/// How often a call is made again that found no place, and how long it waits in between at most.
const TRIES: u32 = 60;
const PAUSE: Duration = Duration::from_millis(100);

/// What of the catalog a script may ask for: searching, describing, and values that are kept.
pub(crate) trait Library: Send + Sync {
    /// Answers a search, as JSON text.
    fn search(&self, arguments: &str) -> Result<String, ToolError>;

    /// Answers with declarations, as JSON text.
    fn describe(&self, names: &str) -> Result<String, ToolError>;

    /// A value that is kept.
    fn stored<'a>(&'a self, handle: &'a str) -> BoxFuture<'a, Result<String, ToolError>>;
}

/// Why a run was stopped from here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// Tools wait for answers.
    Waiting,
    /// It did not do what the record says.
    Diverged(String),
}

/// A call, as the answer tells of it.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub tool: String,
    /// `ok`, or the code of its error; `None` while it runs.
    pub outcome: Option<String>,
    pub took: Duration,
}

/// The other end of a script.
pub(crate) struct Run {
    calls: ScriptCalls,
    library: Arc<dyn Library>,
    policy: CodePolicy,
    listener: Arc<dyn Listener>,
    state: Mutex<State>,
    done: tokio::sync::Mutex<mpsc::UnboundedReceiver<Finished>>,
    finished: mpsc::UnboundedSender<Finished>,
    /// What runs on threads of its own; ended when the run is dropped.
    tasks: Mutex<JoinSet<()>>,
}

struct State {
    record: Record,
    /// What is in the record from before, and has not been given again yet.
    replay: VecDeque<Recorded>,
    /// How many requests the record had before.
    known: usize,
    /// Whether what is not in the record may be done.
    live: bool,
    /// Started by the script, and not begun.
    queued: VecDeque<(u32, Option<Resumption>)>,
    /// With the fuel that is set aside for each.
    running: HashMap<u32, u64>,
    /// How many tools were called.
    called: u32,
    told: Vec<Told>,
    answers: HashMap<u32, Vec<KeyedAnswer>>,
    lines: Vec<String>,
    line_bytes: usize,
    lines_lost: u64,
    traffic: u64,
    stopped: Option<Stopped>,
}

/// Something that ran is done.
struct Finished {
    call: u32,
    outcome: Result<Given, ToolError>,
    usage: Usage,
    took: Duration,
}

/// What is being done.
type Work = BoxFuture<'static, Finished>;

/// What something gave.
enum Given {
    /// A value, as JSON text.
    Value(String),
    /// A question, which is the tool's.
    Question(InputRequest),
}

/// What is left of a run when it is over.
pub(crate) struct Remains {
    pub record: Record,
    pub told: Vec<Told>,
    pub lines: Vec<String>,
    pub lines_lost: u64,
    pub stopped: Option<Stopped>,
}

impl Run {
    /// A run of this record: what is in it is given again, and what goes beyond is done when it is `live`. `answers` are for
    /// the calls that wait.
    pub fn new(
        calls: ScriptCalls,
        library: Arc<dyn Library>,
        policy: CodePolicy,
        listener: Arc<dyn Listener>,
        record: Record,
        answers: HashMap<u32, Vec<KeyedAnswer>>,
        live: bool,
    ) -> Self {
        let (finished, done) = mpsc::unbounded_channel();
        let state = State {
            replay: record.events.iter().cloned().collect(),
            known: record.requests.len(),
            live,
            queued: VecDeque::new(),
            running: HashMap::new(),
            called: 0,
            told: Vec::new(),
            answers,
            lines: Vec::new(),
            line_bytes: 0,
            lines_lost: 0,
            traffic: 0,
            stopped: None,
            record,
        };
        Self {
            calls,
            library,
            policy,
            listener,
            state: Mutex::new(state),
            done: tokio::sync::Mutex::new(done),
            finished,
            tasks: Mutex::default(),
        }
    }

    /// What is left of it.
    pub fn remains(&self) -> Remains {
        let mut state = self.lock();
        Remains {
            record: state.record.clone(),
            told: std::mem::take(&mut state.told),
            lines: std::mem::take(&mut state.lines),
            lines_lost: state.lines_lost,
            stopped: state.stopped.clone(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins what is queued, as far as there are places: the fuel that is left after what was set aside, and the work.
    fn begin(&self, left: Budget) -> (u64, Vec<Work>) {
        let (mut fuel, mut begun) = (left.fuel, Vec::new());
        let mut state = self.lock();
        while let Some((call, resumption)) = state.next_to_begin(self.policy.concurrent_calls) {
            let request = state.record.requests[call as usize].clone();
            let (mut aside, mut refused) = (0, None);
            if let ScriptRequest::Tool { .. } = &request {
                let running = state.running.len() as u64;
                // A quarter stays the script's own.
                aside =
                    (fuel / 4 * 3) / u64::from(self.policy.concurrent_calls).saturating_sub(running).max(1);
                refused = state.over_budget(aside, &self.policy);
                state.called += 1;
            }
            let work: Work = match refused {
                Some(error) => {
                    aside = 0;
                    let (outcome, usage) = (Err(error), Usage::default());
                    Box::pin(ready(Finished { call, outcome, usage, took: Duration::ZERO }))
                }
                None => self.work(call, request, resumption, Budget { fuel: aside, time: left.time }),
            };
            fuel -= aside;
            state.running.insert(call, aside);
            begun.push(work);
        }
        (fuel, begun)
    }

    /// Does one thing.
    fn work(
        &self,
        call: u32,
        request: ScriptRequest,
        resumption: Option<Resumption>,
        budget: Budget,
    ) -> Work {
        let (calls, library) = (self.calls.clone(), Arc::clone(&self.library));
        let listener = Arc::clone(&self.listener);
        Box::pin(async move {
            let begun = Instant::now();
            let (outcome, usage) = match request {
                ScriptRequest::Tool { component, name, arguments } => {
                    let call = (component, name, arguments, resumption);
                    call_tool(&calls, call, budget, listener).await
                }
                ScriptRequest::Search(arguments) => direct(library.search(&arguments)),
                ScriptRequest::Describe(names) => direct(library.describe(&names)),
                ScriptRequest::Stored(handle) => direct(library.stored(&handle).await),
                ScriptRequest::Sleep(milliseconds) => {
                    tokio::time::sleep(Duration::from_millis(milliseconds.into())).await;
                    direct(Ok("null".to_owned()))
                }
            };
            Finished { call, outcome, usage, took: begun.elapsed() }
        })
    }

    /// Does the work of several calls each in a task of its own: a tool that computes must not keep the others from it.
    fn spawn(&self, begun: Vec<Work>) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        for work in begun {
            let finished = self.finished.clone();
            tasks.spawn(async move {
                // Nobody waits any more when the run is over.
                let _ = finished.send(work.await);
            });
        }
    }

    /// The next thing that is done, or the reason why there will be none.
    async fn next(&self, left: Budget) -> Result<Option<Settled>, Stop> {
        if let Some(settled) = self.again(left.fuel)? {
            return Ok(Some(settled));
        }
        let mut fuel = left.fuel;
        loop {
            let (after, mut begun) = self.begin(Budget { fuel, ..left });
            fuel = after;
            let running = self.lock().running.len();
            let alone = if running == 1 { begun.pop() } else { None };
            let finished = match alone {
                // Waking another thread, and being woken by it, takes longer than a small call.
                Some(work) => work.await,
                None if running == 0 => return self.lock().nothing_runs(),
                None => {
                    self.spawn(begun);
                    self.done.lock().await.recv().await.ok_or(Stop)?
                }
            };
            let mut state = self.lock();
            let aside = state.running.remove(&finished.call).unwrap_or(0);
            fuel = fuel.saturating_add(aside.saturating_sub(finished.usage.fuel));
            if let Some(settled) = state.settle(finished, left.fuel, fuel, self.policy.traffic) {
                return Ok(Some(settled));
            }
        }
    }

    /// What the record says comes next, if it says anything.
    fn again(&self, fuel: u64) -> Result<Option<Settled>, Stop> {
        let mut state = self.lock();
        let Some(recorded) = state.replay.pop_front() else { return Ok(None) };
        let call = recorded.event.call;
        if !state.queued.iter().any(|(queued, _)| *queued == call) {
            let what = format!("the record has an outcome of call {call}, which the script did not make");
            return Err(state.stop(Stopped::Diverged(what)));
        }
        state.queued.retain(|(queued, _)| *queued != call);
        state.tell(call, &recorded.event.outcome, Duration::from_micros(recorded.took));
        let size = recorded.event.outcome.as_ref().map_or(0, String::len);
        state.traffic = state.traffic.saturating_add(size as u64);
        Ok(Some(Settled { event: recorded.event, fuel: fuel.saturating_add_signed(recorded.fuel) }))
    }
}

impl State {
    fn stop(&mut self, why: Stopped) -> Stop {
        self.stopped = Some(why);
        Stop
    }

    fn next_to_begin(&mut self, most: u32) -> Option<(u32, Option<Resumption>)> {
        if self.running.len() >= most as usize || !self.live {
            return None;
        }
        self.queued.pop_front()
    }

    /// Which part of the run's budget is used up, if one is.
    fn over_budget(&self, fuel: u64, policy: &CodePolicy) -> Option<ToolError> {
        if self.called >= policy.calls {
            return Some(over_budget(&format!("{} calls", policy.calls)));
        }
        if self.traffic > policy.traffic {
            return Some(over_budget(&format!("{} bytes of arguments and results", policy.traffic)));
        }
        (fuel < LEAST_FUEL).then(|| over_budget("computing"))
    }

    /// How a call goes on that has waited for answers.
    fn resumption(&mut self, call: u32) -> Option<Resumption> {
        let at = self.record.waiting.iter().position(|waiting| waiting.call == call)?;
        let waiting = self.record.waiting.remove(at);
        let answers = self.answers.remove(&call).unwrap_or_default();
        Some(Resumption { state: waiting.state, answers })
    }

    /// Nothing will be done any more: the script waits for a person, for what the record does not have, or for nothing.
    fn nothing_runs(&mut self) -> Result<Option<Settled>, Stop> {
        if !self.queued.is_empty() {
            let what = "the record ends before the script does".to_owned();
            return Err(self.stop(Stopped::Diverged(what)));
        }
        match self.record.waiting.is_empty() {
            true => Ok(None),
            false => Err(self.stop(Stopped::Waiting)),
        }
    }

    /// Writes down what was done; `None` when a tool has asked for something in place of an answer.
    fn settle(&mut self, finished: Finished, before: u64, fuel: u64, traffic: u64) -> Option<Settled> {
        let Finished { call, outcome, took, .. } = finished;
        let outcome = match outcome {
            Ok(Given::Value(value)) => Ok(value),
            Ok(Given::Question(request)) => {
                let InputRequest { questions, state } = request;
                self.record.waiting.push(Waiting { call, state, questions });
                return None;
            }
            Err(error) => Err(error),
        };
        let size = outcome.as_ref().map_or(0, String::len) as u64;
        self.traffic = self.traffic.saturating_add(size);
        let outcome = match self.traffic > traffic {
            true => Err(over_budget(&format!("{traffic} bytes of arguments and results"))),
            false => outcome,
        };
        self.tell(call, &outcome, took);
        let last = self.record.events.last().map_or(self.record.program.now, |recorded| recorded.event.now);
        let event = ScriptEvent { call, now: now().max(last), outcome };
        let recorded = Recorded {
            event: event.clone(),
            fuel: difference(fuel, before),
            took: u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
        };
        self.record.events.push(recorded);
        Some(Settled { event, fuel })
    }

    fn tell(&mut self, call: u32, outcome: &Result<String, ToolError>, took: Duration) {
        if let Some(told) = self.told.get_mut(call as usize) {
            told.outcome =
                Some(outcome.as_ref().map_or_else(|error| error.code.clone(), |_| "ok".to_owned()));
            told.took = took;
        }
    }
}

fn difference(after: u64, before: u64) -> i64 {
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    after.saturating_sub(i64::try_from(before).unwrap_or(i64::MAX))
}

impl ScriptSide for Run {
    fn start(&self, request: ScriptRequest) -> Result<u32, Stop> {
        let mut state = self.lock();
        let call = u32::try_from(state.told.len()).map_err(|_| Stop)?;
        let at = state.told.len();
        if at < state.known {
            if state.record.requests[at] != request {
                let what = format!("call {call} is another one than in the record");
                return Err(state.stop(Stopped::Diverged(what)));
            }
        } else if state.live {
            state.record.requests.push(request.clone());
        } else {
            let what = format!("the script makes a call {call}, and the record has only {at}");
            return Err(state.stop(Stopped::Diverged(what)));
        }
        if let ScriptRequest::Tool { arguments, .. } = &request {
            state.traffic = state.traffic.saturating_add(arguments.len() as u64);
        }
        state.told.push(Told { tool: named(&request), outcome: None, took: Duration::ZERO });
        let resumption = state.resumption(call);
        state.queued.push_back((call, resumption));
        Ok(call)
    }

    fn wait(&self, left: Budget) -> BoxFuture<'_, Result<Option<Settled>, Stop>> {
        Box::pin(self.next(left))
    }

    fn write(&self, level: ConsoleLevel, text: String) {
        let mut state = self.lock();
        if state.lines.len() >= LINES || state.line_bytes + text.len() > LINE_BYTES {
            state.lines_lost += 1;
            return;
        }
        state.line_bytes += text.len();
        state.lines.push(match level {
            ConsoleLevel::Debug | ConsoleLevel::Info => text,
            ConsoleLevel::Warn => format!("[warn] {text}"),
            ConsoleLevel::Error => format!("[error] {text}"),
        });
    }
}

/// What a script asks for, as the answer names it.
fn named(request: &ScriptRequest) -> String {
    match request {
        ScriptRequest::Tool { component: Some(component), name, .. } => format!("{component}.{name}"),
        ScriptRequest::Tool { component: None, name, .. } => name.clone(),
        ScriptRequest::Search(_) => "search".to_owned(),
        ScriptRequest::Describe(_) => "describe".to_owned(),
        ScriptRequest::Stored(_) => "stored".to_owned(),
        ScriptRequest::Sleep(_) => "sleep".to_owned(),
    }
}

fn direct(given: Result<String, ToolError>) -> (Result<Given, ToolError>, Usage) {
    (given.map(Given::Value), Usage::default())
}

type NamedCall = (Option<String>, String, String, Option<Resumption>);

/// Calls a tool through the pipeline. One that finds no place waits for one: a script that makes many calls at a time
/// cannot know how many there are.
async fn call_tool(
    calls: &ScriptCalls,
    (component, name, arguments, resumption): NamedCall,
    budget: Budget,
    listener: Arc<dyn Listener>,
) -> (Result<Given, ToolError>, Usage) {
    let Ok(arguments) = serde_json::from_str::<Value>(&arguments) else {
        return direct(Err(error("bad_arguments", "the arguments are no JSON")));
    };
    let call = ScriptCall { component, name, arguments: Arc::new(arguments), resumption };
    let mut tries = 0;
    loop {
        let (outcome, usage) = calls.call(call.clone(), budget, Arc::clone(&listener)).await;
        let given = match outcome {
            Ok(Outcome::Complete(result)) => Ok(Given::Value(value::of_result(result).to_string())),
            Ok(Outcome::InputRequired(request)) => Ok(Given::Question(request)),
            Err(CallError::Busy { .. }) if tries < TRIES => {
                tries += 1;
                tokio::time::sleep(PAUSE.min(Duration::from_millis(1 << tries.min(7)))).await;
                continue;
            }
            Err(error) => Err(error.for_model()),
        };
        return (given, usage);
    }
}

fn over_budget(what: &str) -> ToolError {
    error(
        "out_of_budget",
        &format!("The run has used up its {what}. Return what there is, and go on in another run."),
    )
}

pub(crate) fn error(code: &str, message: &str) -> ToolError {
    ToolError { code: code.to_owned(), message: message.to_owned(), retryable: false, detail: None }
}

/// Microseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
}
