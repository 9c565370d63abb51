//! Builds the fuzz targets of `tests/fuzz`, and runs one over the kept corpus and for some seconds more.
//!
//! `BULKHEAD_FUZZ_SECONDS=300 cargo test --release --package bulkhead-test-smoke TARGET` looks for longer, and each time
//! elsewhere. What it finds stays in `target/fuzz/found`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on should stop where it stands"
)]

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use toml::{Table, Value};

/// Seven targets, two at a time, are done in half a minute. Longer searches are for a person to start.
const SECONDS: u64 = 8;

/// Far above what any input takes, on a machine that does other things too.
const TIMEOUT: u64 = 30;

/// MiB. What one input makes the host hold is a small multiple of its own few kilobytes.
const MEMORY: u64 = 1024;

/// Bytes. Longer inputs reach nothing that shorter ones do not, and slow the search down.
const LONGEST: u64 = 4096;

/// The top of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("two folders down").to_owned()
}

/// Runs a target over its corpus and for some seconds more.
///
/// # Panics
///
/// When the target finds something: the text has what it says and where the input is.
pub fn run(target: &str) {
    let (root, home) = (root(), root().join("target/fuzz"));
    let (corpus, found) = (root.join("tests/fuzz/corpus").join(target), home.join("found").join(target));
    let kept = fs::read_dir(&corpus).expect("a corpus is kept").count();
    assert!((10..100).contains(&kept), "{} files in {}", kept, corpus.display());
    let seconds = std::env::var("BULKHEAD_FUZZ_SECONDS").ok().map(|text| text.parse().expect("a number"));
    if seconds.is_none() {
        // What an earlier run found must not change what this one does.
        let _ = fs::remove_dir_all(&found);
    }
    fs::create_dir_all(&found).expect("a folder for what is found");
    let mut command = Command::new(built().join(target));
    command
        .arg(format!("-max_total_time={}", seconds.unwrap_or(SECONDS)))
        .arg(format!("-seed={}", u64::from(seconds.is_none())))
        .arg(format!("-timeout={TIMEOUT}"))
        .arg(format!("-rss_limit_mb={MEMORY}"))
        .arg(format!("-max_len={LONGEST}"))
        .arg(format!("-artifact_prefix={}/{target}-", home.join("found").display()));
    let words = root.join("tests/fuzz/dictionaries").join(format!("{target}.dict"));
    if words.exists() {
        command.arg(format!("-dict={}", words.display()));
    }
    let output = command.args([&found, &corpus]).stdin(Stdio::null()).output().expect("the target starts");
    let said = String::from_utf8_lossy(&output.stderr);
    let ended = last_lines(&said, 40);
    assert!(output.status.success(), "{target} found something ({}):\n{ended}", output.status);
    assert!(runs(&said) > kept as u64, "{target} ran over its corpus and further:\n{ended}");
}

/// How many inputs it tried, as its last line says: `Done 12345 runs in 8 second(s)`.
fn runs(said: &str) -> u64 {
    let done = said.lines().rev().find_map(|line| line.strip_prefix("Done "));
    done.and_then(|done| done.split(' ').next()?.parse().ok()).unwrap_or(0)
}

fn last_lines(said: &str, count: usize) -> String {
    let lines: Vec<&str> = said.lines().collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}

/// Where the targets are, built once for each run of the tests.
fn built() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let folder = root().join("tests/fuzz");
        let home = root().join("target/fuzz");
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
        let output = Command::new(cargo)
            .args(["build", "--release", "--locked", "--bins"])
            .current_dir(&folder)
            .env("CARGO_TARGET_DIR", &home)
            .env("RUSTC_WRAPPER", folder.join("instrument.sh"))
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .env_remove("RUSTFLAGS")
            .stdin(Stdio::null())
            .output()
            .expect("cargo starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "the fuzz targets do not build (they need a C++ compiler; Debian: apt-get install g++):\n{}",
            last_lines(&said, 40)
        );
        home.join("release")
    })
}

/// The targets that `tests/fuzz` has.
pub fn targets() -> BTreeSet<String> {
    let manifest: Table = read("tests/fuzz/Cargo.toml").parse().expect("a manifest is TOML");
    let names = |bin: &Value| bin["name"].as_str().expect("a name").to_owned();
    manifest["bin"].as_array().expect("targets").iter().map(names).collect()
}

/// Names and versions of what a lock file has from the registry.
pub fn locked(path: &str) -> BTreeSet<(String, String)> {
    let lock: Table = read(path).parse().expect("a lock file is TOML");
    let text = |package: &Value, key: &str| package.get(key).and_then(Value::as_str).map(str::to_owned);
    let packages = lock["package"].as_array().expect("packages").iter();
    packages
        .filter(|package| package.get("source").is_some())
        .filter_map(|package| Some((text(package, "name")?, text(package, "version")?)))
        .collect()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}
