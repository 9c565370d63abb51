use bulkhead_sdk::{component, tool};

/// One.
#[tool]
fn one() {}

component! {
    description: "Requests something.",
    requests: [
        http("GET https://example.com/*"),
    ],
    tools: [one],
}

fn main() {}
