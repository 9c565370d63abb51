//! What several commands print.

use std::io::{IsTerminal, Write};

use serde::Serialize;
use serde_json::{Value, json};

use bulkhead_dispatch::{Catalog, Component, Policy};
use bulkhead_policy::{ComponentPolicy, EnvValue, Offer};
use bulkhead_sandbox::neutral;

/// Writes a line, or several, to standard output. What a component says of itself is in some of them, and must not move the
/// cursor of whoever reads it. A reader that has gone away is no reason to fail.
pub fn line(text: impl std::fmt::Display) {
    let _ = writeln!(std::io::stdout(), "{}", plain(&text.to_string()));
}

/// Writes what a tool answered to standard output: as it is for a program, and as [`line()`] does for a person.
pub fn answer(text: &str) {
    let mut out = std::io::stdout();
    let text = if out.is_terminal() { plain(text) } else { text.to_owned() };
    let _ = writeln!(out, "{text}");
}

/// A text of several lines, each of which a terminal can show.
pub fn plain(text: &str) -> String {
    text.split('\n').map(neutral).collect::<Vec<_>>().join("\n")
}

/// Writes all of a text to standard output. A reader that has gone away is no reason to fail; a full disk is.
pub fn all(text: &[u8]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Writes a value as JSON to standard output.
pub fn json(value: &impl Serialize) {
    let _ = writeln!(std::io::stdout(), "{}", serde_json::to_string_pretty(value).unwrap_or_default());
}

/// What a component is granted, a line each; "nothing" when it is nothing.
pub fn grants(component: &ComponentPolicy) -> Vec<String> {
    let grants = &component.grants;
    let mut lines: Vec<String> = grants.http.iter().map(|rule| format!("http  {rule}")).collect();
    lines.extend(grants.tcp.iter().map(|rule| format!("tcp   {rule}")));
    lines.extend(grants.addresses.iter().map(|rule| format!("addr  {rule}")));
    lines.extend(grants.secrets.iter().map(|(name, secret)| format!("secret {name} for {}", secret.to)));
    lines.extend(
        grants.directories.iter().map(|d| format!("fs    {} as {} ({})", d.host, d.guest, d.access.as_str())),
    );
    lines.extend(grants.environment.iter().map(|(name, value)| match value {
        EnvValue::Literal(value) => format!("env   {name}={value}"),
        EnvValue::FromHost(from) => format!("env   {name} from the host's {from}"),
    }));
    lines.extend(
        grants.state.iter().map(|state| format!("state {} bytes in {} keys", state.bytes, state.keys)),
    );
    lines.extend(grants.calls.iter().map(|pattern| format!("call  {pattern}")));
    if lines.is_empty() {
        lines.push("nothing".to_owned());
    }
    lines
}

/// The first sentence or line of a description.
pub fn brief(text: &str) -> &str {
    let line = text.trim().lines().next().unwrap_or_default();
    line.split_inclusive(". ").next().unwrap_or(line).trim_end()
}

/// The catalog, for a person.
pub fn catalog(catalog: &Catalog, policy: &Policy, write: &mut dyn Write) -> std::io::Result<()> {
    for component in catalog.components() {
        writeln!(
            write,
            "{} {}  {}",
            component.name,
            neutral(&component.info.version),
            neutral(brief(&component.info.description))
        )?;
        for tool in catalog.tools().filter(|tool| tool.component.name == component.name) {
            let hidden = !policy.component(&component.name).offers(&tool.guest_name);
            let mark = if hidden { " (not offered)" } else { "" };
            writeln!(write, "  {:<20} {}{mark}", tool.name(), neutral(brief(&tool.definition.description)))?;
        }
        let shown = policy.component(&component.name);
        for prompt in catalog.prompts().filter(|prompt| prompt.component.name == component.name) {
            let mark = if shown.offers(Offer::Prompts.function()) { "" } else { " (not offered)" };
            let about = prompt.definition.description.as_deref().unwrap_or_default();
            writeln!(write, "  {:<20} prompt: {}{mark}", neutral(prompt.name()), neutral(brief(about)))?;
        }
        for family in &component.templates {
            let mark = if shown.offers(Offer::Resources.function()) { "" } else { " (not offered)" };
            let about = family.definition.description.as_deref().unwrap_or_default();
            let uri = neutral(&family.definition.uri_template);
            writeln!(write, "  {uri:<20} resource: {}{mark}", neutral(brief(about)))?;
        }
        for grant in grants(policy.component(&component.name)) {
            writeln!(write, "    granted: {grant}")?;
        }
    }
    for refused in catalog.refused() {
        writeln!(write, "refused {}: {}", refused.path.display(), refused.reason)?;
    }
    Ok(())
}

/// What a component offers, for a program.
pub fn offered_json(definition: &impl Serialize, component: &Component) -> Value {
    let mut value = serde_json::to_value(definition).unwrap_or_default();
    if let Value::Object(fields) = &mut value {
        fields.insert("component".to_owned(), json!(component.name));
    }
    value
}

/// Each line two spaces further in.
pub fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}
