//! What is done to TypeScript before the engine reads it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    missing_docs,
    reason = "tests"
)]

#[path = "typescript/corpus.rs"]
mod corpus;
#[path = "typescript/deep.rs"]
mod deep;
#[path = "typescript/plain.rs"]
mod plain;
#[path = "typescript/refusals.rs"]
mod refusals;
#[path = "typescript/slash.rs"]
mod slash;
