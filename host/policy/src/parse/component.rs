//! `[tools.NAME]`.

use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use toml::de::DeValue;

use super::reader::Entry;
use super::{code, environment, files, limits, secrets, state};
use crate::{Clock, ComponentPolicy, Grants, Offer, PolicyError, Randomness, RuleError};

const KEYS: &[&str] = &[
    "http",
    "tcp",
    "addresses",
    "secrets",
    "fs",
    "env",
    "state",
    "calls",
    "clock",
    "random",
    "only",
    "prefix",
    "callers",
    "limits",
];

const HTTP: &str = "http = [\"GET,POST https://api.example.com/v1/*\"]";
const ADDRESSES: &str = "addresses = [\"127.0.0.1:8080\", \"10.0.0.0/8\"]";
const TCP: &str = "tcp = [\"db.example.com:5432\"]";
const CALLS: &str = "calls = [\"fetch_page\", \"files_*\"]";
const CLOCK: &str = "clock = 2026-01-01T00:00:00Z";
const RANDOM: &str = "random = 7";
const ONLY: &str = "only = [\"read_file\"]";
const PREFIX: &str = "prefix = \"work_\"";

pub(super) fn component(
    entry: &Entry<'_>,
    unnamed: &ComponentPolicy,
) -> Result<ComponentPolicy, PolicyError> {
    let mut component = unnamed.clone();
    let mut grants = Grants::default();
    for entry in entry.table(HTTP)? {
        match entry.name {
            "http" => grants.http = rules(&entry, "HTTP rules", HTTP)?,
            "addresses" => grants.addresses = rules(&entry, "addresses", ADDRESSES)?,
            "tcp" => grants.tcp = rules(&entry, "TCP rules", TCP)?,
            "secrets" => grants.secrets = secrets::secrets(&entry)?,
            "fs" => grants.directories = files::directories(&entry)?,
            "env" => grants.environment = environment::environment(&entry)?,
            "state" => grants.state = state::state(&entry)?,
            "calls" => grants.calls = rules(&entry, "names of tools", CALLS)?,
            "clock" => grants.clock = clock(&entry)?,
            "random" => grants.random = random(&entry)?,
            "only" => component.only = Some(only(&entry)?),
            "prefix" => component.prefix = Some(prefix(&entry)?),
            "callers" => component.callers = code::callers(&entry)?,
            "limits" => component.limits = limits::limits(&entry, &component.limits)?,
            _ => return Err(entry.unknown(KEYS, HTTP)),
        }
    }
    component.grants = Arc::new(grants);
    Ok(component)
}

pub(super) fn rules<R>(entry: &Entry<'_>, of: &str, example: &'static str) -> Result<Vec<R>, PolicyError>
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

fn clock(entry: &Entry<'_>) -> Result<Clock, PolicyError> {
    const EXPECTED: &str = "a date and time with an offset (as in UTC's `Z`), from 1970 on";
    let DeValue::Datetime(time) = entry.value() else { return Err(entry.wrong_type(EXPECTED, CLOCK)) };
    let wrong = |problem: &str| entry.wrong(problem, EXPECTED, CLOCK);
    if time.offset.is_none() || time.date.is_none() || time.time.is_none() {
        return Err(wrong("it is not a moment: the date, the time or the offset is missing"));
    }
    let moment: jiff::Timestamp = time.to_string().parse().map_err(|_| wrong("there is no such moment"))?;
    let since = u64::try_from(moment.as_millisecond()).map_err(|_| wrong("it is before 1970"))?;
    Ok(Clock::Fixed(SystemTime::UNIX_EPOCH + Duration::from_millis(since)))
}

fn random(entry: &Entry<'_>) -> Result<Randomness, PolicyError> {
    const EXPECTED: &str = "a whole number, the seed";
    let DeValue::Integer(number) = entry.value() else { return Err(entry.wrong_type(EXPECTED, RANDOM)) };
    u64::from_str_radix(number.as_str(), number.radix())
        .map(Randomness::Seeded)
        .map_err(|_| entry.wrong("it is out of range", EXPECTED, RANDOM))
}

fn only(entry: &Entry<'_>) -> Result<Vec<String>, PolicyError> {
    const EXPECTED: &str = "the name of a function, as the component has it: 1 to 128 of A-Z a-z 0-9 _ - . (or \
                            `resources/read` or `prompts/get`)";
    let offered = [Offer::Resources, Offer::Prompts].map(Offer::function);
    let mut only: Vec<String> = Vec::new();
    for item in entry.list("names", ONLY)? {
        let name = item.text(EXPECTED, ONLY)?;
        if !is_name(name, 128) && !offered.contains(&name) {
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

pub(super) fn is_name(text: &str, longest: usize) -> bool {
    (1..=longest).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b))
}
