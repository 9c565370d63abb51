use bulkhead_sdk::tool;

#[tool]
fn silent(name: String) -> String {
    name
}

/// # Errors
///
/// A heading is not a description.
#[tool]
fn only_a_heading() {}

#[doc = include_str!("description.rs")]
#[tool]
fn elsewhere() {}

fn main() {}
