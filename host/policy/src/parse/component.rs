//! `[tools.NAME]`.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use toml::de::DeValue;

use super::limits;
use super::reader::Entry;
use crate::effective::is_within;
use crate::{Access, ComponentPolicy, Directory, EnvValue, PolicyError, RuleError};

const KEYS: &[&str] = &["http", "addresses", "fs", "env", "only", "prefix", "limits"];

const HTTP: &str = "http = [\"GET,POST https://api.example.com/v1/*\"]";
const ADDRESSES: &str = "addresses = [\"127.0.0.1:8080\", \"10.0.0.0/8\"]";
const FS: &str = "fs = [{ host = \"notes\", guest = \"/notes\", access = \"write\" }]";
const ENV: &str = "env = { TZ = \"UTC\", LANG = { from = \"LANG\" } }";
const ONLY: &str = "only = [\"read_file\"]";
const PREFIX: &str = "prefix = \"work_\"";

pub(super) fn component(
    entry: &Entry<'_>,
    unnamed: &ComponentPolicy,
) -> Result<ComponentPolicy, PolicyError> {
    let mut component = unnamed.clone();
    let grants = &mut component.grants;
    for entry in entry.table(HTTP)? {
        match entry.name {
            "http" => grants.http = rules(&entry, "HTTP rules", HTTP)?,
            "addresses" => grants.addresses = rules(&entry, "addresses", ADDRESSES)?,
            "fs" => grants.directories = directories(&entry)?,
            "env" => grants.environment = environment(&entry)?,
            "only" => component.only = Some(only(&entry)?),
            "prefix" => component.prefix = Some(prefix(&entry)?),
            "limits" => component.limits = limits::limits(&entry, &component.limits)?,
            _ => return Err(entry.unknown(KEYS, HTTP)),
        }
    }
    Ok(component)
}

fn rules<R>(entry: &Entry<'_>, of: &str, example: &'static str) -> Result<Vec<R>, PolicyError>
where
    R: FromStr<Err = RuleError> + PartialEq + Display,
{
    let mut rules = Vec::new();
    for item in entry.list(of, example)? {
        let rule: R = item
            .text("a text", example)?
            .parse()
            .map_err(|RuleError { problem, expected, .. }| item.wrong(problem, expected, example))?;
        if rules.contains(&rule) {
            return Err(item.conflict(format!("the rule \"{rule}\" is there twice"), example));
        }
        rules.push(rule);
    }
    Ok(rules)
}

fn directories(entry: &Entry<'_>) -> Result<Vec<Directory>, PolicyError> {
    let mut directories: Vec<Directory> = Vec::new();
    for item in entry.list("directories", FS)? {
        let directory = directory(&item)?;
        let clash = directories.iter().find(|known| {
            is_within(&known.guest, &directory.guest) || is_within(&directory.guest, &known.guest)
        });
        if let Some(known) = clash {
            let problem = if known.guest == directory.guest {
                format!("two directories are at `{}` in the guest", known.guest)
            } else {
                format!("`{}` and `{}` are one within the other in the guest", known.guest, directory.guest)
            };
            return Err(item.conflict(problem, FS));
        }
        directories.push(directory);
    }
    Ok(directories)
}

fn directory(entry: &Entry<'_>) -> Result<Directory, PolicyError> {
    const EXPECTED: &str = "a table with `host`, `guest` and `access`";
    let (mut host, mut guest, mut access) = (None, None, None);
    for entry in entry.table(FS)? {
        match entry.name {
            "host" => host = Some(entry.path_text("the path of a directory", FS)?),
            "guest" => guest = Some(guest_path(&entry)?),
            "access" => access = Some(self::access(&entry)?),
            _ => return Err(entry.unknown(&["host", "guest", "access"], FS)),
        }
    }
    Ok(Directory {
        host: host.ok_or_else(|| entry.missing("host", EXPECTED, FS))?,
        guest: guest.ok_or_else(|| entry.missing("guest", EXPECTED, FS))?,
        access: access.ok_or_else(|| entry.missing("access", EXPECTED, FS))?,
    })
}

fn access(entry: &Entry<'_>) -> Result<Access, PolicyError> {
    const EXPECTED: &str = "\"read\" or \"write\" (which includes reading)";
    match entry.text(EXPECTED, FS)? {
        "read" => Ok(Access::Read),
        "write" => Ok(Access::Write),
        _ => Err(entry.wrong("this is no kind of access", EXPECTED, FS)),
    }
}

/// One spelling for each path, so that two spellings of one path cannot carry different rights.
fn guest_path(entry: &Entry<'_>) -> Result<String, PolicyError> {
    const EXPECTED: &str = "an absolute path without `.`, `..`, `//`, a backslash or a slash at the end";
    let path = entry.text(EXPECTED, FS)?;
    let Some(inner) = path.strip_prefix('/') else {
        return Err(entry.wrong("the path is not absolute", EXPECTED, FS));
    };
    let odd = |segment: &str| matches!(segment, "" | "." | "..");
    if !inner.is_empty() && inner.split('/').any(odd) {
        return Err(entry.wrong("the path is not in its plain form", EXPECTED, FS));
    }
    if path.chars().any(|c| c.is_control() || c == '\\') {
        return Err(entry.wrong("the path has a control character or a backslash", EXPECTED, FS));
    }
    Ok(path.to_owned())
}

fn environment(entry: &Entry<'_>) -> Result<BTreeMap<String, EnvValue>, PolicyError> {
    const EXPECTED: &str = "the name of a variable: letters, digits and `_`, not beginning with a digit";
    let mut environment = BTreeMap::new();
    for entry in entry.table(ENV)? {
        if !is_variable(entry.name) {
            return Err(entry.bad_name("this is no name of a variable", EXPECTED, ENV));
        }
        environment.insert(entry.name.to_owned(), variable(&entry)?);
    }
    Ok(environment)
}

fn variable(entry: &Entry<'_>) -> Result<EnvValue, PolicyError> {
    const EXPECTED: &str = "a text, or `{ from = \"NAME\" }` for the host's own variable of that name";
    match entry.value() {
        // An empty variable is not the same as none, and some programs tell them apart.
        DeValue::String(text) if text.is_empty() => Ok(EnvValue::Literal(String::new())),
        DeValue::String(_) => entry.path_text(EXPECTED, ENV).map(EnvValue::Literal),
        DeValue::Table(_) => from_host(entry, EXPECTED),
        DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Boolean(_)
        | DeValue::Datetime(_)
        | DeValue::Array(_) => Err(entry.wrong_type(EXPECTED, ENV)),
    }
}

fn from_host(entry: &Entry<'_>, expected: &str) -> Result<EnvValue, PolicyError> {
    let mut from = None;
    for entry in entry.table(ENV)? {
        match entry.name {
            "from" => from = Some(entry),
            _ => return Err(entry.unknown(&["from"], ENV)),
        }
    }
    let from = from.ok_or_else(|| entry.missing("from", expected, ENV))?;
    let name = from.text(expected, ENV)?;
    if !is_variable(name) {
        return Err(from.wrong("this is no name of a variable", expected, ENV));
    }
    Ok(EnvValue::FromHost(name.to_owned()))
}

fn is_variable(name: &str) -> bool {
    name.bytes().next().is_some_and(|b| !b.is_ascii_digit())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

fn only(entry: &Entry<'_>) -> Result<Vec<String>, PolicyError> {
    const EXPECTED: &str = "the name of a function, as the component has it: 1 to 128 of A-Z a-z 0-9 _ - .";
    let mut only: Vec<String> = Vec::new();
    for item in entry.list("names", ONLY)? {
        let name = item.text(EXPECTED, ONLY)?;
        if !is_name(name, 128) {
            return Err(item.wrong("this is no name of a function", EXPECTED, ONLY));
        }
        if only.iter().any(|known| known == name) {
            return Err(item.conflict(format!("`{name}` is there twice"), ONLY));
        }
        only.push(name.to_owned());
    }
    Ok(only)
}

/// A tool's name has at most 128 characters; a prefix of a quarter leaves room for the rest.
fn prefix(entry: &Entry<'_>) -> Result<String, PolicyError> {
    const EXPECTED: &str = "1 to 32 of A-Z a-z 0-9 _ - .";
    let prefix = entry.text(EXPECTED, PREFIX)?;
    if !is_name(prefix, 32) {
        return Err(entry.wrong("this cannot be part of a tool's name", EXPECTED, PREFIX));
    }
    Ok(prefix.to_owned())
}

fn is_name(text: &str, longest: usize) -> bool {
    (1..=longest).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b))
}
