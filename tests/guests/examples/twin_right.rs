//! Has a tool of the same name as its twin.
#![allow(missing_docs, reason = "a guest for tests")]

use bulkhead_sdk::{component, tool};

/// Says which twin it is.
#[tool]
fn twin() -> String {
    "right".to_owned()
}

component! { name: "twin_right", description: "One of two.", tools: [twin] }
