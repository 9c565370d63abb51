//! Each limit of the policy: a call that goes through without the line, and is stopped by it.

use std::fs;

use bulkhead_test_artifacts::{CHATTER, DICE, ECHO, FILES, FLOOD, HOARD, HTTP, KNOCK, QUOTA, SLEEP, SPIN};
use bulkhead_tests_pipeline::Web;
use serde_json::{Value, json};

use crate::house::{House, Plan};

/// A limit, and a call that reaches it.
struct Case {
    limit: &'static str,
    guest: &'static str,
    tool: &'static str,
    arguments: Value,
    code: &'static str,
}

fn case(
    limit: &'static str,
    guest: &'static str,
    tool: &'static str,
    arguments: Value,
    code: &'static str,
) -> Case {
    Case { limit, guest, tool, arguments, code }
}

fn cases() -> Vec<Case> {
    vec![
        case("memory = \"8MiB\"", HOARD, "hoard", json!({ "mebibytes": 20 }), "out_of_memory"),
        // A component that is larger than it may be does not get to its first instruction.
        case("table_elements = 1", ECHO, "kinds", json!({}), "out_of_table"),
        case("instances = 1", ECHO, "kinds", json!({}), "too_many_instances"),
        case("fuel = 1_000_000", SPIN, "spin", json!({ "rounds": 10_000_000 }), "out_of_fuel"),
        case("deadline = \"50ms\"", SLEEP, "sleep", json!({ "milliseconds": 300 }), "deadline"),
        case("output = \"4KiB\"", FLOOD, "flood", json!({ "bytes": 5000 }), "output_too_large"),
        case("host_calls = 2000", KNOCK, "knock", json!({ "times": 3000 }), "too_many_host_calls"),
        case("handles = 32", FILES, "open", json!({ "path": "/data/a", "times": 60 }), "too_many_handles"),
        case(
            "random = \"4KiB\"",
            DICE,
            "dice",
            json!({ "source": "secure", "bytes": 5000, "times": 1 }),
            "too_much_random",
        ),
        case(
            "written = \"4B\"",
            FILES,
            "write",
            json!({ "path": "/data/b", "text": "alpha" }),
            "too_much_written",
        ),
    ]
}

async fn house(guest: &str, policy: &str) -> House {
    let fs = "fs = [{ host = \"data\", guest = \"/data\", access = \"write\" }]";
    let house = Plan::of(guest).policy(format!("{policy}\n[tools.files]\n{fs}")).open().await;
    fs::create_dir(house.path("data")).unwrap();
    fs::write(house.path("data/a"), "alpha").unwrap();
    house
}

#[tokio::test]
async fn every_limit_stops_the_call_that_goes_through_without_it() {
    for Case { limit, guest, tool, arguments, code } in cases() {
        let without = house(guest, "").await.call(tool, arguments.clone()).await;
        assert!(without.is_ok(), "without {limit}: {:?}", without.unwrap_err());
        let with = house(guest, &format!("[defaults.limits]\n{limit}")).await;
        assert_eq!(with.code(tool, arguments.clone()).await, code, "{limit}");
        assert_eq!(with.notes.told().last().unwrap(), &format!("ended {code}"), "{limit}");
    }
}

/// The limits of one component hold for that component, and go before the ones for all.
#[tokio::test]
async fn limits_of_one_component() {
    let policy = "[defaults.limits]\nfuel = 1_000_000\n[tools.spin]\nlimits = { fuel = 1_000_000_000 }";
    let house = Plan::of(SPIN).and(HOARD).policy(policy).open().await;
    house.text("spin", json!({ "rounds": 10_000_000 })).await;
    assert_eq!(house.code("hoard", json!({ "mebibytes": 20 })).await, "out_of_fuel");
}

/// A log that is too long is no failure: what is too much is dropped, and counted.
#[tokio::test]
async fn log_lines_and_log_bytes() {
    let arguments = json!({ "lines": 20, "width": 100 });
    for (limit, kept) in [("", 20), ("log_lines = 5", 5), ("log_bytes = \"1KiB\"", 9)] {
        let house = Plan::of(CHATTER).policy(format!("[defaults.limits]\n{limit}")).open().await;
        let usage = house.call("chatter", arguments.clone()).await.unwrap().usage;
        assert_eq!(usage.log_lines, kept, "{limit}");
        assert_eq!(house.notes.lines().len(), kept as usize, "{limit}");
        assert_eq!(usage.log_dropped > 0, kept < 20, "{limit}: {usage:?}");
    }
}

/// These stop a request and not the call: the guest is told, and may answer for it.
#[tokio::test]
async fn limits_of_requests() {
    let web = Web::start().await.unwrap();
    let url = |path: &str| format!("http://127.0.0.1:{}/open/{path}", web.port);
    let often = json!({ "url": url("hello"), "times": 3 });
    let large = json!({ "url": url("large"), "times": 1 });
    let upload = json!({ "method": "POST", "url": url("form"), "body": 3000 });
    let cases = [
        ("http_requests = 2", "http_often", often, "http_limit"),
        ("http_response = \"64KiB\"", "http_often", large, "too_large"),
        ("http_request = \"2KiB\"", "http", upload, "too_large"),
    ];
    for (limit, tool, arguments, code) in cases {
        let house = |limit: &str| {
            let grants = "http = [\"GET,POST http://*:*/*\"]\naddresses = [\"127.0.0.1\"]";
            Plan::of(HTTP).policy(format!("[tools.http]\n{grants}\nlimits = {{ {limit} }}")).open()
        };
        let without = house("").await.call(tool, arguments.clone()).await;
        assert!(without.is_ok(), "without {limit}: {:?}", without.unwrap_err());
        assert_eq!(house(limit).await.code(tool, arguments).await, code, "{limit}");
    }
}

/// A guest that does not cope with being refused has the limit's own code, and not that of a crash.
#[tokio::test]
async fn limits_of_requests_that_end_the_call() {
    let web = Web::start().await.unwrap();
    let url = |path: &str| format!("http://127.0.0.1:{}/open/{path}", web.port);
    let insist = |path: &str, times: u32, body: u32| json!({ "method": if body > 0 { "POST" } else { "GET" }, "url": url(path), "times": times, "body": body });
    let cases = [
        ("http_requests = 2", "http_insist", insist("hello", 3, 0), "too_many_http_requests"),
        ("http_request = \"2KiB\"", "http_insist", insist("form", 1, 3000), "http_request_too_large"),
        ("http_response = \"64KiB\"", "http_insist", insist("large", 1, 0), "http_response_too_large"),
        ("http_traffic = \"150KiB\"", "http_insist", insist("large", 2, 0), "too_much_http"),
        ("http_traffic = \"4KiB\"", "http_insist", insist("form", 2, 3000), "too_much_http"),
        ("connections = 2", "http_hold", json!({ "url": url("large"), "times": 3 }), "too_many_connections"),
    ];
    for (limit, tool, arguments, code) in cases {
        let house = |limit: &str| {
            let grants = "http = [\"GET,POST http://*:*/*\"]\naddresses = [\"127.0.0.1\"]";
            Plan::of(HTTP).policy(format!("[tools.http]\n{grants}\nlimits = {{ {limit} }}")).open()
        };
        let without = house("").await.call(tool, arguments.clone()).await;
        assert!(without.is_ok(), "without {limit}: {:?}", without.unwrap_err());
        let with = house(limit).await;
        assert_eq!(with.code(tool, arguments).await, code, "{limit}");
        assert_eq!(with.notes.told().last().unwrap(), &format!("ended {code}"), "{limit}");
    }
}

/// Each way into a file. What is written counts, and so does what a file grows by when its size is set.
#[tokio::test]
async fn every_way_of_writing_counts() {
    let ways = ["write", "stream", "stream-slowly", "append", "zeroes", "size"];
    for way in ways {
        let house = |limits: &str| {
            let fs = "fs = [{ host = \".\", guest = \"/data\", access = \"write\" }]";
            Plan::of(QUOTA).policy(format!("[tools.quota]\n{fs}\nlimits = {{ {limits} }}")).open()
        };
        let fill = |bytes: u64| json!({ "directory": "/data", "file": "f", "bytes": bytes, "way": way });
        let without = house("").await;
        let usage = without.call("fill", fill(40_960)).await.unwrap().usage;
        assert_eq!(usage.written, 40_960, "{way}");
        // It was as long as that already: nothing of it is new, whatever it costs to write.
        let again = without.call("fill", fill(40_960)).await.unwrap().usage;
        assert_eq!(again.written, if way == "size" { 0 } else { 40_960 }, "{way}");
        let with = house("written = \"32KiB\"").await;
        let error = with.refusal("fill", fill(40_960)).await;
        assert_eq!(error.code, "too_much_written", "{way}");
        assert!(error.message.contains("32768 bytes"), "{}", error.message);
        assert!(fs::metadata(with.path("f")).unwrap().len() <= 32 << 10, "{way}");
        with.text("fill", fill(32 << 10)).await;
    }
}
