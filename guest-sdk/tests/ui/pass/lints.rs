//! A tool author's own lints are not broken by what the macros make.
#![forbid(unsafe_code)]
#![deny(missing_docs, warnings, clippy::all, clippy::pedantic, unused_qualifications, unreachable_pub)]

use bulkhead_sdk::{Content, ToolError, component, tool};

/// Greets.
#[tool(read_only)]
pub fn greet(
    /// Who.
    mut name: String,
    #[arg(default = 2)] times: usize,
) -> Result<Content, ToolError> {
    name.push('!');
    Ok(name.repeat(times).into())
}

component! {
    name: "lints",
    description: "Greets.",
    tools: [greet],
}

fn main() {}
