use bulkhead_sdk::{component, tool};

/// One.
#[tool]
fn one() {}

component! { description: "Nothing in it." }

fn main() {}
