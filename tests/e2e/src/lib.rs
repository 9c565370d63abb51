//! What the end-to-end tests share: the built program, a folder with a policy, a web server, and what was written
//! elsewhere to talk to such a program: clients, an inspector, and a suite of tests.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot be set up fails")]

mod clients;
mod events;
mod inspector;
mod program;
pub mod suite;
mod table;
mod talk;
mod web;

pub use clients::{Answer, Client, Mode};
pub use events::Events;
pub use inspector::{Era, Inspection};
pub use program::{Bench, Ended, Served, build, fixtures, root};
pub use table::packages;
pub use talk::Talk;
pub use web::{Page, Web};
