use bulkhead_sdk::{component, tool};

/// One.
#[tool]
fn one() {}

component! {
    description: "Requests something.",
    requests: [
        tcp("db.example.com", reason = "To query."),
    ],
    tools: [one],
}

fn main() {}
