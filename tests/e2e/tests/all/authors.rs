//! An author's five minutes: a new crate, its test, its component, a call.

use std::process::Command;

use bulkhead_test_e2e::{Bench, Ended, build, root};
use serde_json::json;

#[test]
fn a_new_crate_passes_its_test_builds_and_serves() {
    let bench = Bench::empty("");
    let made = Ended::from(bench.command(&["new", "greeter"]).output().unwrap());
    assert_eq!(made.code(), 0, "{}", made.err());
    let again = Ended::from(bench.command(&["new", "greeter"]).output().unwrap());
    assert_eq!(again.code(), 2, "it writes over nothing");
    // One target folder for every run, so that the SDK is compiled once.
    let target = root().join("target/new");

    let mut tested = Command::new("cargo");
    tested
        .args(["test", "--quiet"])
        .current_dir(bench.path().join("greeter"))
        .env("CARGO_TARGET_DIR", &target);
    let tested = Ended::from(tested.output().unwrap());
    assert_eq!(tested.code(), 0, "{}{}", tested.out(), tested.err());
    assert!(tested.out().contains("2 passed"), "{}", tested.out());

    let built = build(&bench, "greeter");
    assert_eq!(built.code(), 0, "{}", built.err());
    assert_eq!(built.json()["tools"], json!(["greet"]));

    let (code, answer) = bench.call("greet", &json!({ "name": "Ada", "times": 2 }));
    assert_eq!((code, &answer["structured"]["text"]), (0, &json!("Hello, Ada! Hello, Ada!")), "{answer}");
}

#[test]
fn a_folder_without_a_crate_is_said_to_be_one() {
    let bench = Bench::empty("");
    let built = Ended::from(bench.command(&["build", "nowhere"]).output().unwrap());
    assert_eq!(built.code(), 2);
    assert!(built.err().contains("nowhere"), "{}", built.err());
    let named = Ended::from(bench.command(&["new", "No Name"]).output().unwrap());
    assert_eq!(named.code(), 2);
    assert!(named.err().contains("my-tool"), "{}", named.err());
}
