//! Fills the log.
#![allow(missing_docs, reason = "a guest for tests")]

use bulkhead_sdk::{
    component,
    log::{self, Level},
    serde_json::json,
    tool,
};

/// Logs so many lines of so many bytes, whether or not anyone wants them.
#[tool]
fn chatter(lines: usize, #[arg(default = 8)] width: usize) -> String {
    let line = "y".repeat(width);
    for number in 0..lines {
        log::write(Level::Warning, &line, Some(&json!({ "number": number })));
    }
    format!("{lines} lines")
}

/// Logs so many lines as authors do, with a look whether they are wanted.
#[tool]
fn chatter_politely(lines: usize) -> String {
    for _ in 0..lines {
        log::warning!("a line");
    }
    format!("{lines} lines")
}

/// One line of each level, and one with control characters.
#[tool]
fn levels() -> String {
    log::debug!("debug");
    log::info!("info"; of = "a kind");
    log::error!("\u{1b}[31mred\nand \u{202e}reversed");
    "said".to_owned()
}

component! { name: "chatter", description: "Fills the log.", tools: [chatter, chatter_politely, levels] }
