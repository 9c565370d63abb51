//! What the end-to-end tests share: the built program, a folder with a policy, a web server, and the two clients.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot be set up fails")]

mod clients;
mod program;
mod table;
mod talk;
mod web;

pub use clients::{Answer, Client, Mode};
pub use program::{Bench, Ended, Served, build, root};
pub use table::packages;
pub use talk::Talk;
pub use web::{Page, Web};
