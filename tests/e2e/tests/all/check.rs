//! `bulkhead check`: each kind of thing that does not fit, with components that are there.

use std::{fs, os::unix::fs::PermissionsExt};

use bulkhead_test_artifacts::{BOASTS, ECHO, WANTS};
use bulkhead_test_e2e::Bench;
use serde_json::Value;

/// A policy of one component, whether the check fails by it, the kind of the finding, and what it says.
const CASES: &[(&str, &str, bool, &str, &str)] = &[
    // What is asked for and not granted.
    ("wants", "", true, "not_granted", "http GET https://erp.example.com/api/*"),
    ("wants", "", true, "not_granted", "directory /notes to write"),
    ("wants", "", true, "not_granted", "environment variable LANG"),
    ("wants", "", true, "not_granted", "secret ERP_TOKEN"),
    ("wants", "", true, "not_granted", "tcp db.example.com:5432"),
    ("wants", "", true, "not_granted", "calls of echo"),
    ("wants", "", true, "not_granted", "state"),
    ("wants", "", true, "optional_not_granted", "directory /docs to read"),
    // What is granted and was never asked for.
    ("echo", "http = [\"GET https://a.example/*\"]", true, "useless", "never asked"),
    ("echo", "tcp = [\"a.example:1\"]", true, "useless", "tcp a.example:1 and never asked"),
    ("echo", "calls = [\"want\"]", true, "useless", "calls of want and never asked"),
    ("echo", "state = true", true, "useless", "state and never asked"),
    ("echo", "env = { A = \"1\" }", true, "useless", "the variable A and never asked"),
    (
        "echo",
        "fs = [{ host = \".\", guest = \"/a\", access = \"read\" }]",
        true,
        "useless",
        "/a and never asked",
    ),
    (
        "echo",
        "secrets = { A = { env = \"LONG\", header = \"x-key\", to = \"https://a.example\" } }",
        true,
        "useless",
        "the secret A and never asked",
    ),
    ("wants", "tcp = [\"db.example.com:5433\"]", true, "useless", "tcp db.example.com:5433 and never asked"),
    // What is granted, was asked for, and cannot be used without an import.
    (
        "boasts",
        "http = [\"GET https://a.example/*\"]",
        true,
        "useless",
        "does not import wasi:http/outgoing-handler",
    ),
    ("boasts", "tcp = [\"db.example.com:5432\"]", true, "useless", "does not import wasi:sockets/tcp"),
    ("boasts", "calls = [\"echo\", \"boast\"]", true, "useless", "does not import bulkhead:tool/calls"),
    ("boasts", "state = true", true, "useless", "does not import bulkhead:tool/state"),
    (
        "boasts",
        "secrets = { KEY = { env = \"LONG\", header = \"x-key\", to = \"https://evil.example\" } }",
        true,
        "useless",
        "the secret KEY and does not import",
    ),
    // Grants that lead nowhere.
    ("wants", "addresses = [\"10.0.0.0/8\"]", true, "useless", "neither http nor tcp"),
    ("wants", "calls = [\"no_such_tool\"]", true, "unknown", "no tool that is offered has such a name"),
    ("wants", "calls = [\"want*\"]", true, "useless", "only tools of its own"),
    (
        "wants",
        "secrets = { ERP_TOKEN = { env = \"LONG\", header = \"x-key\", to = \"https://erp.example.com\" } }\nhttp = [\"GET http://erp.example.com/*\"]",
        true,
        "useless",
        "no http rule reaches that",
    ),
    ("wants", "only = [\"wont\"]", true, "unknown", "`only` names the function"),
    // Sources of secrets.
    (
        "wants",
        "secrets = { ERP_TOKEN = { env = \"NOT_THERE\", header = \"x-key\", to = \"https://erp.example.com\" } }",
        true,
        "machine",
        "the variable NOT_THERE is not set here",
    ),
    (
        "wants",
        "secrets = { ERP_TOKEN = { env = \"SHORT\", header = \"x-key\", to = \"https://erp.example.com\" } }",
        true,
        "machine",
        "less than 8 bytes",
    ),
    (
        "wants",
        "secrets = { ERP_TOKEN = { env = \"ODD\", header = \"x-key\", to = \"https://erp.example.com\" } }",
        true,
        "machine",
        "characters that headers do not have",
    ),
    (
        "wants",
        "secrets = { ERP_TOKEN = { file = \"nowhere\", header = \"x-key\", to = \"https://erp.example.com\" } }",
        true,
        "machine",
        "nowhere: No such file",
    ),
    (
        "wants",
        "secrets = { ERP_TOKEN = { file = \"open\", header = \"x-key\", to = \"https://erp.example.com\" } }",
        true,
        "machine",
        "others than its owner can read it",
    ),
    (
        "wants",
        "secrets = { ERP_TOKEN = { file = \"short\", header = \"x-key\", to = \"https://erp.example.com\" } }",
        true,
        "machine",
        "less than 8 bytes",
    ),
    (
        "wants",
        "secrets = { ERP_TOKEN = { file = \".\", header = \"x-key\", to = \"https://erp.example.com\" } }",
        true,
        "machine",
        "it is not a file",
    ),
    (
        "wants",
        "secrets = { ERP_TOKEN = { keyring = \"bulkhead-tests-have-none\", header = \"x-key\", to = \"https://erp.example.com\" } }",
        true,
        "machine",
        "the keyring's entry",
    ),
    (
        "wants",
        "secrets = { ERP_TOKEN = { env = \"LONG\", header = \"x-key\", to = \"https://other.example\" } }",
        false,
        "note",
        "its author expects https://erp.example.com",
    ),
    // Directories.
    (
        "wants",
        "fs = [{ host = \"nowhere\", guest = \"/notes\", access = \"write\" }]",
        true,
        "machine",
        "\"nowhere\": there is none",
    ),
    (
        "wants",
        "fs = [{ host = \"short\", guest = \"/notes\", access = \"write\" }]",
        true,
        "machine",
        "it is not a directory",
    ),
    (
        "wants",
        "fs = [{ host = \"full\", guest = \"/notes\", access = \"write\", quota = \"10B\" }]",
        true,
        "machine",
        "more than its quota",
    ),
    (
        "wants",
        "fs = [{ host = \"full\", guest = \"/notes\", access = \"write\", entries = 2 }]",
        true,
        "machine",
        "more than its quota",
    ),
    (
        "wants",
        "fs = [{ host = \"full\", guest = \"/docs\", access = \"write\", quota = \"1MiB\" }]",
        true,
        "useless",
        "asked only to read it",
    ),
    (
        "wants",
        "fs = [{ host = \"full\", guest = \"/docs\", access = \"write\", quota = \"1MiB\" }]",
        true,
        "useless",
        "a quota in /docs",
    ),
    // What is as it was written down.
    ("wants", "clock = 2026-01-01T00:00:00Z", false, "note", "a fixed clock"),
    ("wants", "random = 7", false, "note", "whoever knows it knows every random byte"),
    ("wants", "env = { LANG = { from = \"NOT_THERE\" } }", false, "note", "NOT_THERE, which is not set here"),
];

fn bench(component: &str, grants: &str) -> Bench {
    let policy = format!(
        "[host]\nstate = \"sqlite:state/bulkhead.db\"\n[tools.{component}]\n{grants}\n[tools.files]\nonly = []\n"
    );
    let bench = Bench::with(&policy, &[WANTS, BOASTS, ECHO]);
    let write = |name: &str, text: &str, mode: u32| {
        let file = bench.path().join(name);
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, PermissionsExt::from_mode(mode)).unwrap();
    };
    write("open", "a-long-enough-secret\n", 0o644);
    write("closed", "a-long-enough-secret\n", 0o600);
    write("short", "secret\n", 0o600);
    fs::create_dir(bench.path().join("full")).unwrap();
    for name in ["full/a", "full/b", "full/c"] {
        write(name, "some bytes", 0o600);
    }
    bench
}

fn check(bench: &Bench) -> (i32, Value) {
    let words = bench.words(&["check", "--json"]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut command = bench.command(&words);
    command
        .env("LONG", "a-long-enough-secret")
        .env("SHORT", "secret")
        .env("ODD", "a\nlong\nsecret")
        .env_remove("NOT_THERE");
    let ended = bulkhead_test_e2e::Ended::from(command.output().unwrap());
    (ended.code(), ended.json())
}

#[test]
fn every_kind_of_mismatch_is_found() {
    for (component, grants, fails, kind, says) in CASES {
        let (code, found) = check(&bench(component, grants));
        let finding = found.as_array().unwrap().iter().find(|finding| {
            finding["component"] == *component
                && finding["kind"] == *kind
                && finding["message"].as_str().unwrap().contains(says)
        });
        assert!(finding.is_some(), "{component} with {grants}: no {kind} says {says:?} in {found:#}");
        assert_eq!(code, 1, "the policy names files, and there is no files.wasm");
        assert_eq!(*fails, !["note", "optional_not_granted"].contains(kind), "{kind}");
        assert!(!found.to_string().contains("a-long-enough-secret"), "{found}");
    }
}

/// All that is asked for is granted, and what is named is there: notes and the optional are no failure.
#[test]
fn what_fits_passes() {
    let fits = r#"[host]
state = "sqlite:state/bulkhead.db"
[tools.wants]
http = ["GET https://erp.example.com/api/*"]
addresses = ["10.0.0.0/8"]
fs = [{ host = "full", guest = "/notes", access = "write", quota = "1MiB" }]
env = { LANG = { from = "NOT_THERE" } }
secrets = { ERP_TOKEN = { file = "closed", header = "x-key", to = "https://erp.example.com" } }
tcp = ["db.example.com:5432"]
calls = ["echo"]
state = true
clock = 2026-01-01T00:00:00Z
"#;
    let bench = bench("echo", "");
    fs::remove_file(bench.components().join("boasts.wasm")).unwrap();
    fs::write(bench.policy(), fits).unwrap();
    let (code, found) = check(&bench);
    assert_eq!(code, 0, "{found:#}");
    let kinds: Vec<_> =
        found.as_array().unwrap().iter().map(|finding| finding["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "note").count(), 2, "{found:#}");
    assert!(kinds.iter().all(|kind| ["note", "optional_not_granted"].contains(kind)), "{found:#}");
}

/// A tool that `only` leaves out is not there to be called.
#[test]
fn a_hidden_tool_is_not_there_to_be_called() {
    let bench = bench("wants", "calls = [\"echo\"]");
    let policy = fs::read_to_string(bench.policy()).unwrap();
    fs::write(bench.policy(), policy.replace("[tools.files]", "[tools.echo]")).unwrap();
    let (_, found) = check(&bench);
    assert!(found.to_string().contains("no tool that is offered has such a name"), "{found:#}");
}
