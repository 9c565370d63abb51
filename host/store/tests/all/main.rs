//! The store through its public API: one contract, run for each backend, and what only a file can show.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "tests")]

mod backends;
mod concurrency;
mod contract;
mod crash;
mod files;
mod support;
mod versions;
