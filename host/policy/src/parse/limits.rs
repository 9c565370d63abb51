//! `limits`, of all components and of one.

use std::time::Duration;

use toml::de::DeValue;

use super::reader::Entry;
use crate::units;
use crate::{Limits, PolicyError};

pub(super) const EXAMPLE: &str =
    "[defaults.limits]\nmemory = \"64MiB\"\nfuel = 5_000_000_000\ndeadline = \"30s\"\noutput = \"256KiB\"";

/// One limit: how it is written, what makes sense, and where it goes. Zero never makes sense: what is to be forbidden
/// is not granted.
struct Key {
    name: &'static str,
    unit: Unit,
    least: u64,
    most: u64,
    set: fn(&mut Limits, u64),
}

#[derive(Clone, Copy)]
enum Unit {
    Bytes,
    Count,
    /// In milliseconds.
    Time,
}

const KIB: u64 = 1024;
const MIB: u64 = 1024 * KIB;
const GIB: u64 = 1024 * MIB;

const KEYS: &[Key] = &[
    // One page of WebAssembly memory, to all that 32 bits can address.
    key("memory", Unit::Bytes, 64 * KIB, 4 * GIB, |limits, n| limits.memory = n),
    // The most is what a table of the sandbox's pool holds: a larger number would promise what nobody can give.
    key("table_elements", Unit::Count, 1, 100_000, |limits, n| limits.table_elements = n),
    // Likewise: the pool has room for this many core instances in one call.
    key("instances", Unit::Count, 1, 64, |limits, n| limits.instances = small(n)),
    // Fewer do not get a guest to its first line; the most is what a TOML integer can say.
    key("fuel", Unit::Count, 100_000, i64::MAX as u64, |limits, n| limits.fuel = n),
    // A day is longer than any client waits.
    key("deadline", Unit::Time, 1, 24 * 60 * 60 * 1000, |limits, n| {
        limits.deadline = Duration::from_millis(n)
    }),
    // Less than a kibibyte does not hold an error; the host holds several copies of the most.
    key("output", Unit::Bytes, KIB, 64 * MIB, |limits, n| limits.output = n),
    key("log_lines", Unit::Count, 1, 1_000_000, |limits, n| limits.log_lines = small(n)),
    key("log_bytes", Unit::Bytes, KIB, 64 * MIB, |limits, n| limits.log_bytes = n),
    // A guest makes a few hundred calls before its own first line.
    key("host_calls", Unit::Count, 1_000, 1_000_000_000_000, |limits, n| limits.host_calls = n),
    // Standard streams, preopened directories and their like are open from the start.
    key("handles", Unit::Count, 16, 100_000, |limits, n| limits.handles = small(n)),
    key("http_requests", Unit::Count, 1, 1_000_000, |limits, n| limits.http_requests = small(n)),
    key("http_request", Unit::Bytes, 1, 4 * GIB, |limits, n| limits.http_request = n),
    key("http_response", Unit::Bytes, KIB, 4 * GIB, |limits, n| limits.http_response = n),
    key("http_traffic", Unit::Bytes, KIB, 64 * GIB, |limits, n| limits.http_traffic = n),
    key("connections", Unit::Count, 1, 1_000, |limits, n| limits.connections = small(n)),
    key("tcp_traffic", Unit::Bytes, KIB, 64 * GIB, |limits, n| limits.tcp_traffic = n),
    key("written", Unit::Bytes, 1, 1024 * GIB, |limits, n| limits.written = n),
    // A guest's standard library asks for a few before its own first line.
    key("random", Unit::Bytes, 64, 4 * GIB, |limits, n| limits.random = n),
    // As many as the host runs at all.
    key("concurrency", Unit::Count, 1, 1_024, |limits, n| limits.concurrency = small(n)),
    key("rate", Unit::Count, 1, 1_000_000_000, |limits, n| limits.rate = small(n)),
];

const fn key(name: &'static str, unit: Unit, least: u64, most: u64, set: fn(&mut Limits, u64)) -> Key {
    Key { name, unit, least, most, set }
}

/// The table's `most` is below this for every limit of 32 bits.
fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// What the table says, on top of what holds without it.
pub(super) fn limits(entry: &Entry<'_>, without: &Limits) -> Result<Limits, PolicyError> {
    let mut limits = without.clone();
    for entry in entry.table(EXAMPLE)? {
        let Some(key) = KEYS.iter().find(|key| key.name == entry.name) else {
            let names: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
            return Err(entry.unknown(&names, EXAMPLE));
        };
        (key.set)(&mut limits, key.read(&entry)?);
    }
    Ok(limits)
}

impl Key {
    fn read(&self, entry: &Entry<'_>) -> Result<u64, PolicyError> {
        let number = match (self.unit, entry.value()) {
            (Unit::Bytes, DeValue::String(text)) => units::size(text),
            (Unit::Time, DeValue::String(text)) => {
                units::duration(text).map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
            }
            (Unit::Bytes | Unit::Count, DeValue::Integer(number)) => {
                u64::from_str_radix(number.as_str(), number.radix())
                    .map_err(|_| "it is out of range".to_owned())
            }
            (Unit::Time, DeValue::Integer(_)) => Err("the unit is missing".to_owned()),
            (Unit::Bytes | Unit::Count | Unit::Time, _) => {
                return Err(entry.wrong_type(&self.expected(), self.example()));
            }
        };
        let wrong = |problem| entry.wrong(problem, &self.expected(), self.example());
        match number.map_err(wrong)? {
            small if small < self.least => Err(wrong("this is too little".to_owned())),
            large if large > self.most => Err(wrong("this is too much".to_owned())),
            number => Ok(number),
        }
    }

    fn expected(&self) -> String {
        let (least, most) = (self.shown(self.least), self.shown(self.most));
        match self.unit {
            Unit::Bytes => format!("a size from {least} to {most}, in B, KiB, MiB or GiB"),
            Unit::Count => format!("a whole number from {least} to {most}"),
            Unit::Time => format!("a time from {least} to {most}, in ms, s, m or h"),
        }
    }

    fn shown(&self, number: u64) -> String {
        let units: &[(u64, &str)] = match self.unit {
            Unit::Bytes => &[(GIB, "GiB"), (MIB, "MiB"), (KIB, "KiB"), (1, "B")],
            Unit::Count => &[(1, "")],
            Unit::Time => &[(3_600_000, "h"), (60_000, "m"), (1_000, "s"), (1, "ms")],
        };
        match units.iter().find(|(unit, _)| number.is_multiple_of(*unit)) {
            Some((unit, name)) => format!("{}{name}", number / unit),
            None => number.to_string(),
        }
    }

    fn example(&self) -> &'static str {
        match self.unit {
            Unit::Bytes => "limits = { memory = \"64MiB\", output = \"256KiB\" }",
            Unit::Count => "limits = { fuel = 5_000_000_000, http_requests = 50 }",
            Unit::Time => "limits = { deadline = \"30s\" }",
        }
    }
}
