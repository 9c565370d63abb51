use bulkhead_sdk::{component, tool};

/// One.
#[tool]
fn one() {}

mod other {
    /// Also one.
    #[bulkhead_sdk::tool]
    pub fn one() {}
}

component! {
    name: "names",
    description: "Two tools of one name.",
    tools: [one, other::one],
}

fn main() {}
