use bulkhead_sdk::{component, tool};

/// One.
#[tool]
fn one() {}

component! {
    description: "Requests something.",
    requests: [
        state,
    ],
    tools: [one],
}

fn main() {}
