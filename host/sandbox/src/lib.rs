//! The sandbox: wasmtime, WASI and the one way out to the network. It runs one call of one component, and nothing a
//! guest does while it runs outlives the call or reaches past its permit.
//!
//! - [`Sandbox::load`] compiles and links a component once.
//! - [`Sandbox::describe`] and [`Sandbox::run`] consume a [`Permit`](bulkhead_policy::Permit) and run one call in a
//!   fresh store; [`Sandbox::list_resources`], [`Sandbox::read_resource`], [`Sandbox::get_prompt`] and
//!   [`Sandbox::complete`] do the same for what is no tool.
//! - [`Sandbox::run_script`] runs a script of code mode in the interpreter, which reaches a [`ScriptSide`] and nothing else.
//! - [`HostSide`] is what a running guest may say to its host; [`Resolve`] is how names become addresses, and
//!   [`Secrets`] where the values of secrets come from.
//!
//! This crate must never import `bulkhead-dispatch` or a store, and no wasmtime type appears in its public API. It
//! decides nothing: what a guest may do is in the permit, and the rules that are asked during a call (may this request
//! be sent, may this address be dialled) are `bulkhead-policy`'s.

mod bindings;
mod cache;
mod call;
mod clocks;
mod convert;
mod egress;
mod engine;
mod error;
mod exports;
mod failure;
mod files;
mod frame;
mod host;
mod lane;
mod limits;
mod lines;
mod load;
mod measure;
mod random;
mod refusals;
mod run;
mod script;
mod secret;
mod side;
mod state;
mod trap;
mod wasi;

pub use call::{Call, PromptCall, Report, Usage};
pub use error::{Error, LoadError};
pub use failure::Failure;
pub use lines::neutral;
pub use load::{LARGEST, Loaded};
pub use measure::is_over;
pub use run::{Sandbox, Settings};
pub use script::{ScriptEnd, ScriptSide, Settled, Stop};
pub use secret::{Secret, Secrets, SystemSecrets};
pub use side::{
    Called, Change, HostSide, Level, Quiet, Resolve, StateAnswer, StateAsk, StateEntry, SystemResolver,
};
