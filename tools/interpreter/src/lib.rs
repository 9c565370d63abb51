//! The interpreter of code mode: [QuickJS](https://github.com/quickjs-ng/quickjs) with what a script needs around it.
//!
//! It is a component like any tool, and can do less than any: its world (`wit/code/code.wit`) imports calls of tools and a
//! console. [`Engine`] is the same thing for this machine, for tests and for comparison; what it runs there is in no
//! sandbox, and must never be a script that somebody else wrote.

mod bridge;
mod engine;
mod failure;
mod outside;
pub mod typescript;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use engine::Engine;
pub use failure::{Failure, Frame, Place};
pub use outside::{Answer, CallError, Event, Level, Outside, Program, Request};
