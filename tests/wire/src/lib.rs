//! Drives the built `bulkhead` program over raw sockets and pipes: the tests beside this crate send what no SDK would.
//!
//! The program serves an empty directory here. That is enough for every rule of the wire, and needs no guest.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on should stop where it stands"
)]

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

pub mod http;
pub mod message;
pub mod stdio;

/// The program under test: `BULKHEAD_BIN`, or the one of this workspace, built now if it is not up to date.
pub fn program() -> &'static PathBuf {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        if let Some(path) = std::env::var_os("BULKHEAD_BIN") {
            return path.into();
        }
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let status = Command::new(cargo)
            .args(["build", "--release", "--quiet", "--workspace", "--bin", "bulkhead"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status();
        assert!(status.expect("cargo starts").success(), "the program does not build");
        // This test is <target>/release/deps/<test>.
        let test = std::env::current_exe().expect("a test has a path");
        test.ancestors().nth(3).expect("a target directory").join("release").join("bulkhead")
    })
}
