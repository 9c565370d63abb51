//! Sizes and durations as people write them.

use std::time::Duration;

/// `"64MiB"`, `"512KiB"`, `"2GiB"`, `"100B"`. Binary units only: a megabyte of 1,000,000 bytes and one of 1,048,576
/// are both called MB somewhere.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = number_and_unit(text)?;
    let bytes: u64 = match unit {
        "B" => 1,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        "" => return Err("the unit is missing".to_owned()),
        other => return Err(format!("`{other}` is not a unit of size")),
    };
    number.checked_mul(bytes).ok_or_else(|| "this is too large".to_owned())
}

/// `"30s"`, `"500ms"`, `"2m"`, `"1h"`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = number_and_unit(text)?;
    let millis: u64 = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        "" => return Err("the unit is missing".to_owned()),
        other => return Err(format!("`{other}` is not a unit of time")),
    };
    number.checked_mul(millis).map(Duration::from_millis).ok_or_else(|| "this is too long".to_owned())
}

fn number_and_unit(text: &str) -> Result<(u64, &str), String> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    if number.is_empty() {
        return Err("it does not begin with a whole number".to_owned());
    }
    let number = number.parse().map_err(|_| "the number is too large".to_owned())?;
    Ok((number, unit.trim_start_matches(' ')))
}

#[cfg(test)]
mod tests;
