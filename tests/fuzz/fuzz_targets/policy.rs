//! Any text as a policy file: refused with a place that exists, or understood so that it can be written down again.

#![no_main]

use std::fmt::{Display, Write};

use bulkhead_policy::{ComponentPolicy, EnvValue, Limits, Policy, PolicyError};
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
    let _ = writeln!(text, "[defaults.limits]\n{}", limits(&policy.component("").limits));
    for name in policy.component_names() {
        let _ = writeln!(text, "[tools.{name}]\n{}", component(policy.component(name)));
    }
    text
}

fn component(policy: &ComponentPolicy) -> String {
    let ComponentPolicy { grants, limits, only, prefix } = policy;
    let mut text = String::new();
    let _ = writeln!(text, "http = {}", rules(&grants.http));
    let _ = writeln!(text, "addresses = {}", rules(&grants.addresses));
    let directories = grants.directories.iter().map(|directory| {
        let (host, guest) = (quoted(&directory.host), quoted(&directory.guest));
        format!("{{ host = {host}, guest = {guest}, access = \"{}\" }}", directory.access.as_str())
    });
    let _ = writeln!(text, "fs = {}", list(directories));
    for (name, value) in &grants.environment {
        let _ = match value {
            EnvValue::Literal(value) => writeln!(text, "env.{name} = {}", quoted(value)),
            EnvValue::FromHost(from) => writeln!(text, "env.{name} = {{ from = \"{from}\" }}"),
        };
    }
    if let Some(only) = only {
        let _ = writeln!(text, "only = {}", rules(only));
    }
    if let Some(prefix) = prefix {
        let _ = writeln!(text, "prefix = \"{prefix}\"");
    }
    text + &self::limits(limits).lines().map(|line| format!("limits.{line}\n")).collect::<String>()
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
    } = limits;
    format!(
        "memory = {memory}\ntable_elements = {table_elements}\ninstances = {instances}\nfuel = {fuel}\n\
         deadline = \"{}ms\"\noutput = {output}\nlog_lines = {log_lines}\nlog_bytes = {log_bytes}\n\
         host_calls = {host_calls}\nhandles = {handles}\nhttp_requests = {http_requests}\n\
         http_request = {http_request}\nhttp_response = {http_response}\n",
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
