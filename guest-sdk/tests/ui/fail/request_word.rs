use bulkhead_sdk::{component, tool};

/// One.
#[tool]
fn one() {}

component! {
    description: "Requests something.",
    requests: [
        environment("TZ", raeson = "To know the time."),
    ],
    tools: [one],
}

fn main() {}
