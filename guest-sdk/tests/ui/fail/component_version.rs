use bulkhead_sdk::{component, tool};

/// One.
#[tool]
fn one() {}

component! { version: "1.2", description: "A bad version.", tools: [one] }

fn main() {}
