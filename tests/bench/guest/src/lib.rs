//! The smallest useful component: what a call costs beyond it is the host's.

use bulkhead_sdk::{component, tool};

/// Says what it is told.
#[tool(title = "Echo", read_only, idempotent, closed_world)]
fn echo(
    /// What to say.
    text: String,
) -> String {
    text
}

component! {
    name: "echo",
    description: "Says what it is told.",
    requests: [],
    tools: [echo],
}
