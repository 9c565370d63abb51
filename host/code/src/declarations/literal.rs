//! Values as types.

use serde_json::Value;

use super::shape::{Kind, Type};
use super::text::{key, quoted};

/// So many characters of an enumeration are shown: about a hundred country codes or twenty names of events. What is left
/// out costs a model a failed call at worst, and the error names the values.
const MOST_SHOWN: usize = 800;

/// Objects and lists in an enumeration are rare and small.
const MOST_LEVELS: usize = 4;

pub(super) fn kind_of(value: &Value) -> Kind {
    match value {
        Value::Null => Kind::Null,
        Value::Bool(_) => Kind::Boolean,
        Value::Number(_) => Kind::Number,
        Value::String(_) => Kind::String,
        Value::Array(_) => Kind::Array,
        Value::Object(_) => Kind::Object,
    }
}

/// The type of one value.
pub(super) fn literal(value: &Value) -> Type {
    let kind = kind_of(value);
    match (kind, text(value, 0)) {
        (Kind::Null, _) | (_, None) => Type::Plain(kind),
        (_, Some(text)) if text.len() > MOST_SHOWN => Type::Plain(kind),
        (_, Some(text)) => Type::Literal(kind, text),
    }
}

/// Any of these values, if the kinds that are allowed beside them allow it. An enumeration of nothing but other kinds is
/// taken as it is: its author meant the values.
pub(super) fn any_of(values: &[Value], allowed: &[Kind]) -> Type {
    let fits = |value: &&Value| allowed.is_empty() || allowed.contains(&kind_of(value));
    let mut values: Vec<&Value> = values.iter().collect();
    if values.iter().any(fits) {
        values.retain(fits);
    }
    let mut members: Vec<Type> = Vec::new();
    let mut length = 0;
    for (place, value) in values.iter().enumerate() {
        let member = literal(value);
        if let Type::Literal(_, text) = &member {
            length += text.len() + " | ".len();
        }
        if length > MOST_SHOWN {
            members.push(left_out(&values[place..]));
            break;
        }
        members.push(member);
    }
    Type::Union(members)
}

/// The kinds of what is not shown, so that the type accepts it.
fn left_out(values: &[&Value]) -> Type {
    let mut kinds: Vec<Type> = Vec::new();
    for value in values {
        let kind = Type::Plain(kind_of(value));
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    Type::Noted(format!("{} more", values.len()), Box::new(Type::Union(kinds)))
}

fn text(value: &Value, level: usize) -> Option<String> {
    let inner = |value: &Value| if level < MOST_LEVELS { text(value, level + 1) } else { None };
    match value {
        Value::String(text) => Some(quoted(text)),
        Value::Array(items) => {
            let items: Option<Vec<_>> = items.iter().map(inner).collect();
            Some(format!("[{}]", items?.join(", ")))
        }
        // `{}` would be anything but null.
        Value::Object(map) if map.is_empty() => Some("Record<string, never>".to_owned()),
        Value::Object(map) => {
            let property =
                |(name, value): (&String, &Value)| Some(format!("{}: {}", key(name), inner(value)?));
            let properties: Option<Vec<_>> = map.iter().map(property).collect();
            Some(format!("{{ {} }}", properties?.join("; ")))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
    }
}
