//! `execute`: from its arguments to its answer.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bulkhead_dispatch::{
    Answer, CallError, Caller, CodePolicy, Listener, OpenSide, ScriptEnd, ScriptRun, Usage,
};
use bulkhead_schema::{
    Content, InputRequest, KeyedAnswer, KeyedQuestion, Outcome, Program, Resumption, ScriptAnswer,
    ScriptFailure, ToolError, ToolResult,
};
use serde_json::{Value, json};

use crate::excerpt::with_excerpt;
use crate::mode::CodeMode;
use crate::overflow::cut;
use crate::record::Record;
use crate::run::{Remains, Run, Stopped, Told, error, now};

/// The engine takes this much of its memory for itself, before a script has any value.
const ENGINE: u64 = 8 << 20;

/// One unit of the interpreter's own count is about so much fuel: where its count ends first, the error has a place.
const FUEL_OF_A_STEP: u64 = 1_000_000;

/// How many calls are told one by one in an answer.
const TOLD: usize = 100;

/// What `execute` is asked for.
pub struct Script {
    /// JavaScript or TypeScript.
    pub code: String,
    /// The value of `args`.
    pub args: Value,
}

/// How a run went, with all that is known of it.
pub struct Ran {
    /// What it gave, or why it gave nothing.
    pub end: Result<Given, ToolError>,
    /// Everything that it depended on.
    pub record: Record,
    /// What it wrote.
    pub console: Vec<String>,
    /// Lines beyond what is kept.
    pub console_lost: u64,
    /// What it called.
    pub(crate) told: Vec<Told>,
    /// What the interpreter used.
    pub usage: Usage,
}

/// What a run gave.
pub enum Given {
    /// A result.
    Value(ScriptAnswer),
    /// Questions of the tools that it called, for the person; the run goes on with the answers.
    Questions(Vec<KeyedQuestion>),
}

impl Ran {
    /// What a run is answered with, as JSON: `result` or `error`, console, calls, and what it used.
    pub fn to_json(&self) -> Value {
        let mut answer = surroundings(self);
        match &self.end {
            Ok(Given::Value(given)) => {
                let value = given.value.as_deref().and_then(|text| serde_json::from_str(text).ok());
                answer["result"] = value.unwrap_or(Value::Null);
                if !given.notes.is_empty() {
                    answer["notes"] = json!(given.notes);
                }
            }
            Ok(Given::Questions(questions)) => {
                let asked = questions.iter().map(|question| &question.key);
                answer["waiting"] = asked.collect::<Vec<_>>().into_iter().cloned().collect();
            }
            Err(error) => answer["error"] = json!(error),
        }
        answer
    }
}

impl CodeMode {
    /// Runs a script to its end, or until it waits for a person.
    pub async fn run(&self, caller: &Caller, script: Script, listener: Arc<dyn Listener>) -> Ran {
        let policy = self.dispatcher().policy();
        let limits = &policy.code().limits;
        let program = Program {
            source: script.code,
            arguments: script.args.to_string(),
            seed: seed(),
            now: now(),
            memory: limits.memory.saturating_sub(ENGINE).max(limits.memory / 2),
            steps: limits.fuel / FUEL_OF_A_STEP,
        };
        let record = Record::new(program, self.view(&caller.principal).digest().to_owned());
        self.go(caller, record, HashMap::new(), true, listener).await
    }

    /// Goes on with a run that waited.
    pub async fn resume(
        &self,
        caller: &Caller,
        record: Record,
        answers: HashMap<u32, Vec<KeyedAnswer>>,
        listener: Arc<dyn Listener>,
    ) -> Ran {
        self.go(caller, record, answers, true, listener).await
    }

    /// Runs a record again: nothing is called, and what differs ends the run with `replay_diverged`.
    pub async fn replay(&self, caller: &Caller, record: Record, listener: Arc<dyn Listener>) -> Ran {
        self.go(caller, record, HashMap::new(), false, listener).await
    }

    async fn go(
        &self,
        caller: &Caller,
        record: Record,
        answers: HashMap<u32, Vec<KeyedAnswer>>,
        live: bool,
        listener: Arc<dyn Listener>,
    ) -> Ran {
        let program = record.program.clone();
        let policy = self.dispatcher().policy().code().clone();
        let opened: Arc<OnceLock<Arc<Run>>> = Arc::default();
        let (library, kept, begun) = (self.library(&caller.principal), opened.clone(), record.clone());
        let open: OpenSide = Arc::new(move |calls| {
            let run = Run::new(
                calls,
                library.clone(),
                policy.clone(),
                listener.clone(),
                begun.clone(),
                answers.clone(),
                live,
            );
            kept.get_or_init(|| Arc::new(run)).clone()
        });
        let ScriptRun { end, usage } = self.dispatcher().run_script(caller, &program, open).await;
        let remains = opened.get().map(|run| run.remains());
        ended(end, usage, remains, record)
    }

    /// Answers `execute`.
    ///
    /// # Errors
    ///
    /// `ToolFailed` with the script's own error, and what kept it from running.
    pub async fn execute(
        &self,
        caller: &Caller,
        arguments: &Value,
        resumption: Option<Resumption>,
        listener: Arc<dyn Listener>,
    ) -> Result<Answer, CallError> {
        let principal = caller.principal.id.as_str();
        let ran = match resumption {
            Some(resumption) => {
                let handle = String::from_utf8_lossy(&resumption.state).into_owned();
                let gone = || {
                    error(
                        "unknown_run",
                        "This run is not there any more: it has gone on, or was too long ago.",
                    )
                };
                let record = self
                    .store()
                    .take(&handle, principal)
                    .await
                    .ok_or_else(|| CallError::ToolFailed(gone()))?;
                self.resume(caller, Arc::unwrap_or_clone(record), by_call(resumption.answers), listener).await
            }
            None => {
                let script = read(arguments).map_err(CallError::ToolFailed)?;
                self.run(caller, script, listener).await
            }
        };
        let usage = ran.usage;
        let outcome = self.outcome(ran, principal).await.map_err(CallError::ToolFailed)?;
        Ok(Answer { outcome, usage })
    }

    async fn outcome(&self, ran: Ran, principal: &str) -> Result<Outcome, ToolError> {
        let policy = self.dispatcher().policy().code().clone();
        let mut answer = surroundings(&ran);
        match ran.end {
            Ok(Given::Questions(questions)) => {
                let handle = self.handle()?;
                self.store().keep(&handle, principal, Arc::new(ran.record)).await;
                Ok(Outcome::InputRequired(InputRequest { questions, state: handle.into_bytes() }))
            }
            Ok(Given::Value(given)) => {
                let result = self.value(given, &policy, principal, &mut answer).await?;
                answer["result"] = result;
                let text = answer.to_string();
                Ok(Outcome::Complete(ToolResult {
                    content: vec![Content::text(text)],
                    structured: Some(answer),
                }))
            }
            Err(mut failed) => {
                if let Some(detail) = failed.detail.take() {
                    answer["detail"] = detail;
                }
                failed.detail = Some(answer);
                Err(failed)
            }
        }
    }

    /// The value as it is answered; one that is too large is kept, and its handle told.
    async fn value(
        &self,
        given: ScriptAnswer,
        policy: &CodePolicy,
        principal: &str,
        answer: &mut Value,
    ) -> Result<Value, ToolError> {
        if !given.notes.is_empty() {
            answer["notes"] = json!(given.notes);
        }
        let Some(text) = given.value else { return Ok(Value::Null) };
        let value = serde_json::from_str(&text).unwrap_or(Value::Null);
        let (value, omitted) = cut(value, usize::try_from(policy.answer).unwrap_or(usize::MAX));
        if !omitted.is_empty() {
            let handle = self.handle()?;
            self.store().keep_value(&handle, principal, text.into()).await;
            answer["left_out"] = omitted.iter().map(|it| it.to_json()).collect();
            answer["whole"] = format!("await stored({handle:?})").into();
        }
        Ok(value)
    }
}

fn ended(end: Result<ScriptEnd, CallError>, usage: Usage, remains: Option<Remains>, begun: Record) -> Ran {
    let source = begun.program.source.clone();
    let remains = remains.unwrap_or_else(|| Remains {
        record: begun,
        told: Vec::new(),
        lines: Vec::new(),
        lines_lost: 0,
        stopped: None,
    });
    let end = match (end, remains.stopped) {
        (_, Some(Stopped::Diverged(what))) => {
            Err(error("replay_diverged", &format!("The run is not the recorded one: {what}.")))
        }
        (_, Some(Stopped::Waiting)) => Ok(Given::Questions(questions(&remains.record))),
        (Ok(ScriptEnd::Answer(answer)), None) => Ok(Given::Value(answer)),
        (Ok(ScriptEnd::Failed(failure)), None) => Err(failed(failure, &source)),
        (Ok(ScriptEnd::Stopped), None) => Err(error("internal", "The run was stopped.")),
        (Err(stopped), None) => {
            let told = stopped.for_model();
            // It was written for a tool.
            Err(ToolError { message: told.message.replace("The tool", "The script"), ..told })
        }
    };
    Ran {
        end,
        record: remains.record,
        console: remains.lines,
        console_lost: remains.lines_lost,
        told: remains.told,
        usage,
    }
}

/// An uncaught error, with its place in the model's own source.
fn failed(failure: ScriptFailure, source: &str) -> ToolError {
    let message = with_excerpt(&failure, source);
    let mut detail = json!({});
    if let Some(place) = failure.place {
        (detail["line"], detail["column"]) = (place.line.into(), place.column.into());
    }
    if failure.stack.len() > 1 {
        detail["stack"] = json!(failure.stack);
    }
    if let Some(more) = failure.error.detail {
        detail["detail"] = more;
    }
    ToolError { message, detail: Some(detail), ..failure.error }
}

/// The questions of all calls that wait, each under a key that leads back to its call.
fn questions(record: &Record) -> Vec<KeyedQuestion> {
    let of = |waiting: &crate::record::Waiting| {
        let call = waiting.call;
        let keyed = |it: &KeyedQuestion| KeyedQuestion { key: format!("{call}/{}", it.key), ..it.clone() };
        waiting.questions.iter().map(keyed).collect::<Vec<_>>()
    };
    record.waiting.iter().flat_map(of).collect()
}

fn by_call(answers: Vec<KeyedAnswer>) -> HashMap<u32, Vec<KeyedAnswer>> {
    let mut sorted: HashMap<u32, Vec<KeyedAnswer>> = HashMap::new();
    for answer in answers {
        if let Some((call, key)) = answer.key.split_once('/')
            && let Ok(call) = call.parse()
        {
            sorted.entry(call).or_default().push(KeyedAnswer { key: key.to_owned(), ..answer.clone() });
        }
    }
    sorted
}

/// What is told beside the result: lines, calls, and what it cost.
fn surroundings(ran: &Ran) -> Value {
    let mut told = json!({});
    if !ran.console.is_empty() {
        told["console"] = json!(ran.console);
    }
    if ran.console_lost > 0 {
        told["console_lost"] = ran.console_lost.into();
    }
    let calls = ran.told.iter().filter(|told| told.tool != "sleep");
    let calls: Vec<Value> = calls.take(TOLD).map(call).collect();
    if ran.told.len() > TOLD {
        told["calls_in_all"] = ran.told.len().into();
    }
    if !calls.is_empty() {
        told["calls"] = calls.into();
    }
    told["used"] = json!({
        "fuel": ran.usage.fuel,
        "ms": milliseconds(ran.usage.duration),
        "memory": ran.usage.memory_peak,
    });
    told
}

fn call(told: &Told) -> Value {
    let outcome = told.outcome.as_deref().unwrap_or("unfinished");
    json!({ "tool": told.tool, "outcome": outcome, "ms": milliseconds(told.took) })
}

fn milliseconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 10_000.0).round() / 10.0
}

fn read(arguments: &Value) -> Result<Script, ToolError> {
    let bad = |message: &str| Err(error("bad_arguments", message));
    let Some(fields) = arguments.as_object() else {
        return bad("The arguments must be an object with `code`.");
    };
    if let Some(unknown) = fields.keys().find(|key| !["code", "args"].contains(&key.as_str())) {
        return bad(&format!("There is no argument `{unknown}`: it takes `code` and `args`."));
    }
    match fields.get("code") {
        Some(Value::String(code)) => {
            Ok(Script { code: code.clone(), args: fields.get("args").cloned().unwrap_or(json!({})) })
        }
        _ => bad("`code` must be a string: the script."),
    }
}

/// Nothing secret comes of it; it must only differ from run to run.
fn seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(now())
}
