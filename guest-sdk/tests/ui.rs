//! What the macros accept, and what they say about what they do not. `TRYBUILD=overwrite cargo test -p bulkhead-sdk
//! --test ui` blesses new messages.

use std::process::Command;

/// The compiler whose words are in `tests/ui/types`.
const COMPILER: &str = "rustc 1.95.";

#[test]
fn macros() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    // These messages are the macros' own, whatever the compiler.
    cases.compile_fail("tests/ui/fail/*.rs");
    // These are the compiler's about the macros' output, and each release puts them a little differently.
    if compiler().starts_with(COMPILER) {
        cases.compile_fail("tests/ui/types/*.rs");
    }
}

fn compiler() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default()
}
