//! `bulkhead explain`: the decision, the line that made it, and what would allow it.

use std::{
    io::{BufRead, BufReader, Write},
    process::Stdio,
};

use bulkhead_test_artifacts::{BOASTS, ECHO, WANTS};
use bulkhead_test_e2e::{Bench, Ended};
use serde_json::json;

const POLICY: &str = r#"[host]
state = "sqlite:state/bulkhead.db"

[tools.wants]
http = [
  "GET https://erp.example.com/api/invoices/*",
  "POST https://*.example.net/*",
]
fs = [{ host = "notes", guest = "/notes", access = "read" }]
env = { TZ = "UTC" }
secrets = { ERP_TOKEN = { env = "T", header = "Authorization", to = "https://erp.example.com" } }
addresses = ["10.0.0.0/8"]
state = true
[tools.boasts]
only = []
"#;

fn bench() -> Bench {
    Bench::with(POLICY, &[WANTS, BOASTS, ECHO])
}

/// Tool, wish, exit code, rule, line of the policy, and what the text has.
type Case = (&'static str, &'static str, i32, &'static str, Option<u32>, &'static str);

const CASES: &[Case] = &[
    ("wants", "GET https://erp.example.com/api/invoices/7", 0, "http-allowed", Some(6), "To read invoices."),
    (
        "wants",
        "GET https://erp.example.com/api/orders",
        3,
        "http-path",
        None,
        "http = [\"GET https://erp.example.com/api/orders\"]",
    ),
    ("wants", "POST https://a.example.net/", 3, "http-not-declared", Some(7), "no grant allows it"),
    (
        "wants",
        "GET https://user@erp.example.com/api/invoices/7",
        3,
        "http-url-userinfo",
        None,
        "no grant allows it",
    ),
    ("wants", "GET https://erp.example.com/api/invoices/*", 3, "http-path", None, ""),
    ("wants", "tcp db.example.com:5432", 3, "tcp-no-grant", None, "tcp = [\"db.example.com:5432\"]"),
    ("wants", "address 10.1.2.3:443", 0, "address-allowed", Some(12), ""),
    ("wants", "address 127.0.0.1:443", 3, "address-loopback", None, "addresses = [\"127.0.0.1:443\"]"),
    ("want", "read /notes/a.txt", 0, "fs-allowed", Some(9), "To keep notes."),
    ("wants", "write /notes/a.txt", 3, "fs-read-only", Some(9), "access = \"write\""),
    ("wants", "env TZ", 3, "env-not-declared", Some(10), "its author asks for nothing of the kind"),
    ("wants", "env LANG", 3, "env-no-grant", None, "env = { LANG = { from = \"LANG\" } }"),
    ("wants", "secret ERP_TOKEN", 0, "secret-allowed", Some(11), "To sign in."),
    (
        "wants",
        "secret ERP_TOKEN GET https://evil.example/",
        3,
        "secret-elsewhere",
        Some(11),
        "no grant allows it",
    ),
    ("wants", "call echo", 3, "call-no-grant", None, "calls = [\"echo\"]"),
    ("wants", "state", 0, "state-allowed", Some(13), "To remember."),
    ("boasts", "state", 3, "state-no-grant", None, "does not import bulkhead:tool/state"),
    ("boast", "state", 3, "state-no-grant", None, "`only` leaves out the tool boast"),
    ("echo", "env TZ", 3, "env-no-grant", None, "[tools.echo]"),
];

#[test]
fn every_kind_of_wish_is_explained() {
    let bench = bench();
    for (tool, wish, code, rule, line, says) in CASES {
        let words: Vec<&str> = ["explain", tool].into_iter().chain(wish.split(' ')).collect();
        let text = bench.run(&words);
        assert_eq!(text.code(), *code, "{wish}: {}{}", text.out(), text.err());
        assert!(
            text.out().contains(&format!("{rule} (")) && text.out().contains(says),
            "{wish}: {}",
            text.out()
        );
        let json = bench.run(&[&words[..], &["--json"]].concat()).json();
        assert_eq!(
            (json["rule"].as_str(), json["line"]["number"].as_u64()),
            (Some(*rule), line.map(u64::from)),
            "{json}"
        );
        assert_eq!(json["allowed"], json!(*code == 0));
        assert_eq!(json["for_model"].is_string(), *code != 0, "{json}");
    }
    assert!(!bench.path().join("state").exists(), "asking makes no store");
}

/// What is proposed is put into the policy and then allows what was asked for.
#[test]
fn what_would_allow_it_does() {
    for wish in ["tcp db.example.com:5432", "env LANG", "call echo"] {
        let bench = Bench::with("", &[WANTS]);
        let words: Vec<&str> =
            ["explain", "wants"].into_iter().chain(wish.split(' ')).chain(["--json"]).collect();
        let refused = bench.run(&words);
        std::fs::write(bench.policy(), refused.json()["allow"].as_str().unwrap()).unwrap();
        assert_eq!((refused.code(), bench.run(&words).code()), (3, 0), "{wish}");
    }
}

#[test]
fn what_cannot_be_asked_is_said_with_the_forms() {
    let bench = bench();
    for words in [&["wants", "jump"][..], &["wants", "read", "notes"], &["wants"], &[]] {
        let ended = bench.run(&[&["explain"], words].concat());
        assert_eq!(ended.code(), 2, "{words:?}");
    }
    let forms = bench.run(&["explain", "wants", "jump"]).err();
    assert!(forms.contains("METHOD URL") && forms.contains("secret NAME"), "{forms}");
    let unknown = bench.run(&["explain", "wonts", "state"]);
    assert!(unknown.code() == 2 && unknown.err().contains("wants"), "{}", unknown.err());
}

/// Serves, has `want` called, and gives the log.
fn log_of_a_call(bench: &Bench, format: &str) -> String {
    let mut command = bench.command(&[]);
    command.args(bench.words(&["serve", "--stdio"])).env("BULKHEAD_LOG_FORMAT", format);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({
        "name": "want", "arguments": { "url": "https://erp.example.com/api/orders" }, "_meta": meta,
    });
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{call}").unwrap();
    let mut answer = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut answer).unwrap();
    assert!(answer.contains("clock"), "{answer}");
    drop(input);
    String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap()
}

#[test]
fn a_recorded_refusal_is_explained() {
    let bench = Bench::with(POLICY, &[WANTS]);
    std::fs::create_dir(bench.path().join("notes")).unwrap();
    let log = log_of_a_call(&bench, "json");
    let refusal =
        log.lines().find(|line| line.contains("capability_denied") && line.contains("http")).unwrap();
    let event: serde_json::Value = serde_json::from_str(refusal).unwrap();
    assert_eq!(event["fields"]["wish"], "GET https://erp.example.com/api/orders");
    assert_eq!(
        (&event["fields"]["component"], &event["fields"]["rule"]),
        (&json!("wants"), &json!("http-path"))
    );

    let file = bench.path().join("refusal.json");
    std::fs::write(&file, format!("{refusal}\n")).unwrap();
    let words = ["explain", "--record", "refusal.json", "--json"];
    let explained = bench.run(&words);
    assert_eq!(explained.code(), 3, "{}", explained.err());
    let said = explained.json();
    assert_eq!((&said["rule"], &said["recorded"][0]), (&json!("http-path"), &json!("http-path")), "{said}");
    assert_eq!(said["allow"], event["fields"]["allow"]);

    // Under another policy, the record is the same and the decision is not.
    std::fs::write(bench.policy(), "[tools.wants]\nhttp = [\"GET https://erp.example.com/*\"]\n").unwrap();
    let explained = bench.run(&words);
    assert_eq!((explained.code(), &explained.json()["recorded"][0]), (0, &json!("http-path")));

    // From a pipe, with the rest of the log around it.
    let mut command = bench.command(&[]);
    command.args(bench.words(&["explain", "--record", "-"])).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(log.as_bytes()).unwrap();
    let piped = Ended::from(child.wait_with_output().unwrap());
    assert!(piped.code() == 3 && piped.out().contains("recorded"), "{}", piped.out());
}

#[test]
fn a_record_without_a_refusal_is_a_usage_error() {
    let bench = bench();
    for text in [
        "",
        "no JSON\n",
        "{\"fields\":{\"event\":\"ended\"}}\n",
        "{\"fields\":{\"event\":\"capability_denied\"}}\n",
    ] {
        std::fs::write(bench.path().join("log"), text).unwrap();
        let ended = bench.run(&["explain", "--record", "log"]);
        assert_eq!(ended.code(), 2, "{text}");
        assert!(ended.err().contains("has no refusal to explain"), "{}", ended.err());
    }
    assert_eq!(bench.run(&["explain", "--record", "nowhere"]).code(), 2);
}

/// A guest chooses what is recorded; a terminal that shows it does as it always does.
#[test]
fn a_record_cannot_deceive_who_reads() {
    let bench = bench();
    let event = json!({ "fields": {
        "event": "capability_denied", "component": "wants", "rule": "http-url-path",
        "reason": "bad\u{1b}[2K\rallowed: all\u{202e}",
    }});
    std::fs::write(bench.path().join("log"), event.to_string()).unwrap();
    let ended = bench.run(&["explain", "--record", "log"]);
    assert_eq!(ended.code(), 3);
    assert!(!ended.out().contains(['\u{1b}', '\r', '\u{202e}']), "{:?}", ended.out());
    assert!(
        ended.out().contains("http-url-path (Refused: the path can be read in two ways.)"),
        "{}",
        ended.out()
    );
}

#[test]
fn a_log_of_text_is_no_json() {
    let bench = Bench::with("", &[WANTS]);
    let log = log_of_a_call(&bench, "text");
    let refusal = log.lines().find(|line| line.contains("capability_denied")).unwrap();
    assert!(serde_json::from_str::<serde_json::Value>(refusal).is_err(), "{refusal}");
    assert!(refusal.contains("wish="), "{refusal}");
}
