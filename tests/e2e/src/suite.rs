//! MCP's conformance suite, run against a server.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use serde_json::Value;

use crate::{clients::installed, program::Served};

/// In seconds, for one run: a minute when nothing is answered, some seconds when everything is.
const PATIENCE: &str = "300";

/// How the name of a scenario's folder ends.
const TIME: &str = "-2026-07-28T00-00-00-000Z";

/// One thing that the suite looked at.
#[derive(Clone, Debug)]
pub struct Check {
    /// Such as `tools-call-image`.
    pub scenario: String,
    /// Such as `wire-schema-valid`.
    pub id: String,
    /// What came of it.
    pub status: Status,
    /// What was wrong.
    pub message: String,
}

/// What came of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// As it must be.
    Success,
    /// Not as it must be.
    Failure,
    /// Not as it should be.
    Warning,
    /// Something to know.
    Info,
    /// Not of this server.
    Skipped,
}

/// The suite's version, as its package says.
pub fn version() -> String {
    let package = home().join("package.json");
    let package = std::fs::read_to_string(package).expect("the suite is installed");
    let package: Value = serde_json::from_str(&package).expect("JSON");
    package["version"].as_str().expect("a version").to_owned()
}

/// Runs what these words choose, such as `--requirements 2026-07-28`, and gives every check of it.
///
/// # Panics
///
/// When the suite itself does not come to its end.
pub fn run(server: &Served, words: &[&str]) -> Vec<Check> {
    let out = tempfile::tempdir().expect("a folder is made");
    let mut command = Command::new("timeout");
    command.arg(PATIENCE).arg(installed().join("bin/node")).arg(home().join("dist/index.js"));
    command.args(["server", "--url", &server.url]).args(words).arg("-o").arg(out.path());
    let ended = command.stdin(Stdio::null()).output().expect("the suite starts");
    // 1 says that a check failed, which the checks themselves say better.
    assert!(
        matches!(ended.status.code(), Some(0 | 1)),
        "the suite ended with {}: {}",
        ended.status,
        String::from_utf8_lossy(&ended.stderr)
    );
    let folders =
        std::fs::read_dir(out.path()).expect("the suite wrote").map(|entry| entry.expect("an entry").path());
    let mut checks: Vec<_> = folders.flat_map(|folder| read(&folder)).collect();
    checks.sort_by(|one, other| one.scenario.cmp(&other.scenario));
    checks
}

fn home() -> std::path::PathBuf {
    installed().join("node_modules/@modelcontextprotocol/conformance")
}

/// The checks of one scenario, whose folder is `server-NAME-TIME`.
fn read(folder: &Path) -> Vec<Check> {
    let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
    let name = name.strip_prefix("server-").expect("a scenario for servers");
    let (scenario, _) = name.split_at(name.len() - TIME.len());
    let text = std::fs::read_to_string(folder.join("checks.json")).expect("a scenario leaves its checks");
    let checks: Vec<Value> = serde_json::from_str(&text).expect("the checks are JSON");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let told = checks.iter().map(|check| Check {
        scenario: scenario.to_owned(),
        id: text(&check["id"]),
        status: status(&text(&check["status"])),
        message: text(&check["errorMessage"]),
    });
    told.collect()
}

fn status(word: &str) -> Status {
    match word {
        "SUCCESS" => Status::Success,
        "FAILURE" => Status::Failure,
        "WARNING" => Status::Warning,
        "INFO" => Status::Info,
        "SKIPPED" => Status::Skipped,
        other => panic!("the suite knows a status that this reader does not: {other}"),
    }
}
