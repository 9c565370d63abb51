//! Code mode: two tools in place of the whole catalog. `search` finds tools by what they do; `execute` runs a script that
//! calls them.
//!
//! - The interpreter is a component ([`INTERPRETER`]) that runs through the dispatcher's pipeline, like any tool, and can
//!   start calls and write lines, and nothing else. Each call that it starts goes through the same pipeline.
//! - A run is a [`Record`]: what it depends on, and what has come of it. The same record is the same run.
//!
//! This crate must never import a type of MCP, SQL, or wasmtime.

mod catalog;
pub mod declarations;
mod definitions;
mod evaluate;
mod excerpt;
mod execute;
mod find;
mod mode;
mod overflow;
mod record;
mod run;
pub mod search;
mod store;
mod value;

pub use evaluate::{Evaluation, Kind, evaluate};
pub use execute::{Given, Ran, Script};
pub use mode::CodeMode;
pub use record::{Record, Recorded, Waiting};
pub use store::{InMemory, RunStore};

/// The interpreter, as a component.
pub const INTERPRETER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/interpreter.wasm"));
