//! One call through the whole pipeline against one bare instantiate-and-call.

use std::fs;
use std::hint::black_box;
use std::sync::Arc;

use bulkhead_dispatch::{
    CallRequest, Caller, Dispatcher, Door, Options, Policy, Principal, Silent, TracingRecorder,
};
use bulkhead_sandbox::{Sandbox, Settings, SystemResolver, SystemSecrets};
use serde_json::json;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::bare::Bare;
use crate::guests::Guests;
use crate::program::microseconds;
use crate::table::{Row, median};

/// Enough for a median that does not move, in a few seconds.
const ROUNDS: usize = 60;
const CALLS: usize = 100;

pub fn measure(guests: &Guests) -> Vec<Row> {
    let runtime = Runtime::new().expect("a runtime");
    [("without WASI", &guests.plain), ("with WASI", &guests.wasi)]
        .into_iter()
        .map(|(kind, component)| row(&runtime, guests, kind, component))
        .collect()
}

/// A dispatcher over these components, and the folder that they are in.
pub fn dispatcher(
    runtime: &Runtime,
    guests: &Guests,
    components: &[(&str, &[u8])],
    policy: &str,
) -> (Dispatcher, TempDir) {
    let directory = tempfile::tempdir().expect("a folder");
    for (name, component) in components {
        fs::write(directory.path().join(format!("{name}.wasm")), component).expect("a file");
    }
    let settings = Settings {
        cache: Some(guests.cache()),
        concurrency: 64,
        stack: 8 << 20,
        resolver: Arc::new(SystemResolver),
        secrets: Arc::new(SystemSecrets {
            base: directory.path().to_owned(),
            environment: Default::default(),
        }),
        environment: std::env::vars().collect(),
        base: directory.path().to_owned(),
    };
    let options = Options {
        directory: directory.path().to_owned(),
        // The rate is what a loop that measures has to be let off.
        policy: Policy::parse(&format!("[defaults.limits]\nrate = 1_000_000_000\n{policy}"))
            .expect("a policy"),
        sandbox: Sandbox::new(settings).expect("a sandbox"),
        recorder: Arc::new(TracingRecorder),
        store: None,
        metrics: false,
        descriptions: None,
        copies: None,
        interpreter: Some(bulkhead_code::INTERPRETER),
    };
    (runtime.block_on(Dispatcher::open(options)).expect("a dispatcher"), directory)
}

pub fn caller() -> Caller {
    Caller { principal: Principal::local_user("bench"), door: Door::Library, trace: None }
}

fn row(runtime: &Runtime, guests: &Guests, kind: &str, component: &[u8]) -> Row {
    let (dispatcher, _directory) = dispatcher(runtime, guests, &[("echo", component)], "");
    let caller = caller();
    let bare = Bare::new(component);

    let pipeline = || {
        let request = CallRequest::new("echo", json!({ "text": "hello" }));
        let answer = runtime.block_on(dispatcher.call(&caller, request, Arc::new(Silent)));
        black_box(answer.expect("an answer"));
    };
    let plain = || {
        black_box(runtime.block_on(bare.call("{\"text\":\"hello\"}")));
    };
    let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let a = median((0..CALLS).map(|_| microseconds(pipeline)).collect());
        let b = median((0..CALLS).map(|_| microseconds(plain)).collect());
        // The first round is for caches to fill.
        if round > 0 {
            ours.push(a);
            theirs.push(b);
            ratios.push(a / b);
        }
    }
    let ratio = median(ratios);
    Row {
        what: format!("one call, component {kind}: the whole pipeline; bare wasmtime"),
        ours: format!("{:.1} µs", median(ours)),
        theirs: format!("{:.1} µs", median(theirs)),
        compared: format!("{ratio:.2} ×"),
        goal: "≤ 1.5 ×",
        met: Some(ratio <= 1.5),
    }
}
