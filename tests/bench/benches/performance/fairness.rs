//! What guests that never pause do to the calls of the others.

use std::fs;
use std::sync::Arc;

use bulkhead_dispatch::{CallRequest, Dispatcher, Silent};
use bulkhead_test_artifacts::SPIN;
use serde_json::json;
use tokio::runtime::Builder;

use crate::call::{caller, dispatcher};
use crate::guests::Guests;
use crate::table::{Row, median};

/// Four for each core of the smallest machine.
const SPINNING: usize = 8;
/// For one p99: the hundred slowest are twenty of these.
const CALLS: usize = 2_000;
const ROUNDS: usize = 15;
const GOAL: f64 = 10.0;

/// They shall outlast the measurement: no fuel or time ends them.
const POLICY: &str = "[tools.spin]\nlimits = { fuel = 9_000_000_000_000_000, deadline = \"10m\" }";

pub fn measure(guests: &Guests) -> Vec<Row> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    let spin = fs::read(SPIN).expect("the guest is built");
    let components: [(&str, &[u8]); 2] = [("echo", &guests.plain), ("spin", &spin)];
    let (dispatcher, _directory) = dispatcher(&runtime, guests, &components, POLICY);
    let (mut alone, mut beside, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let a = runtime.block_on(p99(&dispatcher));
        let spinning: Vec<_> = (0..SPINNING).map(|_| runtime.spawn(turn(dispatcher.clone()))).collect();
        // Until each has begun, and has been found out.
        std::thread::sleep(std::time::Duration::from_millis(200));
        let b = runtime.block_on(p99(&dispatcher));
        assert!(spinning.iter().all(|call| !call.is_finished()), "they still spin");
        spinning.iter().for_each(|call| call.abort());
        // The first round is for caches to fill.
        if round > 0 {
            alone.push(a);
            beside.push(b);
            ratios.push(b / a);
        }
    }
    let ratio = median(ratios);
    vec![Row {
        what: format!("p99 of a small call beside {SPINNING} guests that never pause; alone"),
        ours: format!("{:.0} µs", median(beside)),
        theirs: format!("{:.0} µs", median(alone)),
        compared: format!("{ratio:.1} ×"),
        goal: "≤ 10 ×",
        met: Some(ratio <= GOAL),
    }]
}

async fn turn(dispatcher: Dispatcher) {
    let _ = dispatcher.call(&caller(), CallRequest::new("spin", json!({})), Arc::new(Silent)).await;
}

/// Each call in a task of its own, as those of clients are.
async fn p99(dispatcher: &Dispatcher) -> f64 {
    let mut times = Vec::with_capacity(CALLS);
    for _ in 0..CALLS {
        let dispatcher = dispatcher.clone();
        let began = std::time::Instant::now();
        tokio::spawn(async move {
            let request = CallRequest::new("echo", json!({ "text": "hello" }));
            dispatcher.call(&caller(), request, Arc::new(Silent)).await.expect("an answer")
        })
        .await
        .expect("no panic");
        times.push(began.elapsed().as_secs_f64() * 1e6);
    }
    times.sort_by(f64::total_cmp);
    times[CALLS * 99 / 100]
}
