//! What a type cannot express: limits, formats and defaults, each in a few words.

use serde_json::{Map, Value};

use super::text::{collapsed, cut};

/// Patterns and defaults are shown up to this length. A longer one is seldom understood at a glance.
const MOST_OF_A_FACT: usize = 60;

/// `label: value`, or the value alone.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fact {
    pub label: &'static str,
    pub value: String,
}

impl Fact {
    /// Whether a description says it: `Defaults to 10` and the default is 10. It is also given in lower case.
    pub(super) fn is_said_in(&self, text: &str, lower: &str) -> bool {
        let value = self.value.trim_matches('"');
        let is_apart = |(start, _): (usize, &str)| {
            let is_end = |neighbour: Option<char>| !neighbour.is_some_and(char::is_alphanumeric);
            is_end(text[..start].chars().next_back()) && is_end(text[start + value.len()..].chars().next())
        };
        let is_named = !self.label.is_empty() && lower.contains(self.label);
        is_named && !value.is_empty() && text.match_indices(value).any(is_apart)
    }

    pub(super) fn line(&self) -> String {
        if self.label.is_empty() { self.value.clone() } else { format!("{}: {}", self.label, self.value) }
    }
}

/// Those that a schema states.
pub(super) fn facts(schema: &Map<String, Value>) -> Vec<Fact> {
    let is = |key: &str| schema.get(key) == Some(&Value::Bool(true));
    let mut facts = Vec::new();
    let mut say = |label, value: Option<String>| facts.extend(value.map(|value| Fact { label, value }));
    say("", is("deprecated").then(|| "deprecated".to_owned()));
    say("", is("readOnly").then(|| "read-only".to_owned()));
    say("", is_whole(schema).then(|| "integer".to_owned()));
    say("format", schema.get("format").and_then(Value::as_str).filter(|format| !is_width(format)).map(short));
    say("encoding", schema.get("contentEncoding").and_then(Value::as_str).map(short));
    say("", range(&lower(schema), &upper(schema), ""));
    say("", counted(schema, "minLength", "maxLength", " characters"));
    say("", (!is_tuple(schema)).then(|| counted(schema, "minItems", "maxItems", " items")).flatten());
    say("", counted(schema, "minProperties", "maxProperties", " keys"));
    say("multiple of", schema.get("multipleOf").filter(|step| step.is_number()).map(Value::to_string));
    say("", (is("uniqueItems") && has_type(schema, "array")).then(|| "unique".to_owned()));
    say("pattern", schema.get("pattern").and_then(Value::as_str).map(short));
    say("default", default(schema));
    facts
}

/// How wide a number is, which is nothing that code in JavaScript could keep to.
fn is_width(format: &str) -> bool {
    ["int32", "int64", "float", "double"].contains(&format)
}

fn short(text: &str) -> String {
    cut(&collapsed(text, MOST_OF_A_FACT), MOST_OF_A_FACT)
}

fn has_type(schema: &Map<String, Value>, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(of)) => of == name,
        Some(Value::Array(types)) => types.iter().any(|of| of == name),
        _ => false,
    }
}

/// The type of a tuple says how many items there are.
fn is_tuple(schema: &Map<String, Value>) -> bool {
    ["prefixItems", "items"].iter().any(|key| schema.get(*key).is_some_and(Value::is_array))
}

fn is_whole(schema: &Map<String, Value>) -> bool {
    let is_literal = schema.contains_key("enum") || schema.contains_key("const");
    has_type(schema, "integer") && !has_type(schema, "number") && !is_literal
}

/// What a missing value stands for. Null is what a missing value is anyway, and with a constant there is no choice.
fn default(schema: &Map<String, Value>) -> Option<String> {
    let default = schema.get("default").filter(|default| !default.is_null())?;
    if schema.contains_key("const") {
        return None;
    }
    match default {
        Value::Array(_) | Value::Object(_) if !is_small(default, 3) => None,
        _ => Some(short(&default.to_string())),
    }
}

/// Whether a value may be written out before it is cut: its text costs what the value is deep.
fn is_small(value: &Value, levels: usize) -> bool {
    let all = |mut values: Box<dyn Iterator<Item = &Value> + '_>| {
        levels > 0 && values.all(|value| is_small(value, levels - 1))
    };
    match value {
        Value::Array(items) => items.len() <= MOST_OF_A_FACT && all(Box::new(items.iter())),
        Value::Object(map) => map.len() <= MOST_OF_A_FACT && all(Box::new(map.values())),
        _ => true,
    }
}

/// A bound, and whether it is itself out of bounds.
struct Bound {
    at: Value,
    excluded: bool,
}

fn lower(schema: &Map<String, Value>) -> Option<Bound> {
    bound(schema, "minimum", "exclusiveMinimum")
}

fn upper(schema: &Map<String, Value>) -> Option<Bound> {
    bound(schema, "maximum", "exclusiveMaximum")
}

/// Since draft 6 the exclusive bound is a number of its own, before it was a flag beside the other.
fn bound(schema: &Map<String, Value>, included: &str, excluded: &str) -> Option<Bound> {
    let number = |key: &str| schema.get(key).filter(|at| at.is_number() && !is_edge(at)).cloned();
    if let Some(at) = number(excluded) {
        return Some(Bound { at, excluded: true });
    }
    Some(Bound { at: number(included)?, excluded: schema.get(excluded) == Some(&Value::Bool(true)) })
}

/// The greatest number that is surely exact: generators write it where there is no bound.
fn is_edge(number: &Value) -> bool {
    number.as_f64().is_some_and(|number| number.abs() >= 9_007_199_254_740_991.0)
}

fn counted(schema: &Map<String, Value>, least: &str, most: &str, unit: &str) -> Option<String> {
    let count = |key: &str| {
        let at = schema.get(key).filter(|at| at.as_u64().is_some_and(|count| count > 0) && !is_edge(at))?;
        Some(Bound { at: at.clone(), excluded: false })
    };
    match (count(least), count(most)) {
        (Some(Bound { at, .. }), None) if at == 1 => Some("not empty".to_owned()),
        (least, most) => range(&least, &most, unit),
    }
}

fn range(lower: &Option<Bound>, upper: &Option<Bound>, unit: &str) -> Option<String> {
    let is_one = upper.as_ref().is_some_and(|upper| upper.at == 1);
    let unit = if is_one { unit.trim_end_matches('s') } else { unit };
    let below = |bound: &Bound| format!("{} {}", if bound.excluded { "<" } else { "≤" }, bound.at);
    let above = |bound: &Bound| format!("{} {}", if bound.excluded { ">" } else { "≥" }, bound.at);
    Some(match (lower, upper) {
        (None, None) => return None,
        (Some(lower), None) => above(lower) + unit,
        (None, Some(upper)) => below(upper) + unit,
        (Some(lower), Some(upper)) if lower.excluded || upper.excluded => {
            format!("{}, {}{unit}", above(lower), below(upper))
        }
        (Some(lower), Some(upper)) if lower.at == upper.at => format!("exactly {}{unit}", lower.at),
        (Some(lower), Some(upper)) => format!("{}–{}{unit}", lower.at, upper.at),
    })
}
