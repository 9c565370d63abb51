//! Answers with more than anyone wants.
#![allow(missing_docs, reason = "a guest for tests")]

use bulkhead_sdk::{Content, ToolError, component, tool};

/// Answers with so many bytes.
#[tool]
fn flood(bytes: usize) -> String {
    "x".repeat(bytes)
}

/// Answers with so many pieces of nothing.
#[tool]
fn crumbs(pieces: usize) -> Vec<Content> {
    vec![Content::text(""); pieces]
}

/// Fails with so many bytes.
#[tool]
fn lament(bytes: usize) -> Result<String, ToolError> {
    Err(ToolError::failed("x".repeat(bytes)))
}

component! { name: "flood", description: "Answers at length.", tools: [flood, crumbs, lament] }
