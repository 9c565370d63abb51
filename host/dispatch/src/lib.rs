//! The catalog of tools and the one pipeline that every call goes through.
//!
//! A direct call, a call over MCP and a call from the command line are the same thing here: a [`Caller`], a
//! [`CallRequest`] and a [`Listener`] go into [`Dispatcher::call`], and an [`Answer`] or a [`CallError`] comes out.
//! There is no second way to run a tool.
//!
//! This crate must never import wasmtime, a database driver, a type of MCP, clap, or `std::env`.

#![deny(clippy::wildcard_enum_match_arm)]

mod caller;
mod catalog;
mod component;
mod copies;
mod describe;
mod directory;
mod dispatcher;
mod documents;
mod errand;
mod error;
mod gate;
mod listener;
mod meters;
mod notice;
mod pipeline;
mod put;
mod record;
mod script;
mod shelf;
mod side;
mod watch;

pub use bulkhead_policy::{Budget, CodePolicy, Denial, Policy, Principal, Via};
pub use bulkhead_sandbox::{Failure, ScriptEnd, ScriptSide, Settled, Stop, Usage};
pub use caller::{Answer, CallRequest, Caller, Door, PromptRequest, Transport};
pub use catalog::{Catalog, Prompt, Refused, Tool};
pub use component::{Component, Family};
pub use dispatcher::{Dispatcher, Options};
pub use documents::{ResourceCursor, Resources};
pub use errand::OpenSide;
pub use error::{CallError, Error};
pub use listener::{Change, Level, Listener, LogLine, Progress, Silent};
pub use notice::Notice;
pub use record::{CallRecord, Ending, Recorder, TracingRecorder};
pub use script::{EXECUTE, SEARCH, ScriptCall, ScriptCalls, ScriptRun};
pub use watch::Stamp;
