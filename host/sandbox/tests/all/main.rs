//! The sandbox with whole guests, through its public API.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "tests")]

mod guest;
mod host_side;
mod limits;
mod load;
mod output;
mod setup;
