use bulkhead_sdk::{component, tool};

/// One.
#[tool]
fn one() {}

component! {
    description: "Requests something.",
    requests: [
        http("https://example.com/*", reason = "To ask."),
    ],
    tools: [one],
}

fn main() {}
