//! `[host]`.

use std::net::SocketAddr;

use super::reader::Entry;
use crate::{HostSettings, PolicyError};

const KEYS: &[&str] = &["components", "listen", "metrics", "state", "concurrency", "queue", "stack"];

const COMPONENTS: &str = "[host]\ncomponents = \"tools\"";
const LISTEN: &str = "[host]\nlisten = \"127.0.0.1:7333\"";
const METRICS: &str = "[host]\nmetrics = \"127.0.0.1:9464\"";
const STATE: &str = "[host]\nstate = \"sqlite:state/bulkhead.db\"";
const CALLS: &str = "[host]\nconcurrency = 64\nqueue = 256";
const STACK: &str = "[host]\nstack = \"8MiB\"";

/// What the pool of the sandbox has address space for.
const MOST_CALLS: u64 = 1_024;

pub(super) fn settings(entry: &Entry<'_>) -> Result<HostSettings, PolicyError> {
    let mut settings = HostSettings::default();
    for entry in entry.table(COMPONENTS)? {
        match entry.name {
            "components" => {
                settings.components = Some(entry.path_text("the path of a directory", COMPONENTS)?)
            }
            "listen" => settings.listen = Some(address(&entry, LISTEN)?),
            "metrics" => settings.metrics = Some(address(&entry, METRICS)?),
            "state" => settings.state = Some(state(&entry)?),
            "concurrency" => settings.concurrency = number(&entry, MOST_CALLS)?,
            "queue" => settings.queue = number(&entry, 1_000_000)?,
            "stack" => settings.stack = stack(&entry)?,
            _ => return Err(entry.unknown(KEYS, COMPONENTS)),
        }
    }
    Ok(settings)
}

fn address(entry: &Entry<'_>, example: &'static str) -> Result<SocketAddr, PolicyError> {
    const EXPECTED: &str = "an IP address and a port";
    let text = entry.text(EXPECTED, example)?;
    text.parse().map_err(|_| entry.wrong("this is no address with a port", EXPECTED, example))
}

/// Only the kind is looked at; whoever opens the store says what else is wrong.
fn state(entry: &Entry<'_>) -> Result<String, PolicyError> {
    const EXPECTED: &str = "`sqlite:` and the path of a file";
    let url = entry.path_text(EXPECTED, STATE)?;
    if url.strip_prefix("sqlite:").is_none_or(str::is_empty) {
        return Err(entry.wrong("this is no store", EXPECTED, STATE));
    }
    Ok(url)
}

fn number(entry: &Entry<'_>, most: u64) -> Result<u32, PolicyError> {
    let number = entry.count(CALLS)?;
    match u32::try_from(number) {
        Ok(small) if number <= most => Ok(small),
        Ok(_) | Err(_) => {
            Err(entry.wrong("this is too much", &format!("a whole number from 1 to {most}"), CALLS))
        }
    }
}

fn stack(entry: &Entry<'_>) -> Result<u64, PolicyError> {
    // Less does not hold what a guest's runtime needs to start; more is reserved for each of a thousand calls.
    const LEAST: u64 = 256 << 10;
    const MOST: u64 = 64 << 20;
    let size = entry.size(STACK)?;
    if !(LEAST..=MOST).contains(&size) {
        return Err(entry.wrong("it is out of range", "a size from 256KiB to 64MiB", STACK));
    }
    Ok(size)
}
