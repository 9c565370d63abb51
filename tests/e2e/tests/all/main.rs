//! The built program from the outside.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests")]

mod authors;
mod bundled;
mod check;
mod cli;
mod code;
mod explain;
mod forgery;
mod garbage;
mod grant;
mod host_settings;
mod inspector;
mod install;
mod live;
mod odd;
mod offers;
mod raw_wire;
mod real_clients;
mod real_input;
