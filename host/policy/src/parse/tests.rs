#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::time::{Duration, SystemTime};

use crate::{Access, Clock, EnvValue, Limits, Policy, Quota, Randomness, SecretSource, StateGrant};

const WHOLE: &str = r#"
[host]
components = "tools"
listen = "127.0.0.1:7333"
metrics = "127.0.0.1:9464"
state = "sqlite:state/bulkhead.db"
concurrency = 5
queue = 6
stack = "1MiB"

[defaults.limits]
memory = "32MiB"
fuel = 1_000_000

[tools.fetch]
http = ["GET https://*/*", "POST https://api.example.com/v1/*"]
addresses = ["127.0.0.1:8080", "10.0.0.0/8"]
tcp = ["db.example.com:5432"]
secrets = { TOKEN = { file = "token", header = "X-Key", format = "k {}", to = "https://api.example.com" } }
state = { quota = "2KiB", keys = 3, life = "1h" }
calls = ["read_*"]
clock = 2026-01-01T00:00:00Z
random = 7
fs = [{ host = "notes", guest = "/notes", access = "write", quota = "1MiB", entries = 9 }, { host = "/srv/x", guest = "/x", access = "read" }]
env = { TZ = "UTC", LANG = { from = "HOST_LANG" }, EMPTY = "" }
only = ["read_file"]
prefix = "x_"
limits = { memory = "128MiB" }

[tools.plain]
"#;

#[test]
fn every_key_arrives() {
    let policy = Policy::parse(WHOLE).unwrap();
    assert_eq!(policy.host().components.as_deref(), Some("tools"));
    assert_eq!(policy.host().listen, Some("127.0.0.1:7333".parse().unwrap()));
    assert_eq!(policy.host().metrics, Some("127.0.0.1:9464".parse().unwrap()));
    assert_eq!(policy.host().state.as_deref(), Some("sqlite:state/bulkhead.db"));
    assert_eq!((policy.host().concurrency, policy.host().queue, policy.host().stack), (5, 6, 1 << 20));
    assert_eq!(policy.component_names().collect::<Vec<_>>(), ["fetch", "plain"]);

    let fetch = policy.component("fetch");
    let http: Vec<String> = fetch.grants.http.iter().map(ToString::to_string).collect();
    assert_eq!(http, ["GET https://*/*", "POST https://api.example.com/v1/*"]);
    let addresses: Vec<String> = fetch.grants.addresses.iter().map(ToString::to_string).collect();
    assert_eq!(addresses, ["127.0.0.1:8080", "10.0.0.0/8"]);
    let directories: Vec<_> =
        fetch.grants.directories.iter().map(|d| (d.host.as_str(), d.guest.as_str(), d.access)).collect();
    assert_eq!(directories, [("notes", "/notes", Access::Write), ("/srv/x", "/x", Access::Read)]);
    assert_eq!(fetch.grants.directories[0].quota, Some(Quota { bytes: 1 << 20, entries: 9 }));
    assert_eq!(fetch.grants.directories[1].quota, None);
    assert_eq!(fetch.grants.tcp, ["db.example.com:5432".parse().unwrap()]);
    assert_eq!(fetch.grants.calls, ["read_*".parse().unwrap()]);
    let token = &fetch.grants.secrets["TOKEN"];
    assert_eq!((token.header.as_str(), token.format.around("s").as_str()), ("x-key", "k s"));
    assert_eq!(token.source, SecretSource::File("token".to_owned()));
    assert_eq!(token.to.to_string(), "https://api.example.com");
    let life = Some(Duration::from_secs(3_600));
    assert_eq!(fetch.grants.state, Some(StateGrant { bytes: 2 << 10, keys: 3, life }));
    assert_eq!(fetch.grants.clock, Clock::Fixed(SystemTime::UNIX_EPOCH + Duration::from_secs(1_767_225_600)));
    assert_eq!(fetch.grants.random, Randomness::Seeded(7));
    assert_eq!(fetch.grants.environment["TZ"], EnvValue::Literal("UTC".to_owned()));
    assert_eq!(fetch.grants.environment["LANG"], EnvValue::FromHost("HOST_LANG".to_owned()));
    assert_eq!(fetch.grants.environment["EMPTY"], EnvValue::Literal(String::new()));
    assert!(fetch.offers("read_file") && !fetch.offers("write_file"));
    assert_eq!(fetch.prefix.as_deref(), Some("x_"));
    assert!(!fetch.grants.is_empty());
}

#[test]
fn limits_build_on_the_defaults() {
    let policy = Policy::parse(WHOLE).unwrap();
    let default = Limits { memory: 32 << 20, fuel: 1_000_000, ..Limits::default() };
    assert_eq!(policy.component("not_named").limits, default);
    assert_eq!(policy.component("plain").limits, default);
    assert_eq!(policy.component("fetch").limits, Limits { memory: 128 << 20, ..default });
}

/// The defaults hold wherever they stand in the file.
#[test]
fn the_order_of_tables_does_not_matter() {
    let policy = Policy::parse("[tools.a]\n[defaults.limits]\nfuel = 200_000\n").unwrap();
    assert_eq!(policy.component("a").limits.fuel, 200_000);
}

#[test]
fn every_limit_can_be_set() {
    let text = r#"
        [tools.x.limits]
        memory = "1MiB"
        table_elements = 2
        instances = 3
        fuel = 400_000
        deadline = "5ms"
        output = "6KiB"
        log_lines = 7
        log_bytes = 8192
        host_calls = 9_000
        handles = 0x10
        http_requests = 11
        http_request = "12B"
        http_response = "13KiB"
        http_traffic = "14KiB"
        connections = 15
        tcp_traffic = "16KiB"
        written = 17
        random = 180
        concurrency = 19
        rate = 20
    "#;
    let expected = Limits {
        memory: 1 << 20,
        table_elements: 2,
        instances: 3,
        fuel: 400_000,
        deadline: Duration::from_millis(5),
        output: 6 << 10,
        log_lines: 7,
        log_bytes: 8192,
        host_calls: 9_000,
        handles: 16,
        http_requests: 11,
        http_request: 12,
        http_response: 13 << 10,
        http_traffic: 14 << 10,
        connections: 15,
        tcp_traffic: 16 << 10,
        written: 17,
        random: 180,
        concurrency: 19,
        rate: 20,
    };
    assert_eq!(Policy::parse(text).unwrap().component("x").limits, expected);
}

#[test]
fn defaults_and_descriptions_are_within_the_bounds_of_the_file() {
    for limits in [Limits::default(), Limits::for_description()] {
        let Limits {
            memory,
            table_elements,
            instances,
            fuel,
            deadline,
            output,
            log_lines,
            log_bytes,
            host_calls,
            handles,
            http_requests,
            http_request,
            http_response,
            http_traffic,
            connections,
            tcp_traffic,
            written,
            random,
            concurrency,
            rate,
        } = limits;
        let text = format!(
            "[tools.x.limits]\nmemory = {memory}\ntable_elements = {table_elements}\ninstances = {instances}\n             fuel = {fuel}\ndeadline = \"{}ms\"\noutput = {output}\nlog_lines = {log_lines}\nlog_bytes = {log_bytes}\n             host_calls = {host_calls}\nhandles = {handles}\nhttp_requests = {http_requests}\n             http_request = {http_request}\nhttp_response = {http_response}\n\
             http_traffic = {http_traffic}\nconnections = {connections}\ntcp_traffic = {tcp_traffic}\n\
             written = {written}\nrandom = {random}\nconcurrency = {concurrency}\nrate = {rate}\n",
            deadline.as_millis()
        );
        assert_eq!(Policy::parse(&text).unwrap().component("x").limits, limits);
    }
}

/// Whatever the text, the answer is a policy or an error with a place in it.
#[test]
fn no_text_makes_it_panic() {
    for end in 0..WHOLE.len() {
        if let Err(error) = Policy::parse(&WHOLE[..end]) {
            assert!(error.place().line <= WHOLE.lines().count() + 1, "{error}");
        }
    }
    for junk in [
        "\u{feff}",
        "\0",
        "ü = [",
        "[tools.a]\nhttp = [\"\u{1f600} ü",
        "a.b.c = 1",
        "[[tools]]",
        "=",
        "\t\tx = 'ü'",
    ] {
        let _ = Policy::parse(junk).map_err(|error| error.to_string());
    }
}
