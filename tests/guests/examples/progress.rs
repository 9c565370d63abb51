//! Reports progress that goes back and forth, and news of changes.
#![allow(missing_docs, reason = "a guest for tests")]

use bulkhead_sdk::{changes, component, tool};

/// Reports these.
#[tool]
fn progress(done: Vec<f64>) -> String {
    bulkhead_sdk::progress(f64::NAN, None, Some("no number"));
    for done in done {
        bulkhead_sdk::progress(done, Some(10.0), Some("working"));
    }
    bulkhead_sdk::progress(f64::INFINITY, None, None);
    changes::tools_changed();
    "done".to_owned()
}

/// Reports without end.
#[tool]
fn progress_forever() -> String {
    let mut done = 0.0;
    loop {
        done += 1.0;
        bulkhead_sdk::progress(done, None, None);
    }
}

component! { name: "progress", description: "Reports progress.", tools: [progress, progress_forever] }
