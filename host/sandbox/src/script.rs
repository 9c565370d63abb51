//! Running a script of code mode: the interpreter is a component like any other, in a store like any other, with less to
//! reach than any other.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use bulkhead_policy::{Budget, Permit};
use bulkhead_schema::{
    ConsoleLevel, Place, Program, ScriptAnswer, ScriptEvent, ScriptFailure, ScriptRequest, ToolError,
};
use futures::future::BoxFuture;
use wasmtime::component::{HasSelf, Linker};
use wasmtime::{Engine, StoreContextMut};

use crate::bindings::code::bulkhead::code::{calls, console, types};
use crate::bindings::code::exports::bulkhead::code::script;
use crate::exports::Function;
use crate::state::State;
use crate::{Failure, Loaded, Quiet, Report, Sandbox, Usage};

/// The function that a permit for a script is for.
const EXECUTE: &str = "execute";

/// All that a script can reach. Every method may be called from any thread; all but `wait` must return soon.
pub trait ScriptSide: Send + Sync {
    /// Starts something, and gives its number.
    ///
    /// # Errors
    ///
    /// When the run must end here.
    fn start(&self, request: ScriptRequest) -> Result<u32, Stop>;

    /// Waits until something is done; `None` when nothing runs. The script rests meanwhile, and what is left to it is given:
    /// what runs is paid for from that.
    ///
    /// # Errors
    ///
    /// When the run must end here.
    fn wait(&self, left: Budget) -> BoxFuture<'_, Result<Option<Settled>, Stop>>;

    /// A line for whoever reads the answer.
    fn write(&self, level: ConsoleLevel, text: String);
}

/// Something that is done.
#[derive(Clone, Debug, PartialEq)]
pub struct Settled {
    /// What the script learns of it.
    pub event: ScriptEvent,
    /// The fuel that is left to the script.
    pub fuel: u64,
}

/// The run ends where it is, without a result: its other end knows why.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the script was stopped from outside")]
pub struct Stop;

/// How a run ended that the sandbox did not have to end.
#[derive(Clone, Debug, PartialEq)]
pub enum ScriptEnd {
    /// With a result.
    Answer(ScriptAnswer),
    /// Without one.
    Failed(ScriptFailure),
    /// Its other end has stopped it.
    Stopped,
}

impl Sandbox {
    /// Runs one script, and consumes the leave to. Dropping the future ends it, as for [`Sandbox::run`].
    pub async fn run_script(
        &self,
        permit: Permit,
        interpreter: &Loaded,
        program: Program,
        side: Arc<dyn ScriptSide>,
    ) -> Report<ScriptEnd> {
        let (started, limit) = (Instant::now(), permit.limits().output);
        let opened = self.open(Arc::new(permit), interpreter, Arc::new(Quiet), Some(EXECUTE), started).await;
        let stopped = Arc::new(AtomicBool::new(false));
        let (ended, mut usage) = match opened {
            Ok(mut frame) => {
                let side = Watched { side, stopped: Arc::clone(&stopped) };
                frame.store.data_mut().script = Some(Arc::new(side));
                let params = (program_to_guest(program),);
                self.carry_out::<_, Result<script::Answer, script::Failure>>(
                    frame,
                    interpreter,
                    Function::RunScript,
                    params,
                )
                .await
            }
            Err(failure) => (Err(failure), Usage::default()),
        };
        let outcome = match ended {
            Err(_) if stopped.load(Ordering::Relaxed) => Ok(ScriptEnd::Stopped),
            Err(failure) => Err(failure),
            Ok(ended) => {
                usage.output_bytes = size(&ended);
                match usage.output_bytes > limit {
                    true => Err(Failure::OutputTooLarge { limit }),
                    false => Ok(end(ended)),
                }
            }
        };
        usage.duration = started.elapsed();
        Report { outcome, usage }
    }
}

/// Remembers that the run was stopped.
struct Watched {
    side: Arc<dyn ScriptSide>,
    stopped: Arc<AtomicBool>,
}

impl Watched {
    fn note<T>(&self, done: Result<T, Stop>) -> Result<T, Stop> {
        if done.is_err() {
            self.stopped.store(true, Ordering::Relaxed);
        }
        done
    }
}

impl ScriptSide for Watched {
    fn start(&self, request: ScriptRequest) -> Result<u32, Stop> {
        self.note(self.side.start(request))
    }

    fn wait(&self, left: Budget) -> BoxFuture<'_, Result<Option<Settled>, Stop>> {
        Box::pin(async move { self.note(self.side.wait(left).await) })
    }

    fn write(&self, level: ConsoleLevel, text: String) {
        self.side.write(level, text);
    }
}

/// What the interpreter is linked with: calls and a console.
pub(crate) fn linker(engine: &Engine) -> wasmtime::Result<Linker<State>> {
    let mut linker = Linker::new(engine);
    types::add_to_linker::<_, HasSelf<_>>(&mut linker, |state| state)?;
    console::add_to_linker::<_, HasSelf<_>>(&mut linker, |state| state)?;
    // By hand, because the generated bindings do not let a function at the store, which has the fuel.
    let mut calls = linker.instance("bulkhead:code/calls@0.1.0")?;
    calls.func_wrap("start", |store: StoreContextMut<'_, State>, (request,): (calls::Request,)| {
        start(store, request).map(|call| (call,))
    })?;
    calls.func_wrap_async("wait", |store: StoreContextMut<'_, State>, (): ()| {
        Box::new(async move { wait(store).await.map(|event| (event,)) })
    })?;
    Ok(linker)
}

fn side(state: &State) -> wasmtime::Result<Arc<dyn ScriptSide>> {
    state.script.clone().ok_or_else(|| wasmtime::format_err!("this is no run of a script"))
}

fn start(mut store: StoreContextMut<'_, State>, request: calls::Request) -> wasmtime::Result<u32> {
    store.data_mut().enter()?;
    Ok(side(store.data())?.start(request_of_guest(request))?)
}

async fn wait(mut store: StoreContextMut<'_, State>) -> wasmtime::Result<Option<calls::Event>> {
    store.data_mut().enter()?;
    let side = side(store.data())?;
    let time = store.data().ends.saturating_duration_since(Instant::now());
    let left = Budget { fuel: store.get_fuel()?, time };
    let Some(Settled { event, fuel }) = side.wait(left).await? else { return Ok(None) };
    store.set_fuel(fuel)?;
    let ScriptEvent { call, now, outcome } = event;
    Ok(Some(calls::Event { call, now, outcome: outcome.map_err(error_to_guest) }))
}

impl types::Host for State {}

impl console::Host for State {
    fn write(&mut self, level: console::Level, text: String) -> wasmtime::Result<()> {
        self.enter()?;
        let level = match level {
            console::Level::Debug => ConsoleLevel::Debug,
            console::Level::Info => ConsoleLevel::Info,
            console::Level::Warn => ConsoleLevel::Warn,
            console::Level::Error => ConsoleLevel::Error,
        };
        side(self)?.write(level, text);
        Ok(())
    }
}

fn program_to_guest(program: Program) -> script::Program {
    let Program { source, arguments, seed, now, memory, steps } = program;
    script::Program { source, arguments, seed, now, memory, steps }
}

fn request_of_guest(request: calls::Request) -> ScriptRequest {
    match request {
        calls::Request::Tool(calls::ToolCall { component, name, arguments }) => {
            ScriptRequest::Tool { component, name, arguments }
        }
        calls::Request::Search(text) => ScriptRequest::Search(text),
        calls::Request::Describe(text) => ScriptRequest::Describe(text),
        calls::Request::Stored(handle) => ScriptRequest::Stored(handle),
        calls::Request::Sleep(milliseconds) => ScriptRequest::Sleep(milliseconds),
    }
}

fn error_to_guest(error: ToolError) -> types::CallError {
    let ToolError { code, message, retryable, detail } = error;
    types::CallError { code, message, retryable, detail: detail.map(|detail| detail.to_string()) }
}

fn end(ended: Result<script::Answer, script::Failure>) -> ScriptEnd {
    match ended {
        Ok(script::Answer { value, notes }) => ScriptEnd::Answer(ScriptAnswer { value, notes }),
        Err(script::Failure { code, message, place, stack, retryable, detail }) => {
            let detail = detail.and_then(|text| serde_json::from_str(&text).ok());
            let error = ToolError { code, message, retryable, detail };
            let place = place.map(|script::Place { line, column }| Place { line, column });
            ScriptEnd::Failed(ScriptFailure { error, place, stack })
        }
    }
}

fn size(ended: &Result<script::Answer, script::Failure>) -> u64 {
    let length = |text: &str| text.len() as u64;
    match ended {
        Ok(answer) => {
            let notes = answer.notes.iter().map(|note| length(note)).sum::<u64>();
            answer.value.as_deref().map_or(0, length) + notes
        }
        Err(failure) => {
            let stack = failure.stack.iter().map(|line| length(line)).sum::<u64>();
            length(&failure.message) + failure.detail.as_deref().map_or(0, length) + stack
        }
    }
}
