#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use bulkhead_policy::{Access, Directory, SecretGrant, SecretSource};

use super::*;

fn http(rule: &str) -> Addition {
    Addition::Http(rule.parse().unwrap())
}

fn directory(host: &str, guest: &str) -> Addition {
    Addition::Directory(Directory {
        host: host.to_owned(),
        guest: guest.to_owned(),
        access: Access::Read,
        quota: None,
    })
}

fn token() -> Addition {
    Addition::Secret(
        "TOKEN".to_owned(),
        SecretGrant {
            source: SecretSource::Environment("TOKEN".to_owned()),
            header: "authorization".to_owned(),
            format: "Bearer {}".parse().unwrap(),
            to: "https://erp.example.com".parse().unwrap(),
        },
    )
}

const STORE: Option<&str> = Some("sqlite:state/bulkhead.db");

fn made(text: &str, additions: &[Addition], store: Option<&str>) -> anyhow::Result<String> {
    Change { component: "fetch", additions, store }.made(text)
}

/// Each layout that a policy may have: what is there stays, and what is new is put where it belongs.
#[test]
fn a_grant_is_added_and_the_rest_stays() {
    let request = || vec![http("GET https://a.example/*")];
    let cases: Vec<(&str, Vec<Addition>, &str)> = vec![
        ("", request(), "[tools.fetch]\nhttp = [\"GET https://a.example/*\"]\n"),
        ("# Mine.\n", request(), "# Mine.\n[tools.fetch]\nhttp = [\"GET https://a.example/*\"]\n"),
        (
            "# Mine.\n[host]\nlisten = \"127.0.0.1:1\" # here\n\n[tools.data]\n\n# The end.\n",
            request(),
            "# Mine.\n[host]\nlisten = \"127.0.0.1:1\" # here\n\n[tools.data]\n\n[tools.fetch]\nhttp = [\"GET https://a.example/*\"]\n\n# The end.\n",
        ),
        (
            "[tools.fetch] # pages\nhttp = [\"GET https://b.example/*\"] # b\n[tools.data]\n",
            request(),
            "[tools.fetch] # pages\nhttp = [\"GET https://b.example/*\", \"GET https://a.example/*\"] # b\n[tools.data]\n",
        ),
        (
            "[tools.fetch]\nhttp = [ \"GET https://b.example/*\" ]\n",
            request(),
            "[tools.fetch]\nhttp = [ \"GET https://b.example/*\", \"GET https://a.example/*\" ]\n",
        ),
        (
            "[tools.fetch]\nhttp = [\n  \"GET https://b.example/*\", # b\n  \"GET https://c.example/*\", # c\n]\n",
            request(),
            "[tools.fetch]\nhttp = [\n  \"GET https://b.example/*\", # b\n  \"GET https://c.example/*\", # c\n  \"GET https://a.example/*\",\n]\n",
        ),
        (
            "[tools.fetch]\nhttp = [\n  # b\n  \"GET https://b.example/*\" # b\n]\n",
            request(),
            "[tools.fetch]\nhttp = [\n  # b\n  \"GET https://b.example/*\", # b\n  \"GET https://a.example/*\"\n]\n",
        ),
        ("[tools.fetch]\nhttp = []\n", request(), "[tools.fetch]\nhttp = [\"GET https://a.example/*\"]\n"),
        (
            "tools.fetch.prefix = \"a_\"\n",
            request(),
            "tools.fetch.prefix = \"a_\"\ntools.fetch.http = [\"GET https://a.example/*\"]\n",
        ),
        (
            "[tools]\nfetch = { prefix = \"a_\" }\n",
            request(),
            "[tools]\nfetch = { prefix = \"a_\", http = [\"GET https://a.example/*\"] }\n",
        ),
        (
            "tools = { data = {} }\n",
            request(),
            "tools = { data = {}, fetch = { http = [\"GET https://a.example/*\"] } }\n",
        ),
        (
            "[tools.fetch.limits]\ndeadline = \"5s\" # soon\n",
            request(),
            "[tools.fetch]\nhttp = [\"GET https://a.example/*\"]\n[tools.fetch.limits]\ndeadline = \"5s\" # soon\n",
        ),
        (
            "[[tools.fetch.fs]]\nhost = \"a\" # first\nguest = \"/a\"\naccess = \"read\"\n",
            vec![directory("b", "/b")],
            "[[tools.fetch.fs]]\nhost = \"a\" # first\nguest = \"/a\"\naccess = \"read\"\n\n[[tools.fetch.fs]]\nhost = \"b\"\nguest = \"/b\"\naccess = \"read\"\n",
        ),
        (
            "[tools.fetch]\nenv = { TZ = \"UTC\" }\n",
            vec![Addition::Variable("LANG".to_owned())],
            "[tools.fetch]\nenv = { TZ = \"UTC\", LANG = { from = \"LANG\" } }\n",
        ),
        (
            "[tools.fetch.env]\nTZ = \"UTC\" # always\n",
            vec![Addition::Variable("LANG".to_owned())],
            "[tools.fetch.env]\nTZ = \"UTC\" # always\nLANG = { from = \"LANG\" }\n",
        ),
        (
            "",
            vec![token()],
            "[tools.fetch]\nsecrets = { TOKEN = { env = \"TOKEN\", header = \"Authorization\", format = \"Bearer {}\", to = \"https://erp.example.com\" } }\n",
        ),
        (
            "[host]\nstate = \"sqlite:s.db\"\n[tools.fetch]\nstate = false # not yet\n",
            vec![Addition::State],
            "[host]\nstate = \"sqlite:s.db\"\n[tools.fetch]\nstate = true # not yet\n",
        ),
    ];
    for (before, additions, after) in cases {
        let made = made(before, &additions, None).unwrap_or_else(|error| panic!("{before}: {error:#}"));
        assert_eq!(made, after, "{before}");
    }
}

#[test]
fn a_store_is_named_where_there_is_none() {
    let made = made("[tools.data]\n", &[Addition::State], STORE).unwrap();
    let policy = Policy::parse(&made).unwrap();
    assert_eq!(policy.host().state.as_deref(), STORE);
    assert!(policy.component("fetch").grants.state.is_some());
    assert!(policy.component("data").grants.state.is_none());
}

#[test]
fn what_would_be_no_policy_is_not_made() {
    let cases = [
        // No store.
        ("", Addition::State, "state"),
        // One within the other.
        (
            "[tools.fetch]\nfs = [{ host = \"a\", guest = \"/a\", access = \"read\" }]\n",
            directory("b", "/a/b"),
            "one within the other",
        ),
        // No name of a variable.
        ("", Addition::Variable("A B".to_owned()), "no name of a variable"),
        // No policy before.
        ("[tolls]\n", http("GET https://a.example/*"), "not a known key"),
    ];
    for (text, addition, problem) in cases {
        let error = made(text, &[addition], None).unwrap_err();
        assert!(format!("{error:#}").contains(problem), "{text}: {error:#}");
    }
}

/// A key that is there already would be replaced, which takes a grant away.
#[test]
fn what_would_change_something_else_is_not_made() {
    let text = "[tools.fetch]\nstate = { quota = \"2MiB\" }\n[host]\nstate = \"sqlite:mine.db\"\n";
    assert_eq!(made(text, &[], None).unwrap(), text);
    assert!(made(text, &[Addition::State], STORE).is_ok(), "it is what is asked for");
    let twice = [http("GET https://a.example/*"), http("GET https://a.example/*")];
    assert!(format!("{:#}", made("", &twice, None).unwrap_err()).contains("twice"));
    let change = Change { component: "fetch", additions: &[Addition::State], store: None };
    let before = Policy::parse(text).unwrap();
    for other in [
        "[tools.fetch]\nstate = true\nprefix = \"a_\"\n[host]\nstate = \"sqlite:mine.db\"\n",
        "[tools.fetch]\nstate = true\n[host]\nstate = \"sqlite:other.db\"\n",
        "[tools.fetch]\nstate = true\ntcp = [\"a.example:1\"]\n[host]\nstate = \"sqlite:mine.db\"\n",
        "[tools.fetch]\nstate = true\n[tools.data]\n[host]\nstate = \"sqlite:mine.db\"\n",
        "[tools.fetch]\nstate = true\n[defaults.limits]\nfuel = 200_000\n[host]\nstate = \"sqlite:mine.db\"\n",
    ] {
        assert!(!change.is_all(&before, &Policy::parse(other).unwrap()), "{other}");
    }
}

#[test]
fn a_line_is_found_by_what_is_written_there() {
    let text = "# one\n[tools.fetch]\nhttp = [\n  \"GET https://a.example/*\",\n  \"GET https://b.example/*\",\n]\n\
                fs = [{ host = \"x\", guest = \"/x\", access = \"read\" }]\nstate = true\n\
                [tools.fetch.env]\nTZ = \"UTC\"\n";
    let line = |key: &str, is: &str| {
        let line = line_of(text, "fetch", key, &|written| is.is_empty() || written == is)?;
        Some((line.number, line.text))
    };
    assert_eq!(line("http", "GET https://b.example/*"), Some((5, "\"GET https://b.example/*\"".to_owned())));
    assert_eq!(line("fs", "/x").map(|(number, _)| number), Some(7));
    assert_eq!(line("state", ""), Some((8, "state = true".to_owned())));
    assert_eq!(line("env", "TZ"), Some((10, "TZ = \"UTC\"".to_owned())));
    assert_eq!(line("env", "LANG"), None);
    assert_eq!(line_of(text, "data", "http", &|_| true), None);
}
