use bulkhead_sdk::{component, tool};

/// One.
#[tool]
fn one() {}

component! {
    description: "Requests something.",
    requests: [
        secret("TOKEN", reason = "To be let in."),
    ],
    tools: [one],
}

fn main() {}
