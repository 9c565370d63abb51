//! Waits in the host, where no fuel is burnt.
#![allow(missing_docs, reason = "a guest for tests")]

use std::time::Duration;

use bulkhead_sdk::{component, tool};

/// Sleeps.
#[tool]
fn sleep(milliseconds: u64) -> String {
    std::thread::sleep(Duration::from_millis(milliseconds));
    "rested".to_owned()
}

component! { name: "sleep", description: "Waits.", tools: [sleep] }
