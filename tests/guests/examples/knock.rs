//! Calls its host over and over.
#![allow(missing_docs, reason = "a guest for tests")]

use std::time::Instant;

use bulkhead_sdk::{changes, component, tool};

/// Reports a change so many times.
#[tool]
fn knock(times: u32) -> String {
    for _ in 0..times {
        changes::tools_changed();
    }
    format!("{times} times")
}

/// Asks for the time without end, which is a call of WASI's.
#[tool]
fn knock_on_wasi() -> String {
    let start = Instant::now();
    loop {
        if start.elapsed().as_secs() > 3600 {
            return "an hour later".to_owned();
        }
    }
}

component! { name: "knock", description: "Calls its host.", tools: [knock, knock_on_wasi] }
