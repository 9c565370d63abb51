use bulkhead_sdk::{component, tool};

/// One.
#[tool]
fn one() {}

component! {
    description: "Requests something.",
    requests: [
        state("notes", reason = "To remember."),
    ],
    tools: [one],
}

fn main() {}
