//! The rules of the house as functions: each takes what it judges and gives what is wrong with it, in sentences.
//!
//! `tests/house.rs` runs them over this repository; the tests beside each of them show it what it must refuse.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on should stop where it stands"
)]

pub mod arrows;
pub mod attacks;
pub mod code;
pub mod contract;
pub mod floors;
pub mod manifests;
pub mod signatures;
pub mod workspace;
