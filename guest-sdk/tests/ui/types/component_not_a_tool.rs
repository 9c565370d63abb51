use bulkhead_sdk::{component, tool};

/// A tool.
#[tool]
fn fine() {}

fn plain() {}

struct Thing;

component! {
    name: "plain",
    description: "Lists what is no tool.",
    tools: [fine, plain, Thing],
}

fn main() {}
