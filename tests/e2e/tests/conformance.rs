//! MCP's own conformance suite against the built program. A program of its own, because some of its scenarios wait only
//! half a second, and the other tests here would be running beside it.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests")]

use std::{
    collections::BTreeSet,
    io::Write,
    sync::{Mutex, PoisonError},
};

use bulkhead_test_e2e::{
    Served, Talk, fixtures,
    suite::{self, Check, Status},
};
use serde_json::json;

/// One run at a time, for the same reason.
static ALONE: Mutex<()> = Mutex::new(());

/// Runs the suite with these words. What is only a warning there is something that a server should do, and is held
/// against this one, too.
fn holds(words: &[&str], scenarios: usize) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let bench = fixtures("");
    // Compiles the component, which the first scenario would not wait for.
    let mut talk = Talk::start(&bench);
    talk.call(1, "greet", &json!({ "name": "Ada" }));
    talk.end();
    let server = bench.http();
    let checks = suite::run(&server, words);
    let ran: BTreeSet<_> = checks.iter().map(|check| check.scenario.as_str()).collect();
    let passed = checks.iter().filter(|check| check.status == Status::Success).count();
    let bad: Vec<_> = checks.iter().filter(|check| is_bad(check)).map(told).collect();
    // Not through the test's own output, which is only shown when it fails.
    let _ = writeln!(
        std::io::stderr(),
        "conformance suite {}, {}: {} scenarios, {passed} checks passed, {} failed, {} did not apply",
        suite::version(),
        words.join(" "),
        ran.len(),
        bad.len(),
        checks.len() - passed - bad.len()
    );
    assert!(bad.is_empty(), "{} checks failed:\n{}", bad.len(), bad.join("\n"));
    // A scenario that does not run at all leaves no failure.
    assert_eq!(ran.len(), scenarios, "{ran:?}");
    survives(server);
}

fn is_bad(check: &Check) -> bool {
    match check.status {
        Status::Failure | Status::Warning => true,
        Status::Success | Status::Info | Status::Skipped => false,
    }
}

fn told(check: &Check) -> String {
    let Check { scenario, id, status, message } = check;
    format!("{status:?} {scenario} / {id}: {message}")
}

fn survives(mut server: Served) {
    assert!(server.lives(), "the server did not survive the suite");
}

// The numbers of scenarios are those of the suite's frozen lists: what is required, and what is run beside it.

#[test]
fn all_that_2026_07_28_requires_and_what_is_beside_it() {
    holds(&["--requirements", "2026-07-28"], 37 + 13);
}

#[test]
fn all_that_2025_11_25_requires_and_what_is_beside_it() {
    holds(&["--requirements", "2025-11-25"], 30 + 3);
}

#[test]
fn what_the_earlier_revisions_are_tested_for() {
    holds(&["--suite", "all", "--spec-version", "2025-06-18"], 27);
    holds(&["--suite", "all", "--spec-version", "2025-03-26"], 1);
}
