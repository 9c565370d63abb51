use bulkhead_sdk::{component, tool};

/// One.
#[tool]
fn one() {}

component! {
    description: "Requests something.",
    requests: [
        http("GET https://example.com/*", reason = ""),
    ],
    tools: [one],
}

fn main() {}
