//! What the manifests and the top of the repository say.

use toml::{Table, Value};

/// What may stand at the top of the repository. Dotfiles may, too, and what `.gitignore` leaves out is not looked at.
const TOP: &[&str] = &[
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE",
    "Makefile",
    "README.md",
    "docs",
    "guest-sdk",
    "host",
    "tests",
    "tools",
    "wit",
];

/// The entries at the top that do not belong there.
pub fn strays(entries: &[String], ignored: &str) -> Vec<String> {
    let ignored: Vec<_> = ignored.lines().map(|line| line.trim_matches('/')).collect();
    let belongs = |entry: &str| entry.starts_with('.') || TOP.contains(&entry) || ignored.contains(&entry);
    entries.iter().filter(|entry| !belongs(entry)).map(|entry| format!("{entry} at the top")).collect()
}

/// The entries of `[workspace.dependencies]` that no member uses.
pub fn unused(workspace: &str, members: &[String]) -> Vec<String> {
    let workspace: Table = workspace.parse().expect("the workspace's manifest is TOML");
    let members: Vec<Table> =
        members.iter().map(|member| member.parse().expect("a manifest is TOML")).collect();
    let listed = workspace["workspace"]["dependencies"].as_table().expect("a table of dependencies");
    listed
        .keys()
        .filter(|name| !members.iter().any(|member| uses(member, name)))
        .map(|name| format!("no member uses the workspace's dependency {name}"))
        .collect()
}

fn uses(member: &Table, name: &str) -> bool {
    let platforms = member.get("target").and_then(Value::as_table);
    let tables = platforms.into_iter().flat_map(|platforms| platforms.values().filter_map(Value::as_table));
    let from_workspace = |entry: &Value| entry.get("workspace").and_then(Value::as_bool) == Some(true);
    tables.chain([member]).any(|table| {
        ["dependencies", "dev-dependencies", "build-dependencies"]
            .iter()
            .any(|kind| table.get(*kind).and_then(|kind| kind.get(name)).is_some_and(from_workspace))
    })
}

/// Whether a crate forbids unsafe code, by itself or by the workspace's lints.
pub fn forbids_unsafe(workspace: &str, member: &str) -> bool {
    let workspace: Table = workspace.parse().expect("the workspace's manifest is TOML");
    let member: Table = member.parse().expect("a manifest is TOML");
    let forbids = |lints: Option<&Value>| {
        let lint = lints.and_then(|lints| lints.get("rust")).and_then(|rust| rust.get("unsafe_code"));
        lint.and_then(Value::as_str) == Some("forbid")
    };
    let lints = member.get("lints");
    match lints.and_then(|lints| lints.get("workspace")).and_then(Value::as_bool) {
        Some(true) => forbids(workspace.get("workspace").and_then(|workspace| workspace.get("lints"))),
        _ => forbids(lints),
    }
}

#[cfg(test)]
mod tests;
