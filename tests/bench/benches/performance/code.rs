//! Code mode: a script against the interpreter alone, and a call from a script against a call without one.

use std::hint::black_box;
use std::sync::Arc;

use bulkhead_code::{CodeMode, INTERPRETER, InMemory, Script};
use bulkhead_dispatch::{CallRequest, Silent};
use serde_json::json;
use tokio::runtime::Runtime;
use wasmtime::component::{Component, HasSelf, Linker};
use wasmtime::{Engine, Store};

use crate::bare;
use crate::call::{caller, dispatcher};
use crate::guests::Guests;
use crate::program::microseconds;
use crate::table::{Row, median};

wasmtime::component::bindgen!({
    path: "../../wit/code",
    world: "bulkhead:code/interpreter",
    exports: { default: async },
});

use bulkhead::code::{calls, console, types};
use exports::bulkhead::code::script;

const ROUNDS: usize = 30;
const RUNS: usize = 50;

/// Calls of one script, whose price is divided by them.
const CALLS: usize = 200;

pub fn measure(guests: &Guests) -> Vec<Row> {
    let runtime = Runtime::new().expect("a runtime");
    let (dispatcher, _directory) =
        dispatcher(&runtime, guests, &[("echo", &guests.wasi)], "[code]\ncalls = 1_000_000\n");
    let code = CodeMode::new(dispatcher, Arc::new(InMemory::default()));
    vec![trivial(&runtime, &code), inner(&runtime, &code)]
}

fn run(runtime: &Runtime, code: &CodeMode, source: &str) {
    let script = Script { code: source.to_owned(), args: json!({}) };
    let ran = runtime.block_on(code.run(&caller(), script, Arc::new(Silent)));
    black_box(ran.end.expect("it has a result"));
}

fn trivial(runtime: &Runtime, code: &CodeMode) -> Row {
    let bare = Alone::new();
    let (ours, theirs, ratio) = in_turn(
        || run(runtime, code, "1 + 1"),
        || {
            black_box(runtime.block_on(bare.run("1 + 1")));
        },
    );
    Row {
        what: "`1 + 1` with `execute`; the same interpreter in bare wasmtime".to_owned(),
        ours: format!("{ours:.0} µs"),
        theirs: format!("{theirs:.0} µs"),
        compared: format!("{ratio:.2} ×"),
        goal: "≤ 1.5 ×",
        met: Some(ratio <= 1.5),
    }
}

fn inner(runtime: &Runtime, code: &CodeMode) -> Row {
    let many = format!("for (let i = 0; i < {CALLS}; i++) await tools.echo.echo({{ text: 'hello' }}); 1");
    let none = format!("for (let i = 0; i < {CALLS}; i++) await null; 1");
    let direct = || {
        let request = CallRequest::new("echo", json!({ "text": "hello" }));
        let answer = runtime.block_on(code.dispatcher().call(&caller(), request, Arc::new(Silent)));
        black_box(answer.expect("an answer"));
    };
    let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let with = median((0..3).map(|_| microseconds(|| run(runtime, code, &many))).collect());
        let without = median((0..3).map(|_| microseconds(|| run(runtime, code, &none))).collect());
        let each = (with - without) / f64::from(u32::try_from(CALLS).expect("a small number"));
        let alone = median((0..CALLS).map(|_| microseconds(direct)).collect());
        // The first round is for caches to fill.
        if round > 0 {
            ours.push(each);
            theirs.push(alone);
            ratios.push(each / alone);
        }
    }
    let ratio = median(ratios);
    Row {
        what: "one call from a script, component with WASI; the same call without a script".to_owned(),
        ours: format!("{:.1} µs", median(ours)),
        theirs: format!("{:.1} µs", median(theirs)),
        compared: format!("{ratio:.2} ×"),
        goal: "≤ 1.2 ×",
        met: Some(ratio <= 1.2),
    }
}

/// Medians of both sides, and of their ratio in each round.
fn in_turn(mut ours: impl FnMut(), mut theirs: impl FnMut()) -> (f64, f64, f64) {
    let (mut a, mut b, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let one = median((0..RUNS).map(|_| microseconds(&mut ours)).collect());
        let other = median((0..RUNS).map(|_| microseconds(&mut theirs)).collect());
        if round > 0 {
            a.push(one);
            b.push(other);
            ratios.push(one / other);
        }
    }
    (median(a), median(b), median(ratios))
}

/// Reached by no script that is measured.
struct Nothing;

impl types::Host for Nothing {}

impl calls::Host for Nothing {
    fn start(&mut self, _: calls::Request) -> u32 {
        0
    }

    fn wait(&mut self) -> Option<calls::Event> {
        None
    }
}

impl console::Host for Nothing {
    fn write(&mut self, _: console::Level, _: String) {}
}

/// The interpreter in a plain host.
struct Alone {
    engine: Engine,
    pre: InterpreterPre<Nothing>,
}

impl Alone {
    fn new() -> Self {
        let engine = Engine::new(&bare::config()).expect("an engine");
        let component = Component::new(&engine, INTERPRETER).expect("it compiles");
        let mut linker = Linker::new(&engine);
        types::add_to_linker::<_, HasSelf<_>>(&mut linker, |state| state).expect("it links");
        calls::add_to_linker::<_, HasSelf<_>>(&mut linker, |state| state).expect("it links");
        console::add_to_linker::<_, HasSelf<_>>(&mut linker, |state| state).expect("it links");
        let pre = linker.instantiate_pre(&component).expect("it links");
        Self { engine, pre: InterpreterPre::new(pre).expect("it is the interpreter") }
    }

    async fn run(&self, source: &str) -> script::Answer {
        let mut store = Store::new(&self.engine, Nothing);
        let guest = self.pre.instantiate_async(&mut store).await.expect("it starts");
        let program = script::Program {
            source: source.to_owned(),
            arguments: "{}".to_owned(),
            seed: 1,
            now: 0,
            memory: 64 << 20,
            steps: 1_000_000,
        };
        let answer = guest.bulkhead_code_script().call_run(&mut store, &program).await;
        answer.expect("it does not trap").expect("it has a result")
    }
}
