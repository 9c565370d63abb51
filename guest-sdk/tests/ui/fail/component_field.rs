use bulkhead_sdk::{component, tool};

/// One.
#[tool]
fn one() {}

component! { descripton: "Mistyped.", tools: [one] }

fn main() {}
