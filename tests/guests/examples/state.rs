//! Tries to keep something beyond its call, in the host and in its own memory.
#![allow(missing_docs, reason = "a guest for tests")]

use std::sync::atomic::{AtomicU32, Ordering};

use bulkhead_sdk::{component, state as host, tool};

static CALLS: AtomicU32 = AtomicU32::new(0);

/// Tries every function, and gives the codes of their errors.
#[tool(name = "state")]
fn keep() -> Vec<String> {
    let tried = [
        host::get("key").map(drop),
        host::put("key").bytes(b"value").map(drop),
        host::delete("key"),
        host::keys("", None).map(drop),
    ];
    tried.map(|tried| tried.map_or_else(|error| error.code().to_owned(), |()| "ok".to_owned())).to_vec()
}

/// Counts the calls that this instance has seen.
#[tool]
fn count() -> u32 {
    CALLS.fetch_add(1, Ordering::Relaxed) + 1
}

component! {
    name: "state",
    description: "Tries to remember.",
    requests: [state(reason = "To remember.")],
    tools: [keep, count],
}
