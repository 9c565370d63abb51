//! Panics, or ends its process, in the middle of a call.
#![allow(missing_docs, clippy::panic, clippy::exit, reason = "a guest for tests")]

use bulkhead_sdk::{component, tool};

/// Panics.
#[tool(name = "panic")]
fn fall(message: String) -> String {
    panic!("{message}")
}

/// Ends the process, as a program may.
#[tool(name = "exit")]
fn leave(status: i32) -> String {
    std::process::exit(status)
}

component! { name: "panic", description: "Crashes.", tools: [fall, leave] }
