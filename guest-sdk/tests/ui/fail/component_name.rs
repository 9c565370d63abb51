use bulkhead_sdk::{component, tool};

/// One.
#[tool]
fn one() {}

component! { name: "my tools", description: "A bad name.", tools: [one] }

fn main() {}
