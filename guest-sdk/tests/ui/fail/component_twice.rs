use bulkhead_sdk::{component, tool};

/// One.
#[tool]
fn one() {}

component! { name: "a", name: "b", description: "Twice.", tools: [one] }

fn main() {}
