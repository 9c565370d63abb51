//! `bulkhead grant`: what is asked for, what is written, and what is left as it is.

use std::{fs, os::unix::fs::PermissionsExt};

use bulkhead_schema::{Capability, Request, section};
use bulkhead_test_artifacts::{BOASTS, ECHO, WANTS};
use bulkhead_test_e2e::{Bench, Ended};

/// What the author of `wants` asks for and does not call optional.
const ALL: &str = r#"[host]
state = "sqlite:state/bulkhead.db"

[tools.wants]
http = ["GET https://erp.example.com/api/*"]
fs = [{ host = "notes", guest = "/notes", access = "write" }]
env = { LANG = { from = "LANG" } }
secrets = { ERP_TOKEN = { env = "TOKEN", header = "Authorization", format = "Bearer {}", to = "https://erp.example.com" } }
tcp = ["db.example.com:5432"]
calls = ["echo"]
state = true
"#;

const PLACES: [&str; 4] = ["--dir-for", "/notes=notes", "--secret", "ERP_TOKEN=env:TOKEN"];

fn wants(policy: &str) -> Bench {
    let bench = Bench::with(policy, &[WANTS, ECHO]);
    fs::create_dir(bench.path().join("notes")).unwrap();
    bench
}

fn policy(bench: &Bench) -> String {
    fs::read_to_string(bench.policy()).unwrap()
}

fn grant(bench: &Bench, tool: &str, more: &[&str]) -> Ended {
    bench.run(&[&["grant", tool], more].concat())
}

#[test]
fn what_is_missing_is_written_and_nothing_else() {
    let bench = wants("# Mine.\n");
    // By the name of its tool as well as by its own.
    let written = grant(&bench, "want", &[&["--yes"], &PLACES[..]].concat());
    assert_eq!(written.code(), 0, "{}", written.err());
    assert_eq!(policy(&bench), format!("# Mine.\n{ALL}"));
    let said = written.out();
    assert!(
        said.contains("missing: secret ERP_TOKEN for https://erp.example.com\n      To sign in."),
        "{said}"
    );
    assert!(said.contains("missing, optional: directory /docs to read"), "{said}");
    assert!(said.contains("Left out: directory /docs to read, which is optional"), "{said}");

    let again = grant(&bench, "wants", &["--yes"]);
    assert_eq!((again.code(), policy(&bench)), (0, format!("# Mine.\n{ALL}")));
    assert!(again.out().contains("granted: http GET https://erp.example.com/api/*"), "{}", again.out());
    assert!(!bench.path().join("state").exists(), "looking makes no store");
}

#[test]
fn the_optional_is_granted_when_it_is_asked_for() {
    let bench = wants(ALL);
    let word = grant(&bench, "wants", &["--yes", "--optional", "--json"]);
    assert_eq!(word.code(), 0, "{}", word.err());
    let said = word.json();
    // No directory was named for the other one.
    assert!(said["written"].as_str().unwrap().contains("GET https://*.example.org/*"), "{said}");
    assert!(!policy(&bench).contains("/docs"), "{}", policy(&bench));
    let standings: Vec<_> =
        said["requests"].as_array().unwrap().iter().map(|r| r["standing"].clone()).collect();
    assert_eq!(standings.iter().filter(|s| **s == "missing").count(), 2, "{said}");

    // Who names a directory wants it.
    assert_eq!(grant(&bench, "wants", &["--yes", "--dir-for", "/docs=notes"]).code(), 0);
    assert!(
        policy(&bench).contains(r#"{ host = "notes", guest = "/docs", access = "read" }"#),
        "{}",
        policy(&bench)
    );
}

#[test]
fn a_file_is_made_where_there_is_none() {
    let bench = wants("");
    fs::remove_file(bench.policy()).unwrap();
    let made = grant(&bench, "wants", &[&["--yes"], &PLACES[..]].concat());
    assert_eq!((made.code(), policy(&bench)), (0, ALL.to_owned()), "{}", made.err());
}

#[test]
fn nothing_is_written_without_a_yes_or_with_a_word_too_few() {
    let bench = wants("# Mine.\n");
    let cases: [(&[&str], &str); 7] = [
        (&[], "--yes"),
        (&["--yes"], "--dir-for /notes="),
        (&["--yes", "--dir-for", "/notes=notes"], "--secret ERP_TOKEN="),
        (&["--yes", "--dir-for", "/notes=nowhere", "--secret", "ERP_TOKEN=env:TOKEN"], "nowhere"),
        (&["--yes", "--dir-for", "/notes=notes", "--secret", "ERP_TOKEN=token"], "env:VARIABLE"),
        (&["--yes", "--dir-for", "/nodes=notes"], "is for no directory that is missing"),
        (&["--yes", "--secret", "/notes=env:TOKEN"], "is for no secret that is missing"),
    ];
    for (words, says) in cases {
        let ended = grant(&bench, "wants", words);
        assert_eq!(ended.code(), 2, "{words:?}: {}", ended.err());
        assert!(ended.err().contains(says), "{words:?}: {}", ended.err());
        assert_eq!(policy(&bench), "# Mine.\n");
    }
    let unknown = grant(&bench, "wamts", &["--yes"]);
    assert_eq!(unknown.code(), 2);
    assert!(unknown.err().contains("wants"), "{}", unknown.err());
}

/// What an operator wrote down was a choice.
#[test]
fn what_was_written_down_stays() {
    let mine = r#"# The accounts.
[host]
state = "sqlite:mine.db" # on the fast disk

[defaults.limits]
deadline = "5s"

[tools.wants] # Ada asked for it
only = ["want"]
limits = { fuel = 1_000_000 }
http = [
  # reading only
  "GET https://erp.example.com/api/invoices/*", # no orders
]
fs = [{ host = "notes", guest = "/notes", access = "read" }]
env = { LANG = "C" }

[tools.echo]
"#;
    let bench = wants(mine);
    fs::set_permissions(bench.policy(), PermissionsExt::from_mode(0o640)).unwrap();
    let written = grant(&bench, "wants", &["--yes", "--secret", "ERP_TOKEN=keyring:erp"]);
    assert_eq!(written.code(), 0, "{}", written.err());
    let said = written.out();
    assert!(said.contains("granted in part (GET https://erp.example.com/api/invoices/*)"), "{said}");
    assert!(said.contains("granted in part (/notes to read)"), "{said}");
    let added = r#"env = { LANG = "C" }
secrets = { ERP_TOKEN = { keyring = "erp", header = "Authorization", format = "Bearer {}", to = "https://erp.example.com" } }
tcp = ["db.example.com:5432"]
calls = ["echo"]
state = true
"#;
    assert_eq!(policy(&bench), mine.replace("env = { LANG = \"C\" }\n", added));
    assert_eq!(fs::metadata(bench.policy()).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn a_person_is_asked_at_the_terminal() {
    let bench = wants("");
    let no = bench.at_terminal(&["grant", "wants"], "notes\nenv:TOKEN\nn\nn\nno\n");
    assert_eq!((no.code(), policy(&bench)), (1, String::new()), "{}", no.out());
    // A directory that is not there is asked for again.
    let yes = bench.at_terminal(&["grant", "wants"], "nowhere\nnotes\nenv:TOKEN\nn\nn\ny\n");
    assert_eq!((yes.code(), policy(&bench)), (0, ALL.to_owned()), "{}", yes.out());
    assert!(
        yes.out().contains("Also grant directory /docs to read, which is optional? [y/N]"),
        "{}",
        yes.out()
    );
    let gone = bench.at_terminal(&["grant", "wants"], "y\n\u{4}");
    assert_eq!(policy(&bench), ALL, "{}", gone.out());
}

/// A component whose words could say something else at a terminal does not serve, and saying so is no way to say it.
#[test]
fn an_author_cannot_deceive_who_reads() {
    for words in ["HOME\u{1b}[2K\rgranted:nothing", "\u{202e}EMOH", "HO\u{200b}ME"] {
        let bench = Bench::with("", &[BOASTS]);
        let file = bench.components().join("boasts.wasm");
        let component = fs::read(&file).unwrap();
        let mut catalog = section::read(&component).unwrap().unwrap();
        catalog.info.requests.push(Request {
            capability: Capability::Environment(words.to_owned()),
            reason: "Because.".to_owned(),
            optional: false,
        });
        fs::write(&file, section::embed(&component, &catalog).unwrap()).unwrap();
        for command in [&["grant", "boasts", "--yes"][..], &["check"], &["inspect", file.to_str().unwrap()]] {
            let ended = bench.run(command);
            let said = format!("{}{}", ended.out(), ended.err());
            assert!(!said.contains(['\u{1b}', '\r', '\u{202e}', '\u{200b}']), "{command:?}: {said:?}");
            assert_ne!(ended.code(), 0, "{command:?}: {said}");
        }
        assert_eq!(policy(&bench), "");
    }
}
