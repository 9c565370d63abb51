//! Any text as a policy file: refused with a place that exists, or understood so that it can be written down again.

#![no_main]

use std::fmt::{Display, Write};

use bulkhead_policy::{
    Callers, Clock, ComponentPolicy, Directory, EnvValue, Limits, Policy, PolicyError, Quota, Randomness,
    SecretGrant, SecretSource, StateGrant, Ways,
};
use libfuzzer_sys::fuzz_target;
use toml::Value;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    match Policy::parse(&text) {
        Ok(policy) => understood(&policy),
        Err(error) => refused(&text, &error),
    }
});

fn refused(text: &str, error: &PolicyError) {
    let place = error.place();
    let line = text.split('\n').nth(place.line - 1).expect("the line is there");
    assert_eq!(place.text.trim_end_matches('\r'), line.trim_end_matches('\r'), "line {}", place.line);
    let length = line.chars().count();
    assert!((1..=length + 1).contains(&place.column), "column {} of {line:?}", place.column);
    assert!(place.column - 1 + place.width <= length + 1, "{} wide in {line:?}", place.width);
    let shown = error.to_string();
    assert!(shown.starts_with(&format!("line {}, column {}: ", place.line, place.column)), "{shown}");
    assert!(shown.contains("\nexample:\n"), "{shown}");
}

/// What is understood is written down again, and means the same.
fn understood(policy: &Policy) {
    let text = written(policy);
    let again = Policy::parse(&text).unwrap_or_else(|error| panic!("{error}\nin\n{text}"));
    assert_eq!(again.host(), policy.host(), "{text}");
    assert!(again.component_names().eq(policy.component_names()), "{text}");
    for name in policy.component_names() {
        assert_eq!(again.component(name), policy.component(name), "{text}");
    }
    // No component has an empty name, so that this is one which the file does not name.
    let unnamed = policy.component("");
    assert!(!policy.names("") && unnamed.grants.is_empty());
    assert_eq!(again.component(""), unnamed, "{text}");
}

fn written(policy: &Policy) -> String {
    let mut text = String::from("[host]\n");
    let host = policy.host();
    if let Some(components) = &host.components {
        let _ = writeln!(text, "components = {}", quoted(components));
    }
    if let Some(listen) = host.listen {
        let _ = writeln!(text, "listen = \"{listen}\"");
    }
    if let Some(metrics) = host.metrics {
        let _ = writeln!(text, "metrics = \"{metrics}\"");
    }
    if let Some(state) = &host.state {
        let _ = writeln!(text, "state = {}", quoted(state));
    }
    let (concurrency, queue, stack) = (host.concurrency, host.queue, host.stack);
    let _ = writeln!(text, "concurrency = {concurrency}\nqueue = {queue}\nstack = \"{stack}B\"");
    let _ = writeln!(text, "[defaults.limits]\n{}", limits(&policy.component("").limits));
    for name in policy.component_names() {
        let _ = writeln!(text, "[tools.{name}]\n{}", component(policy.component(name)));
    }
    text
}

/// A list for all functions, or a table by function: the file has one of them.
fn callers_of(callers: &Callers) -> String {
    let list_of = |ways: &Ways| {
        let ways = [(ways.direct, "direct"), (ways.code, "code")].into_iter().filter(|(may, _)| *may);
        list(ways.map(|(_, way)| quoted(way)))
    };
    if callers.functions.is_empty() {
        return list_of(&callers.all);
    }
    let functions =
        callers.functions.iter().map(|(name, ways)| format!("{} = {}", quoted(name), list_of(ways)));
    format!("{{ {} }}", functions.collect::<Vec<_>>().join(", "))
}

fn component(policy: &ComponentPolicy) -> String {
    let ComponentPolicy { grants, limits, only, prefix, callers } = policy;
    let mut text = String::new();
    let _ = writeln!(text, "http = {}", rules(&grants.http));
    let _ = writeln!(text, "tcp = {}", rules(&grants.tcp));
    let _ = writeln!(text, "calls = {}", rules(&grants.calls));
    let _ = writeln!(text, "addresses = {}", rules(&grants.addresses));
    let _ = writeln!(text, "fs = {}", list(grants.directories.iter().map(directory)));
    for (name, grant) in &grants.secrets {
        let _ = writeln!(text, "secrets.{name} = {}", secret(grant));
    }
    if let Some(StateGrant { bytes, keys, life }) = &grants.state {
        let life = life.map(|life| format!(", life = \"{}ms\"", life.as_millis())).unwrap_or_default();
        let _ = writeln!(text, "state = {{ quota = \"{bytes}B\", keys = {keys}{life} }}");
    }
    if let Clock::Fixed(time) = grants.clock {
        let _ = writeln!(text, "clock = {}", jiff::Timestamp::try_from(time).expect("it was one"));
    }
    if let Randomness::Seeded(seed) = grants.random {
        let _ = writeln!(text, "random = {seed}");
    }
    for (name, value) in &grants.environment {
        let _ = match value {
            EnvValue::Literal(value) => writeln!(text, "env.{name} = {}", quoted(value)),
            EnvValue::FromHost(from) => writeln!(text, "env.{name} = {{ from = \"{from}\" }}"),
        };
    }
    let _ = writeln!(text, "callers = {}", callers_of(callers));
    if let Some(only) = only {
        let _ = writeln!(text, "only = {}", rules(only));
    }
    if let Some(prefix) = prefix {
        let _ = writeln!(text, "prefix = \"{prefix}\"");
    }
    text + &self::limits(limits).lines().map(|line| format!("limits.{line}\n")).collect::<String>()
}

fn directory(directory: &Directory) -> String {
    let (host, guest) = (quoted(&directory.host), quoted(&directory.guest));
    let quota = match directory.quota {
        None => String::new(),
        // A quota of entries alone.
        Some(Quota { bytes: u64::MAX, entries }) => format!(", entries = {entries}"),
        Some(Quota { bytes, entries }) => format!(", quota = \"{bytes}B\", entries = {entries}"),
    };
    format!("{{ host = {host}, guest = {guest}, access = \"{}\"{quota} }}", directory.access.as_str())
}

fn secret(grant: &SecretGrant) -> String {
    let SecretGrant { source, header, format, to } = grant;
    let source = match source {
        SecretSource::Environment(name) => format!("env = {}", quoted(name)),
        SecretSource::File(path) => format!("file = {}", quoted(path)),
        SecretSource::Keyring(entry) => format!("keyring = {}", quoted(entry)),
    };
    let format = quoted(&format.to_string());
    format!("{{ {source}, header = {}, format = {format}, to = \"{to}\" }}", quoted(header))
}

fn limits(limits: &Limits) -> String {
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
    format!(
        "memory = {memory}\ntable_elements = {table_elements}\ninstances = {instances}\nfuel = {fuel}\n\
         deadline = \"{}ms\"\noutput = {output}\nlog_lines = {log_lines}\nlog_bytes = {log_bytes}\n\
         host_calls = {host_calls}\nhandles = {handles}\nhttp_requests = {http_requests}\n\
         http_request = {http_request}\nhttp_response = {http_response}\nhttp_traffic = {http_traffic}\n\
         connections = {connections}\ntcp_traffic = {tcp_traffic}\nwritten = {written}\nrandom = {random}\n\
         concurrency = {concurrency}\nrate = {rate}\n",
        deadline.as_millis()
    )
}

/// Rules and names are put between quotes as they are: they must not be able to end them.
fn rules(rules: &[impl Display]) -> String {
    list(rules.iter().map(|rule| format!("\"{rule}\"")))
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}
