//! The library's errors in words for a model: short, exact, and never longer than what they are about.

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use serde_json::Value;

use super::{MAX_VIOLATIONS, Violation};
use crate::nearest::nearest;

/// Characters of a value that are shown: enough to recognise it.
const EXCERPT: usize = 60;

/// Names or values that are listed.
const LISTED: usize = 10;

/// Adds what the error means. `schema` is where the names of known properties are looked up.
pub(super) fn explain(error: &ValidationError<'_>, schema: &Value, into: &mut Vec<Violation>) {
    if into.len() >= MAX_VIOLATIONS {
        return;
    }
    match error.kind() {
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            alternatives(error, context, schema, into)
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            let known = known_properties(error, schema);
            for name in unexpected.iter().take(LISTED) {
                push(error, unknown_property(name, &known), into);
            }
        }
        Kind::PropertyNames { error: inner } => {
            let message =
                format!("the property name {} is not allowed: {}", excerpt(inner.instance()), message(inner));
            push(error, message, into);
        }
        // The library's word for an object that allows no property at all: at the object, about one of its values.
        Kind::FalseSchema if closes_an_object(error) => {
            push(error, "no properties are allowed here".to_owned(), into)
        }
        _ => push(error, message(error), into),
    }
}

fn closes_an_object(error: &ValidationError<'_>) -> bool {
    let keyword = error.schema_path().as_str();
    keyword.strip_suffix("/additionalProperties").is_some_and(|parent| !parent.ends_with("/properties"))
}

fn push(error: &ValidationError<'_>, message: String, into: &mut Vec<Violation>) {
    let violation = Violation { path: error.instance_path().as_str().to_owned(), message };
    if !into.contains(&violation) {
        into.push(violation);
    }
}

/// Of several alternatives, the one that the value was most likely meant for: it has the right type there, and the
/// fewest errors. If no alternative has the right type, all types are named.
fn alternatives(
    error: &ValidationError<'_>,
    branches: &[Vec<ValidationError<'static>>],
    schema: &Value,
    into: &mut Vec<Violation>,
) {
    let here = error.instance_path().as_str();
    let wrong_type = |branch: &&Vec<ValidationError<'static>>| {
        branch.iter().any(|inner| {
            inner.instance_path().as_str() == here
                && matches!(inner.kind(), Kind::Type { .. } | Kind::Constant { .. })
        })
    };
    let meant =
        branches.iter().filter(|branch| !branch.is_empty() && !wrong_type(branch)).min_by_key(|b| b.len());
    if let Some(branch) = meant {
        for inner in branch {
            explain(inner, schema, into);
        }
        return;
    }
    let mut expected: Vec<String> = Vec::new();
    for inner in branches.iter().flatten().filter(|inner| inner.instance_path().as_str() == here) {
        let one = match inner.kind() {
            Kind::Type { kind } => types(kind),
            Kind::Constant { expected_value } => excerpt(expected_value),
            _ => continue,
        };
        if !expected.contains(&one) {
            expected.push(one);
        }
    }
    let expected = if expected.is_empty() { "something else".to_owned() } else { expected.join(" or ") };
    push(error, format!("expected {expected}, got {}", described(error.instance())), into);
}

#[allow(clippy::too_many_lines, reason = "one line for each keyword of JSON Schema")]
fn message(error: &ValidationError<'_>) -> String {
    let value = error.instance().as_ref();
    let got = || described(value);
    match error.kind() {
        Kind::Type { kind } => format!("expected {}, got {}", types(kind), got()),
        Kind::Required { property } => format!("missing property {}", excerpt(property)),
        Kind::Enum { options } => not_listed(value, options),
        Kind::Constant { expected_value } => format!("expected {}, got {}", excerpt(expected_value), got()),
        Kind::Minimum { limit } => format!("expected at least {limit}, got {}", got()),
        Kind::Maximum { limit } => format!("expected at most {limit}, got {}", got()),
        Kind::ExclusiveMinimum { limit } => format!("expected more than {limit}, got {}", got()),
        Kind::ExclusiveMaximum { limit } => format!("expected less than {limit}, got {}", got()),
        Kind::MultipleOf { multiple_of } => format!("expected a multiple of {multiple_of}, got {}", got()),
        Kind::MinLength { limit } => format!("expected at least {limit} characters, got {}", got()),
        Kind::MaxLength { limit } => {
            format!("expected at most {limit} characters, got {} of them", characters(value))
        }
        Kind::MinItems { limit } => format!("expected at least {limit} items, got {} of them", items(value)),
        Kind::MaxItems { limit } => format!("expected at most {limit} items, got {} of them", items(value)),
        Kind::AdditionalItems { limit } => {
            format!("expected at most {limit} items, got {} of them", items(value))
        }
        Kind::UnevaluatedItems { .. } => format!("there are items that are not expected in {}", got()),
        Kind::MinProperties { limit } => {
            format!("expected at least {limit} properties, got {}", items(value))
        }
        Kind::MaxProperties { limit } => format!("expected at most {limit} properties, got {}", items(value)),
        Kind::Pattern { pattern } => format!("expected text that matches {}, got {}", cut(pattern), got()),
        Kind::Format { format } => format!("expected text in the format \"{}\", got {}", cut(format), got()),
        Kind::UniqueItems => "expected every item once, and one is there twice".to_owned(),
        Kind::Contains => "an item that must be there is missing".to_owned(),
        Kind::Not { schema } => {
            format!("{} is of a form that is not allowed here: {}", got(), excerpt(schema))
        }
        Kind::OneOfMultipleValid { .. } => {
            format!("{} fits several of the alternatives; exactly one must fit", got())
        }
        Kind::FalseSchema => format!("nothing is allowed here, got {}", got()),
        Kind::ContentEncoding { content_encoding } => {
            format!("expected text encoded as {}", cut(content_encoding))
        }
        Kind::ContentMediaType { content_media_type } => format!("expected {}", cut(content_media_type)),
        Kind::FromUtf8 { .. } => "expected encoded UTF-8".to_owned(),
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
            "the pattern of the schema is too costly for this text".to_owned()
        }
        Kind::Custom { message, .. } => cut(message),
        Kind::Referencing(reference) => cut(&reference.to_string()),
        Kind::AnyOf { .. } | Kind::OneOfNotValid { .. } => format!("{} fits none of the alternatives", got()),
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            format!("unknown properties {}", list(unexpected.iter().map(|name| format!("\"{}\"", cut(name)))))
        }
        Kind::PropertyNames { error } => message(error),
    }
}

fn types(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Single(one) => one.as_str().to_owned(),
        TypeKind::Multiple(several) => {
            several.iter().map(|one| one.as_str()).collect::<Vec<_>>().join(" or ")
        }
    }
}

fn not_listed(value: &Value, options: &Value) -> String {
    let options = options.as_array().map(Vec::as_slice).unwrap_or_default();
    let near = value.as_str().and_then(|written| nearest(written, options.iter().filter_map(Value::as_str)));
    let hint = near.map(|near| format!(" (did you mean \"{}\"?)", cut(near))).unwrap_or_default();
    format!("expected one of {}, got {}{hint}", list(options.iter().map(excerpt)), described(value))
}

fn unknown_property(name: &str, known: &[&str]) -> String {
    let hint = match nearest(name, known.iter().copied()) {
        Some(near) => format!("; did you mean \"{}\"?", cut(near)),
        None if known.is_empty() => String::new(),
        None => format!("; known are {}", list(known.iter().map(|name| format!("\"{}\"", cut(name))))),
    };
    format!("unknown property \"{}\"{hint}", cut(name))
}

/// The names beside the keyword that refused: `schema_path` leads to the keyword.
fn known_properties<'s>(error: &ValidationError<'_>, schema: &'s Value) -> Vec<&'s str> {
    let keyword = error.schema_path().as_str();
    let beside = keyword.rsplit_once('/').map_or("", |(parent, _)| parent);
    let properties =
        schema.pointer(beside).and_then(|parent| parent.get("properties")).and_then(Value::as_object);
    properties.map(|properties| properties.keys().map(String::as_str).collect()).unwrap_or_default()
}

/// The type and the beginning of a value: `string "a"`.
pub(super) fn described(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) => format!("boolean {}", excerpt(value)),
        Value::Number(number) if number.is_f64() => format!("number {}", excerpt(value)),
        Value::Number(_) => format!("integer {}", excerpt(value)),
        Value::String(_) => format!("string {}", excerpt(value)),
        Value::Array(_) => format!("array {}", excerpt(value)),
        Value::Object(_) => format!("object {}", excerpt(value)),
    }
}

/// The beginning of a value as JSON.
pub(super) fn excerpt(value: &Value) -> String {
    match value {
        // A long string is cut before it is escaped, so that megabytes are not copied for sixty characters.
        Value::String(text) if text.chars().nth(EXCERPT).is_some() => {
            format!("{}…", Value::String(text.chars().take(EXCERPT).collect()))
        }
        Value::Array(items) if items.len() > EXCERPT => format!("of {} items", items.len()),
        Value::Object(fields) if fields.len() > EXCERPT => format!("of {} properties", fields.len()),
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => cut(&value.to_string()),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(EXCERPT + 2) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

fn list(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(LISTED);
    let shown = names.take(LISTED).collect::<Vec<_>>().join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

fn characters(value: &Value) -> usize {
    value.as_str().map_or(0, |text| text.chars().count())
}

fn items(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.len(),
        Value::Object(fields) => fields.len(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}
