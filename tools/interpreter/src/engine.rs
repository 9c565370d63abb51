//! The engine: made once, and then kept as a picture of its memory; each run begins with that.

use std::borrow::Cow;
use std::cell::Cell;
use std::rc::Rc;

use rquickjs::context::EvalOptions;
use rquickjs::promise::PromiseState;
use rquickjs::{Context, Ctx, Error, Persistent, Promise, Runtime, Value};

use crate::bridge::{self, Hooks, Running, Unhandled};
use crate::failure::{Failure, Place, SCRIPT, THREW_NULL};
use crate::outside::{Answer, Outside, Program};
use crate::typescript::{self, Refusal};

/// Bytes of stack for the engine's own functions. They use up to twenty times as much of the sandbox's own stack, of which
/// there are 8 MiB: with this much, the deepest input ends in an error that says so.
const STACK: usize = 384 << 10;

/// How many callbacks of promises may run one after the other while nothing from outside has come. A list of a million
/// promises is honest; ten million are a loop.
const CALLBACKS: u32 = 10_000_000;

/// An engine in which one script runs.
pub struct Engine<O> {
    // Values before what they belong to: they are dropped in this order.
    hooks: Hooks,
    unhandled: Rc<Unhandled>,
    context: Context,
    runtime: Runtime,
    running: Running,
    outside: Rc<O>,
    now: fn(u64),
    steps: Rc<Cell<u64>>,
    /// Characters that stand before the script on its first line.
    opening: Cell<usize>,
    /// Bytes that values may take.
    memory: Cell<u64>,
}

/// The promise that a script is.
type Main = Persistent<Promise<'static>>;

impl<O: Outside + 'static> Engine<O> {
    /// Makes an engine, ready to run a script. `now` is told the time, in microseconds since 1970, whenever it changes.
    ///
    /// # Errors
    ///
    /// When there is too little memory for it.
    pub fn new(outside: O, now: fn(u64)) -> Result<Self, Error> {
        let runtime = Runtime::new()?;
        runtime.set_max_stack_size(STACK);
        let context = Context::full(&runtime)?;
        let (outside, running) = (Rc::new(outside), Running::default());
        let hooks = context.with(|ctx| bridge::install(&ctx, &outside, &running))?;
        let unhandled = Rc::new(Unhandled::default());
        let tracking = Rc::clone(&unhandled);
        runtime.set_host_promise_rejection_tracker(Some(Box::new(move |ctx, promise, reason, handled| {
            tracking.track(&ctx, &promise, reason, handled);
        })));
        let steps = Rc::new(Cell::new(u64::MAX));
        let left = Rc::clone(&steps);
        runtime.set_interrupt_handler(Some(Box::new(move || {
            left.set(left.get().saturating_sub(1));
            left.get() == 0
        })));
        runtime.run_gc();
        Ok(Self {
            runtime,
            context,
            hooks,
            running,
            unhandled,
            outside,
            now,
            steps,
            opening: Cell::new(0),
            memory: Cell::new(u64::MAX),
        })
    }

    /// What it reaches.
    pub fn outside(&self) -> &O {
        &self.outside
    }

    /// Runs one script to its end.
    ///
    /// # Errors
    ///
    /// When it has no result; see [`Failure::code`].
    pub fn run(&self, program: &Program) -> Result<Answer, Failure> {
        (self.now)(program.now);
        self.steps.set(program.steps.max(1));
        self.memory.set(program.memory);
        self.runtime.set_memory_limit(usize::try_from(program.memory).unwrap_or(usize::MAX));
        let ended = self.context.with(|ctx| self.begin(&ctx, program)).and_then(|main| {
            self.drive(&main)?;
            self.finish_calls()?;
            self.context.with(|ctx| self.finish(&ctx, &main))
        });
        self.unhandled.clear();
        let ended = ended.map_err(|failure| match failure.message == THREW_NULL && self.is_full() {
            true => Failure::out_of_memory(),
            false => failure,
        });
        ended.map_err(|failure| failure.placed(&program.source, self.opening.get()))
    }

    fn is_full(&self) -> bool {
        let used = self.runtime.memory_usage().malloc_size;
        u64::try_from(used).unwrap_or(0) > self.memory.get() / 4 * 3
    }

    fn begin(&self, ctx: &Ctx<'_>, program: &Program) -> Result<Main, Failure> {
        let seed = seed(program.seed);
        let begun = self.hooks.begin.clone().restore(ctx);
        begun
            .and_then(|begin| begin.call::<_, ()>((seed.to_vec(), program.arguments.as_str())))
            .map_err(|_| Failure::caught(ctx))?;
        let source = javascript(&program.source)?;
        let (promise, is_body) = match evaluate(ctx, &source)? {
            Some(promise) => (promise, false),
            None => {
                self.opening.set(OPENING.len());
                (evaluate_body(ctx, &source)?, true)
            }
        };
        let launch = self.hooks.launch.clone().restore(ctx);
        let main = launch.and_then(|launch| launch.call::<_, Promise<'_>>((promise, is_body)));
        main.map(|main| Persistent::save(ctx, main)).map_err(|_| Failure::caught(ctx))
    }

    /// Until the promise is settled.
    fn drive(&self, main: &Main) -> Result<(), Failure> {
        loop {
            self.callbacks()?;
            let state = self.context.with(|ctx| state(&ctx, main));
            match state? {
                PromiseState::Pending => self.take_event()?,
                PromiseState::Resolved | PromiseState::Rejected => return Ok(()),
            }
        }
    }

    /// Runs what promises have made ready.
    fn callbacks(&self) -> Result<(), Failure> {
        for _ in 0..CALLBACKS {
            match self.runtime.execute_pending_job() {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                // Only what no script can catch comes here.
                Err(thrown) => return Err(thrown.0.with(|ctx| Failure::caught(&ctx))),
            }
        }
        let message = "callbacks of promises make others without an end: nothing else can happen in between";
        Err(Failure::new("out_of_fuel", message))
    }

    /// Waits for something from outside, and settles its promise.
    fn take_event(&self) -> Result<(), Failure> {
        let Some(event) = self.outside.wait() else {
            let full = self.is_full();
            return Err(self.context.with(|ctx| self.deadlock(&ctx, full)));
        };
        (self.now)(event.now);
        self.running.borrow_mut().remove(&event.call);
        let (done, text) = match event.outcome {
            Ok(value) => (true, value),
            Err(error) => (false, error.to_json()),
        };
        self.context.with(|ctx| {
            let settled = self
                .hooks
                .settle
                .clone()
                .restore(&ctx)
                .and_then(|settle| settle.call::<_, ()>((event.call, done, text)));
            settled.map_err(|_| Failure::caught(&ctx))
        })
    }

    /// Nothing can settle what the script waits for. A promise that was rejected meanwhile, and that nobody handles, is
    /// likely to be the reason, and is the whole reason when a limit was reached.
    fn deadlock(&self, ctx: &Ctx<'_>, full: bool) -> Failure {
        const MESSAGE: &str =
            "the script waits for a promise that nothing will ever settle: no call and no timer is running";
        let mut failures: Vec<Failure> = self.unhandled.take(ctx).iter().map(Failure::of).collect();
        let full = full || failures.iter().any(|it| it.message == THREW_NULL);
        let limit = |it: &Failure| matches!(it.code.as_str(), "out_of_memory" | "stack_overflow");
        if let Some(at) = failures.iter().position(limit) {
            return failures.swap_remove(at);
        }
        if full {
            return Failure::out_of_memory();
        }
        let code = "deadlock".to_owned();
        match failures.into_iter().next() {
            Some(first) => {
                let message = format!("{MESSAGE}; one was rejected that nothing awaited: {}", first.message);
                Failure { code, message, ..first }
            }
            None => Failure::new(&code, MESSAGE),
        }
    }

    /// Calls that nobody awaited are calls all the same: a script does not end in the middle of one.
    fn finish_calls(&self) -> Result<(), Failure> {
        while !self.running.borrow().is_empty() {
            self.take_event()?;
            self.callbacks()?;
        }
        Ok(())
    }

    fn finish(&self, ctx: &Ctx<'_>, main: &Main) -> Result<Answer, Failure> {
        let promise = main.clone().restore(ctx).map_err(|_| Failure::caught(ctx))?;
        let value = match promise.result::<Value<'_>>() {
            Some(Ok(value)) => value,
            Some(Err(_)) => return Err(Failure::caught(ctx)),
            None => return Err(Failure::new("deadlock", "the script has not come to its end")),
        };
        let finish = self.hooks.finish.clone().restore(ctx).map_err(|_| Failure::caught(ctx))?;
        let text: Vec<Option<String>> = finish.call((value,)).map_err(|_| {
            let mut failure = Failure::caught(ctx);
            if failure.code == "exception" {
                failure.code = "not_json".to_owned();
            }
            failure
        })?;
        let mut text = text.into_iter();
        let value = text.next().flatten();
        let mut notes: Vec<String> = text.flatten().collect();
        notes.extend(self.rejections(ctx));
        Ok(Answer { value, notes })
    }

    fn rejections(&self, ctx: &Ctx<'_>) -> Vec<String> {
        let reasons = self.unhandled.take(ctx);
        let told = |reason| {
            let inspect = self.hooks.inspect.clone().restore(ctx).ok()?;
            let text: String = inspect.call((reason,)).ok()?;
            Some(format!("a promise was rejected and nothing awaited it: {text}"))
        };
        reasons.into_iter().filter_map(told).collect()
    }
}

fn state(ctx: &Ctx<'_>, main: &Main) -> Result<PromiseState, Failure> {
    main.clone().restore(ctx).map(|main| main.state()).map_err(|_| Failure::caught(ctx))
}

/// The source without what TypeScript adds; every line stays where it was.
fn javascript(source: &str) -> Result<Cow<'_, str>, Failure> {
    if typescript::is_plain(source) {
        return Ok(Cow::Borrowed(source));
    }
    typescript::strip(source).map_err(|Refusal { message, line, column }| Failure {
        place: Some(Place { line, column }),
        ..Failure::new("syntax_error", message)
    })
}

/// As a script, whose last value is its result; `None` when it has a `return`, as the body of a function has.
fn evaluate<'js>(ctx: &Ctx<'js>, source: &str) -> Result<Option<Promise<'js>>, Failure> {
    match ctx.eval_with_options(source, options(true)) {
        Ok(promise) => Ok(Some(promise)),
        Err(Error::InvalidString(_)) => {
            Err(Failure::new("syntax_error", "the script has a NUL character in it"))
        }
        Err(_) => match Failure::of_source(ctx) {
            failure if failure.message.contains("return not in a function") => Ok(None),
            failure => Err(failure),
        },
    }
}

/// What stands before a script that is made a function, on its first line.
const OPENING: &str = "(async () => {";

fn evaluate_body<'js>(ctx: &Ctx<'js>, source: &str) -> Result<Promise<'js>, Failure> {
    let made = ctx.eval_with_options(format!("{OPENING}{source}\n}})()"), options(false));
    made.map_err(|_| Failure::of_source(ctx))
}

fn options(promise: bool) -> EvalOptions {
    let mut options = EvalOptions::default();
    options.promise = promise;
    options.filename = Some(SCRIPT.to_owned());
    options
}

/// Four words that are never all zero, of which the generator of the prelude makes its numbers (splitmix64).
fn seed(seed: u64) -> [u64; 4] {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let [a, b] = [next(), next()];
    let halves = |word: u64| [(word & 0xffff_ffff), word >> 32];
    let [[a, b], [c, d]] = [halves(a), halves(b)];
    [a, b, c, d | 1]
}
