//! Asks for one of every kind, and reaches for each.
#![allow(missing_docs, reason = "a guest for tests")]

use std::{env, fs, net::TcpStream, time::SystemTime};

use bulkhead_sdk::{ToolError, calls, component, http, serde_json::json, state, tool};

/// Reaches for everything that it asks for, and tells which it got.
#[tool]
fn want(
    /// The page that it asks for.
    url: String,
) -> Result<Vec<String>, ToolError> {
    let began = SystemTime::now();
    let got = [
        ("http", http::get(&url).send().is_ok()),
        ("directory", fs::read_dir("/notes").is_ok()),
        ("environment", env::var("LANG").is_ok()),
        ("tcp", TcpStream::connect("db.example.com:5432").is_ok()),
        ("call", calls::call_tool("echo", &json!({ "text": "hello" })).is_ok()),
        ("state", state::get("key").is_ok()),
        ("clock", SystemTime::now() >= began),
    ];
    Ok(got.into_iter().filter(|(_, got)| *got).map(|(name, _)| name.to_owned()).collect())
}

component! {
    name: "wants",
    description: "Asks for one of every kind.",
    requests: [
        http("GET https://erp.example.com/api/*", reason = "To read invoices."),
        directory("/notes", write, reason = "To keep notes."),
        environment("LANG", reason = "To speak the right language."),
        secret("ERP_TOKEN", to = "https://erp.example.com", reason = "To sign in."),
        tcp("db.example.com:5432", reason = "To query the database."),
        call("echo", reason = "To hear it again."),
        state(reason = "To remember."),
        http("GET https://*.example.org/*", reason = "To look things up.", optional),
        directory("/docs", read, reason = "To read documents.", optional),
    ],
    tools: [want],
}
