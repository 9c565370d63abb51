//! The component's own side: its imports as the [`Outside`] of an engine, and its exports.

use std::cell::OnceCell;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::outside::{Answer, CallError, Event, Level, Outside, Program, Request};
use crate::{Engine, Failure};

#[allow(missing_docs, reason = "the WIT has them")]
#[allow(unsafe_code, reason = "generated: what imports and exports of a component are made of")]
mod bindings {
    wit_bindgen::generate!({ path: "../../wit/code", world: "bulkhead:code/interpreter" });
}

use bindings::bulkhead::code::{calls, console, types};
use bindings::exports::bulkhead::code::script;

/// Microseconds since 1970, as the run has it.
static NOW: AtomicU64 = AtomicU64::new(0);

/// What the engine's C library asks for the time.
#[allow(unsafe_code, reason = "the name is what C links with; the function touches nothing but a number")]
#[unsafe(no_mangle)]
extern "C" fn __rquickjs_host_now_us() -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "exact until the year 2255")]
    let now = NOW.load(Ordering::Relaxed) as f64;
    now
}

thread_local! {
    static ENGINE: OnceCell<Engine<Imports>> = const { OnceCell::new() };
}

struct Imports;

impl Outside for Imports {
    fn start(&self, request: Request) -> u32 {
        calls::start(&match request {
            Request::Tool { component, name, arguments } => {
                calls::Request::Tool(calls::ToolCall { component, name, arguments })
            }
            Request::Search(text) => calls::Request::Search(text),
            Request::Describe(text) => calls::Request::Describe(text),
            Request::Stored(handle) => calls::Request::Stored(handle),
            Request::Sleep(milliseconds) => calls::Request::Sleep(milliseconds),
        })
    }

    fn wait(&self) -> Option<Event> {
        let calls::Event { call, now, outcome } = calls::wait()?;
        let error = |types::CallError { code, message, retryable, detail }| CallError {
            code,
            message,
            retryable,
            detail,
        };
        Some(Event { call, now, outcome: outcome.map_err(error) })
    }

    fn write(&self, level: Level, text: &str) {
        let level = match level {
            Level::Debug => console::Level::Debug,
            Level::Info => console::Level::Info,
            Level::Warn => console::Level::Warn,
            Level::Error => console::Level::Error,
        };
        console::write(level, text);
    }
}

/// Makes the engine ready. The build calls this once, and keeps what it leaves in memory; the component does not have it.
#[allow(unsafe_code, reason = "the name is what the build calls; the function takes nothing")]
#[unsafe(export_name = "get-ready")]
extern "C" fn get_ready() {
    ENGINE.with(|engine| {
        if let Ok(made) = Engine::new(Imports, |now| NOW.store(now, Ordering::Relaxed)) {
            let _ = engine.set(made);
        }
    });
}

struct Interpreter;

impl script::Guest for Interpreter {
    fn run(program: script::Program) -> Result<script::Answer, script::Failure> {
        let script::Program { source, arguments, seed, now, memory, steps } = program;
        let program = Program { source, arguments, seed, now, memory, steps };
        ENGINE.with(|engine| match engine.get() {
            Some(engine) => engine.run(&program).map(answer).map_err(failure),
            None => Err(failure(Failure { code: "out_of_memory".to_owned(), ..Failure::default() })),
        })
    }
}

fn answer(Answer { value, notes }: Answer) -> script::Answer {
    script::Answer { value, notes }
}

fn failure(failure: Failure) -> script::Failure {
    let Failure { code, message, place, stack, retryable, detail } = failure;
    let place = place.map(|place| script::Place { line: place.line, column: place.column });
    let stack = stack.iter().map(ToString::to_string).collect();
    script::Failure { code, message, place, stack, retryable, detail }
}

#[allow(unsafe_code, reason = "generated: what an export of a component is made of")]
mod exported {
    use super::{Interpreter, bindings};

    bindings::export!(Interpreter with_types_in bindings);
}
