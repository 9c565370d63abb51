use bulkhead_sdk::{component, tool};

/// One.
#[tool]
fn one() {}

component! { tools: [one] }

fn main() {}
