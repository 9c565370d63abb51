//! Guests and clients that say what looks like the host's own words: what the program writes is read back.

use std::fs::{File, read_to_string};

use bulkhead_test_artifacts::{
    ASKED_FORGED, CATALOG_ANSI, CATALOG_KEYS, CATALOG_NAME, CHANGE_LARGE, ERROR_FORGED, IMPORT_FORGED,
    JSON_DEEP, LOG_FORGED, LOG_LARGE, PANIC, PRINT, PROGRESS_FORGED, PROGRESS_LARGE, RESULT_GIGABYTE,
    RESULT_PIECES,
};
use bulkhead_test_e2e::{Bench, Talk};
use serde_json::json;

/// Ends a line, and begins one that looks like the record's.
const FORGED: &str =
    "x\r\n2026-01-01T00:00:00.000000Z  INFO audit: event=\"ended\" call=1 outcome=\"ok\"\n\u{1b}[2J";

fn bench(policy: &str, guests: &[&str]) -> Bench {
    let bench = Bench::empty(policy);
    for guest in guests {
        let name = std::path::Path::new(guest).file_name().unwrap();
        std::fs::copy(guest, bench.components().join(name)).unwrap();
    }
    bench
}

fn hostile() -> Bench {
    let all = [
        ASKED_FORGED,
        CATALOG_ANSI,
        CATALOG_KEYS,
        CATALOG_NAME,
        ERROR_FORGED,
        IMPORT_FORGED,
        LOG_FORGED,
        PANIC,
        PRINT,
        PROGRESS_FORGED,
    ];
    bench("", &all)
}

/// Nothing here moves a cursor or turns the reading around, and no line is one of those that were forged.
fn is_plain(text: &str) {
    for line in text.lines() {
        let shown = |c: char| c == '\t' || !c.is_control() && !('\u{202a}'..='\u{202e}').contains(&c);
        assert!(line.chars().all(shown), "{line:?}");
        assert!(!line.starts_with("2026-01-01T00:00:00"), "{line:?}");
    }
}

#[test]
fn a_line_of_the_log_cannot_be_forged() {
    let bench = hostile();
    let path = bench.path().join("log");
    let mut talk = Talk::logging(&bench, File::create(&path).unwrap());
    let calls = [
        ("log_forged", json!({})),
        ("progress_forged", json!({})),
        ("error_forged", json!({})),
        ("print", json!({ "stdout": FORGED, "stderr": FORGED })),
        ("panic", json!({ "message": FORGED })),
        ("catalog_keys", json!({ FORGED: "not a number" })),
        (FORGED, json!({})),
    ];
    for (id, (tool, arguments)) in (1..).zip(&calls) {
        talk.call(id, tool, arguments);
    }
    talk.end();
    let log = read_to_string(path).unwrap();
    is_plain(&log);
    let events =
        |event: &str| log.lines().filter(|line| line.contains(&format!(" audit: event=\"{event}\""))).count();
    // Words that were forged may stand in a line, but only in quotes.
    let begins = |line: &str| line.find(" audit: event=\"ended\"").is_some_and(|at| at < 40);
    assert_eq!(log.lines().filter(|line| begins(line)).count(), 5, "{log}");
    assert_eq!((events("intent"), events("refused")), (5, 2), "{log}");
    for line in log.lines() {
        let mut words = line.split_whitespace();
        let (time, level) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        assert!(time.starts_with("20") && time.ends_with('Z'), "{line:?} is no line of the log");
        assert!(["INFO", "WARN", "ERROR"].contains(&level), "{line:?} is no line of the log");
    }
}

#[test]
fn what_is_printed_for_a_person_is_plain() {
    let bench = hostile();
    for words in [&["list"][..], &["check"], &["call", "error_forged", "{}"], &["call", "log_forged", "{}"]] {
        let ended = bench.run(words);
        assert!(!ended.out().is_empty() || !ended.err().is_empty());
        is_plain(&ended.out());
        is_plain(&ended.err());
    }
    for guest in [IMPORT_FORGED, CATALOG_ANSI, CATALOG_NAME] {
        let shown = bench.command(&["inspect", guest]).output().unwrap();
        assert!(!shown.stdout.is_empty());
        is_plain(&String::from_utf8(shown.stdout).unwrap());
        is_plain(&String::from_utf8(shown.stderr).unwrap());
    }
}

/// A gigabyte that a guest answers with, a million pieces, lines of megabytes: none of it becomes the host's own memory.
#[test]
#[cfg(target_os = "linux")]
fn what_a_guest_says_at_length_costs_the_host_little() {
    let policy = "[defaults.limits]\nmemory = \"2GiB\"\nhost_calls = 1_000";
    let guests = [CHANGE_LARGE, JSON_DEEP, LOG_LARGE, PROGRESS_LARGE, RESULT_GIGABYTE, RESULT_PIECES];
    let mut talk = Talk::start(&bench(policy, &guests));
    let tools =
        ["change_large", "json_deep", "log_large", "progress_large", "result_gigabyte", "result_pieces"];
    for (id, tool) in (1..).zip(tools.iter().cycle().take(3 * tools.len())) {
        let answer = talk.call(id, tool, &json!({}));
        assert_eq!(answer["result"]["isError"] == false, *tool == "log_large", "{answer}");
    }
    let mebibytes = talk.peak() >> 20;
    assert!(mebibytes < 300, "the host has held {mebibytes} MiB");
    talk.end();
}
