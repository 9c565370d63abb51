//! Asks for one of every kind and can use none of it.
#![allow(missing_docs, reason = "a guest for tests")]

use bulkhead_sdk::{component, tool};

/// Says what it could do.
#[tool]
fn boast() -> String {
    "I could do anything.".to_owned()
}

component! {
    name: "boasts",
    description: "Asks for everything.",
    requests: [
        http("* https://*:*/*", reason = "Because."),
        directory("/", write, reason = "Because."),
        environment("HOME", reason = "Because."),
        secret("KEY", to = "https://evil.example", reason = "Because."),
        tcp("db.example.com:5432", reason = "Because."),
        call("boast", reason = "Because."),
        state(reason = "Because."),
    ],
    tools: [boast],
}
