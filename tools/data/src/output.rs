//! From the language's values to JSON.

use jaq_json::{Num, Val};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

/// A value as JSON, with its keys in their order.
#[derive(Clone, Debug)]
pub struct Json(pub Val);

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(&self.0, serializer)
    }
}

/// By reference, so that what is inside need not be copied.
struct Inside<'a>(&'a Val);

impl Serialize for Inside<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self.0, serializer)
    }
}

fn serialize<S: Serializer>(value: &Val, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Val::Null => serializer.serialize_unit(),
        Val::Bool(value) => serializer.serialize_bool(*value),
        Val::Num(number) => serialize_number(number, serializer),
        Val::TStr(bytes) | Val::BStr(bytes) => serializer.serialize_str(&String::from_utf8_lossy(bytes)),
        Val::Arr(elements) => {
            let mut sequence = serializer.serialize_seq(Some(elements.len()))?;
            for element in elements.iter() {
                sequence.serialize_element(&Inside(element))?;
            }
            sequence.end()
        }
        Val::Obj(fields) => {
            let mut map = serializer.serialize_map(Some(fields.len()))?;
            for (key, value) in fields.iter() {
                map.serialize_entry(&key_text(key), &Inside(value))?;
            }
            map.end()
        }
    }
}

/// jaq knows keys of other types, JSON does not.
fn key_text(key: &Val) -> String {
    match key {
        Val::TStr(bytes) | Val::BStr(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        other => other.to_string(),
    }
}

/// What JSON has no number for is null, as in jq.
fn serialize_number<S: Serializer>(number: &Num, serializer: S) -> Result<S::Ok, S::Error> {
    let text = match number {
        Num::Int(integer) => return serializer.serialize_i64(*integer as i64),
        Num::Float(float) => return serialize_float(*float, serializer),
        Num::BigInt(integer) => integer.to_string(),
        Num::Dec(decimal) => decimal.to_string(),
    };
    if let Ok(integer) = text.parse::<i64>() {
        return serializer.serialize_i64(integer);
    }
    if let Ok(integer) = text.parse::<u64>() {
        return serializer.serialize_u64(integer);
    }
    serialize_float(text.parse().unwrap_or(f64::NAN), serializer)
}

fn serialize_float<S: Serializer>(float: f64, serializer: S) -> Result<S::Ok, S::Error> {
    // Beyond this, not every whole number has a float of its own, and digits would claim what is not known.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if float.fract() == 0.0 && float.abs() <= EXACT {
        return serializer.serialize_i64(float as i64);
    }
    if float.is_finite() { serializer.serialize_f64(float) } else { serializer.serialize_unit() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn values_are_json() {
        for (text, json) in [
            (r#"{"b":1,"a":[true,null,"x"]}"#, r#"{"b":1,"a":[true,null,"x"]}"#),
            ("1.50", "1.5"),
            ("2.0", "2"),
            ("12345678901234567890", "12345678901234567890"),
            ("123456789012345678901234567890", "1.2345678901234568e+29"),
            ("NaN", "null"),
            ("-Infinity", "null"),
            ("{1: 2}", r#"{"1":2}"#),
        ] {
            let value = jaq_json::read::parse_single(text.as_bytes()).unwrap();
            assert_eq!(serde_json::to_string(&Json(value)).unwrap(), json, "{text}");
        }
    }
}
