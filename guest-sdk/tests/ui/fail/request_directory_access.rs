use bulkhead_sdk::{component, tool};

/// One.
#[tool]
fn one() {}

component! {
    description: "Requests something.",
    requests: [
        directory("/data", reason = "To read."),
    ],
    tools: [one],
}

fn main() {}
