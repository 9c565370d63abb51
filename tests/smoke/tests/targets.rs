//! Every fuzz target runs over the corpus that is kept, and for a few seconds more.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use bulkhead_test_smoke::{locked, run, targets};

/// A test for each target, and the names of all.
macro_rules! smoke {
    ($($target:ident),+) => {
        const TESTED: &[&str] = &[$(stringify!($target)),+];

        $(
            #[test]
            fn $target() {
                run(stringify!($target));
            }
        )+
    };
}

smoke!(policy, http_rule, address, component, component_parts, json_value, json_schema);

#[test]
fn every_target_is_run() {
    assert_eq!(targets(), TESTED.iter().map(ToString::to_string).collect::<BTreeSet<_>>());
}

/// What only the fuzz targets need.
const THEIR_OWN: &[&str] = &["arbitrary", "derive_arbitrary", "libfuzzer-sys"];

/// Both lock files say the same, or something else would be fuzzed than what is shipped. After a change of versions:
/// copy `Cargo.lock` to `tests/fuzz`, and `cargo metadata --manifest-path tests/fuzz/Cargo.toml` takes out what is not
/// needed there.
#[test]
fn what_is_fuzzed_is_what_is_shipped() {
    let (fuzzed, shipped) = (locked("tests/fuzz/Cargo.lock"), locked("Cargo.lock"));
    assert!(fuzzed.len() > 50, "the lock file has been read");
    let others: Vec<_> =
        fuzzed.difference(&shipped).filter(|(name, _)| !THEIR_OWN.contains(&name.as_str())).collect();
    assert!(others.is_empty(), "not in the workspace's Cargo.lock: {others:?}");
}
