//! `[code]`, and `callers` of a component.

use toml::de::DeValue;

use super::component::{is_name, rules};
use super::limits;
use super::reader::Entry;
use crate::PolicyError;
use crate::code::{Callers, CodePolicy, Ways};

const KEYS: &[&str] =
    &["enabled", "list_below", "pin", "calls", "concurrent_calls", "traffic", "answer", "limits"];

const EXAMPLE: &str = "[code]\nlist_below = 6_000\ncalls = 1_000\nlimits = { deadline = \"5m\" }";
const PIN: &str = "[code]\npin = [\"read_file\", \"fetch_*\"]";
const CALLERS: &str = "callers = [\"direct\", \"code\"]";

/// The most that the pool of the sandbox has places for.
const MOST_AT_ONCE: u64 = 1_024;

pub(super) fn code(entry: &Entry<'_>) -> Result<CodePolicy, PolicyError> {
    let mut code = CodePolicy::default();
    for entry in entry.table(EXAMPLE)? {
        match entry.name {
            "enabled" => code.enabled = flag(&entry)?,
            "list_below" => code.list_below = number(&entry, 0, 10_000_000)?,
            "pin" => code.pin = rules(&entry, "names of tools", PIN)?,
            "calls" => code.calls = number(&entry, 1, 1_000_000)?,
            "concurrent_calls" => code.concurrent_calls = number(&entry, 1, MOST_AT_ONCE)?,
            "traffic" => code.traffic = entry.size(EXAMPLE)?,
            "answer" => code.answer = answer(&entry)?,
            "limits" => code.limits = limits::limits(&entry, &code.limits)?,
            _ => return Err(entry.unknown(KEYS, EXAMPLE)),
        }
    }
    Ok(code)
}

fn flag(entry: &Entry<'_>) -> Result<bool, PolicyError> {
    match entry.value() {
        DeValue::Boolean(flag) => Ok(*flag),
        DeValue::String(_)
        | DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Datetime(_)
        | DeValue::Array(_)
        | DeValue::Table(_) => Err(entry.wrong_type("true or false", EXAMPLE)),
    }
}

fn number(entry: &Entry<'_>, least: u64, most: u64) -> Result<u32, PolicyError> {
    let expected = format!("a whole number from {least} to {most}");
    let DeValue::Integer(written) = entry.value() else { return Err(entry.wrong_type(&expected, EXAMPLE)) };
    let number = u64::from_str_radix(written.as_str(), written.radix()).ok();
    let number =
        number.filter(|number| (least..=most).contains(number)).and_then(|it| u32::try_from(it).ok());
    number.ok_or_else(|| entry.wrong("it is out of range", &expected, EXAMPLE))
}

/// Less does not hold an error; more is beyond what the host keeps of a result.
fn answer(entry: &Entry<'_>) -> Result<u64, PolicyError> {
    let size = entry.size(EXAMPLE)?;
    match (1 << 10..=16 << 20).contains(&size) {
        true => Ok(size),
        false => Err(entry.wrong("it is out of range", "a size from 1KiB to 16MiB", EXAMPLE)),
    }
}

/// A list for all functions, or a table of lists by function.
pub(super) fn callers(entry: &Entry<'_>) -> Result<Callers, PolicyError> {
    let mut callers = Callers::default();
    if matches!(entry.value(), DeValue::Array(_)) {
        callers.all = ways(entry)?;
        return Ok(callers);
    }
    for entry in entry.table(CALLERS)? {
        if !is_name(entry.name, 128) {
            return Err(entry.bad_name(
                "this is no name of a function",
                "the name of a function, as the component has it",
                CALLERS,
            ));
        }
        callers.functions.insert(entry.name.to_owned(), ways(&entry)?);
    }
    Ok(callers)
}

fn ways(entry: &Entry<'_>) -> Result<Ways, PolicyError> {
    const EXPECTED: &str = "\"direct\" or \"code\"";
    let mut ways = Ways { direct: false, code: false };
    for item in entry.list("\"direct\" and \"code\"", CALLERS)? {
        let way = match item.text(EXPECTED, CALLERS)? {
            "direct" => &mut ways.direct,
            "code" => &mut ways.code,
            _ => return Err(item.wrong("this is no way of calling", EXPECTED, CALLERS)),
        };
        if std::mem::replace(way, true) {
            return Err(item.conflict("it is there twice", CALLERS));
        }
    }
    Ok(ways)
}
