//! What `[host]` of the policy file says, in the program that reads it.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
};

use bulkhead_test_artifacts::{ECHO, KNOCK, SPIN, STATE};
use bulkhead_test_e2e::{Bench, Talk};
use serde_json::json;

#[test]
fn state_outlives_the_program() {
    let policy = "[host]\nstate = \"sqlite:state/kept.db\"\n[tools.state]\nstate = true\n";
    let bench = Bench::with(policy, &[STATE]);
    let written = bench.run(&["call", "remember", r#"{"key": "a", "value": "from before"}"#]);
    assert_eq!(written.code(), 0, "{}", written.err());
    assert!(bench.path().join("state/kept.db").is_file(), "relative to the policy file");
    let read = bench.run(&["call", "recall", r#"{"key": "a"}"#]);
    assert!(read.out().contains("from before"), "{}", read.out());
}

/// What a page of metrics says under these names and labels.
fn value(page: &str, series: &str) -> f64 {
    let line = page.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{series} is not in\n{page}")).parse().unwrap()
}

#[test]
fn metrics_count_calls_and_the_limits_that_they_reach() {
    // Free a moment ago, and nobody else here asks for one.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let limits = "fuel = 2_000_000, rate = 3";
    let policy = format!(
        "[host]\nmetrics = \"127.0.0.1:{port}\"\n[tools.spin]\nlimits = {{ {limits} }}\n[tools.knock]\nlimits = {{ host_calls = 2000 }}\n"
    );
    let bench = Bench::with(&policy, &[ECHO, SPIN, KNOCK]);
    let mut talk = Talk::start(&bench);
    let calls = [
        ("echo", json!({ "text": "a" })),
        ("spin", json!({ "rounds": 1 })),
        ("spin", json!({})),
        ("spin", json!({ "rounds": 1 })),
        ("spin", json!({ "rounds": 1 })),
        ("knock", json!({ "times": 3000 })),
        ("nothing", json!({})),
    ];
    for (id, (tool, arguments)) in (1..).zip(&calls) {
        talk.call(id, tool, arguments);
    }
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    talk.end();
    let calls = |component: &str, outcome: &str| {
        let labels = format!("component=\"{component}\",tool=\"{component}\",outcome=\"{outcome}\"");
        value(&page, &format!("bulkhead_calls_total{{{labels}}}"))
    };
    assert_eq!((calls("echo", "ok"), calls("spin", "ok"), calls("spin", "out_of_fuel")), (1.0, 2.0, 1.0));
    let reached = |component: &str, limit: &str| {
        value(&page, &format!("bulkhead_limit_reached_total{{component=\"{component}\",limit=\"{limit}\"}}"))
    };
    assert_eq!(
        (reached("spin", "fuel"), reached("spin", "rate"), reached("knock", "host_calls")),
        (1.0, 1.0, 1.0)
    );
    assert_eq!(value(&page, "bulkhead_refused_total{outcome=\"unknown_tool\"}"), 1.0);
    assert!(!page.contains("nothing"), "a name that a client made up is no label");
    assert!(value(&page, "bulkhead_fuel_total{component=\"spin\"}") >= 2_000_000.0);
}
