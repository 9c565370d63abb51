use bulkhead_sdk::{component, tool};

/// One.
#[tool]
fn one() {}

component! { description: "Twice.", tools: [one, one] }

fn main() {}
