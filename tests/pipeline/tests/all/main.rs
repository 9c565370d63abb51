//! The pipeline with real guests, through the public API of `bulkhead-dispatch`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "tests")]

mod arguments;
mod code;
mod directory;
mod gate;
mod guests;
mod house;
mod limits;
mod policy;
mod record;
