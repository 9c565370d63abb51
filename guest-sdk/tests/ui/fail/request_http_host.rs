use bulkhead_sdk::{component, tool};

/// One.
#[tool]
fn one() {}

component! {
    description: "Requests something.",
    requests: [
        http("GET https://exa*ple.com/", reason = "To ask."),
    ],
    tools: [one],
}

fn main() {}
