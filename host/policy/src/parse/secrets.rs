//! `secrets`, what the host puts into a component's requests.

use std::collections::BTreeMap;

use super::environment::is_variable;
use super::reader::Entry;
use crate::{Origin, PolicyError, RuleError, SecretFormat, SecretGrant, SecretSource};

const SECRETS: &str = "secrets = { ERP_TOKEN = { env = \"ERP_TOKEN\", header = \"Authorization\", format = \"Bearer {}\", to = \"https://erp.example.com\" } }";

const KEYS: &[&str] = &["env", "file", "keyring", "header", "format", "to"];

/// Headers that carry a message rather than say something about it (RFC 9112 §6, RFC 9110 §7): what is in them decides
/// where the message ends and where it goes.
const OF_THE_HOST: &[&str] = &[
    "connection",
    "content-length",
    "expect",
    "host",
    "keep-alive",
    "proxy-authenticate",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

pub(super) fn secrets(entry: &Entry<'_>) -> Result<BTreeMap<String, SecretGrant>, PolicyError> {
    const EXPECTED: &str =
        "the name that the component has for it: letters, digits and `_`, not beginning with a digit";
    let mut secrets = BTreeMap::new();
    for entry in entry.table(SECRETS)? {
        if !is_variable(entry.name) {
            return Err(entry.bad_name("this is no name of a secret", EXPECTED, SECRETS));
        }
        secrets.insert(entry.name.to_owned(), secret(&entry)?);
    }
    Ok(secrets)
}

fn secret(entry: &Entry<'_>) -> Result<SecretGrant, PolicyError> {
    const EXPECTED: &str =
        "a table with one of `env`, `file` and `keyring`, with `header`, with `to`, and `format` if need be";
    let (mut sources, mut header, mut format, mut to) = (Vec::new(), None, None, None);
    for entry in entry.table(SECRETS)? {
        match entry.name {
            "env" => sources.push(SecretSource::Environment(variable(&entry)?)),
            "file" => sources.push(SecretSource::File(entry.path_text("the path of a file", SECRETS)?)),
            "keyring" => sources.push(SecretSource::Keyring(entry.path_text("an entry's name", SECRETS)?)),
            "header" => header = Some(self::header(&entry)?),
            "format" => format = Some(parsed::<SecretFormat>(&entry)?),
            "to" => to = Some(parsed::<Origin>(&entry)?),
            _ => return Err(entry.unknown(KEYS, SECRETS)),
        }
    }
    let (Some(source), true) = (sources.pop(), sources.is_empty()) else {
        return Err(entry.wrong("it has not one source", EXPECTED, SECRETS));
    };
    Ok(SecretGrant {
        source,
        header: header.ok_or_else(|| entry.missing("header", EXPECTED, SECRETS))?,
        format: format.unwrap_or_default(),
        to: to.ok_or_else(|| entry.missing("to", EXPECTED, SECRETS))?,
    })
}

fn variable(entry: &Entry<'_>) -> Result<String, PolicyError> {
    const EXPECTED: &str =
        "the name of a variable of the host's: letters, digits and `_`, not beginning with a digit";
    let name = entry.text(EXPECTED, SECRETS)?;
    if !is_variable(name) {
        return Err(entry.wrong("this is no name of a variable", EXPECTED, SECRETS));
    }
    Ok(name.to_owned())
}

/// A field name (RFC 9110 §5.1), in lower case.
fn header(entry: &Entry<'_>) -> Result<String, PolicyError> {
    const EXPECTED: &str = "the name of a header that is about the request and not about the connection";
    let name = entry.text(EXPECTED, SECRETS)?.to_ascii_lowercase();
    let token = name.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b));
    if !token || name.len() > 64 {
        return Err(entry.wrong("this is no name of a header", EXPECTED, SECRETS));
    }
    if OF_THE_HOST.contains(&name.as_str()) {
        return Err(entry.wrong("this header is the host's alone", EXPECTED, SECRETS));
    }
    Ok(name)
}

fn parsed<T: std::str::FromStr<Err = RuleError>>(entry: &Entry<'_>) -> Result<T, PolicyError> {
    let text = entry.text("a text", SECRETS)?;
    text.parse().map_err(|RuleError { problem, expected, .. }| entry.wrong(problem, expected, SECRETS))
}
