//! What the macros make does not depend on what is in scope.
#![allow(dead_code, reason = "names that are only in the way")]

struct Option;
struct ToolError;
struct Tool;
struct Result;
struct String;
struct Vec;
struct Box;
mod core {}
mod std {}
mod serde {}
mod schemars {}

/// Greets.
#[::bulkhead_sdk::tool(title = "Greet", tags = ["a"])]
fn greet(#[arg(default = 1)] times: u8, #[arg(default)] name: ::std::string::String) -> ::std::string::String {
    ::std::format!("{times} {name}")
}

::bulkhead_sdk::component! {
    name: "shadows",
    description: "Greets.",
    requests: [state(reason = "To remember.")],
    tools: [greet],
}

fn main() {}
