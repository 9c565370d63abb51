//! `env`, the variables of a component.

use std::collections::BTreeMap;

use toml::de::DeValue;

use super::reader::Entry;
use crate::{EnvValue, PolicyError};

const ENV: &str = "env = { TZ = \"UTC\", LANG = { from = \"LANG\" } }";

pub(super) fn environment(entry: &Entry<'_>) -> Result<BTreeMap<String, EnvValue>, PolicyError> {
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

/// Whether it can be the name of a variable, here and in the host.
pub(crate) fn is_variable(name: &str) -> bool {
    name.bytes().next().is_some_and(|b| !b.is_ascii_digit())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
