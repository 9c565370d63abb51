//! What several commands print.

use std::io::Write;

use serde::Serialize;
use serde_json::{Value, json};

use bulkhead_dispatch::{Catalog, Policy, Tool};
use bulkhead_policy::{ComponentPolicy, EnvValue};

/// Writes a line to standard output. A reader that has gone away is no reason to fail.
pub fn line(text: impl std::fmt::Display) {
    let _ = writeln!(std::io::stdout(), "{text}");
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
    line(serde_json::to_string_pretty(value).unwrap_or_default());
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
            component.info.version,
            brief(&component.info.description)
        )?;
        for tool in catalog.tools().filter(|tool| tool.component.name == component.name) {
            let hidden = !policy.component(&component.name).offers(&tool.guest_name);
            let mark = if hidden { " (not offered)" } else { "" };
            writeln!(write, "  {:<20} {}{mark}", tool.name(), brief(&tool.definition.description))?;
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

/// A tool, for a program.
pub fn tool_json(tool: &Tool) -> Value {
    let mut value = serde_json::to_value(&tool.definition).unwrap_or_default();
    if let Value::Object(fields) = &mut value {
        fields.insert("component".to_owned(), json!(tool.component.name));
    }
    value
}

/// A text on one line, without characters that move a cursor, forge a line, hide, or turn the reading direction. Control
/// characters become their pictures (`␛`, `␊`), the others the replacement character.
pub fn neutral(text: &str) -> String {
    text.chars().map(shown).collect()
}

fn shown(c: char) -> char {
    match c {
        // The block "Control Pictures" has the C0 characters in their own order.
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\u{7f}' => '\u{2421}',
        // C1 characters; characters without width; line and paragraph separators; the bidirectional controls of UAX #9;
        // interlinear annotation; tags.
        '\u{80}'..='\u{9f}'
        | '\u{ad}'
        | '\u{61c}'
        | '\u{200b}'
        | '\u{200e}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}' => char::REPLACEMENT_CHARACTER,
        _ => c,
    }
}

/// Each line two spaces further in.
pub fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}
