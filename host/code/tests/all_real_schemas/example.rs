//! Values that a schema accepts, and some that it does not.
//!
//! This reads schemas on its own and knows nothing of how declarations are made, so that the two can disagree.

use serde_json::{Map, Value, json};

/// Values nested deeper than this end with what is shortest.
const MOST_LEVELS: usize = 6;

/// A value with the least in it, and one with everything.
pub fn accepted(schema: &Value) -> Vec<Value> {
    let mut values: Vec<Value> = [false, true]
        .iter()
        .filter_map(|full| Maker { root: schema, full: *full }.value(schema, 0))
        .collect();
    values.dedup();
    values
}

/// The least, with one property of the wrong kind in each.
pub fn refused(schema: &Value) -> Vec<Value> {
    let Some(base) = (Maker { root: schema, full: false }).value(schema, 0) else { return Vec::new() };
    let properties = schema.get("properties").and_then(Value::as_object);
    let wrong = |(name, of): (&String, &Value)| {
        let mut value = base.clone();
        value.as_object_mut()?.insert(name.clone(), other_than(of)?);
        Some(value)
    };
    properties.into_iter().flatten().filter_map(wrong).take(3).collect()
}

/// A value of another kind than a property is, if that is said plainly.
fn other_than(schema: &Value) -> Option<Value> {
    if ["$ref", "nullable", "anyOf", "oneOf", "allOf"].iter().any(|key| schema.get(*key).is_some()) {
        return None;
    }
    match schema.get("type")?.as_str()? {
        "string" => Some(json!(12345)),
        "integer" | "number" | "boolean" => Some(json!("text")),
        "array" | "object" => Some(json!(12345)),
        _ => None,
    }
}

struct Maker<'a> {
    root: &'a Value,
    full: bool,
}

impl<'a> Maker<'a> {
    fn value(&self, schema: &'a Value, level: usize) -> Option<Value> {
        let Some(map) = schema.as_object() else { return (schema == &json!(true)).then_some(Value::Null) };
        if level > 3 * MOST_LEVELS {
            return None;
        }
        if let Some(of) = map.get("const") {
            return Some(of.clone());
        }
        if let Some(of) = map.get("enum").and_then(Value::as_array).and_then(|values| values.last()) {
            return Some(of.clone());
        }
        let value = self.combined(map, level)?;
        // A default of the right kind is as good as a made-up value, and sometimes less simple.
        match map.get("default") {
            Some(default) if same_kind(default, &value) && !default.is_object() && !default.is_array() => {
                Some(default.clone())
            }
            _ => Some(value),
        }
    }

    fn combined(&self, map: &'a Map<String, Value>, level: usize) -> Option<Value> {
        // A part that only requires a property leaves it to the others to say what the property is.
        let is_combined = ["allOf", "anyOf", "oneOf"].iter().any(|key| map.contains_key(*key));
        let maker = Maker { root: self.root, full: self.full || is_combined };
        let mut value = maker.own(map, level);
        let target = map.get("$ref").and_then(Value::as_str).map(|to| self.root.pointer(&to[1..]));
        let all = map.get("allOf").and_then(Value::as_array).into_iter().flatten();
        for part in target.into_iter().flatten().chain(all) {
            value = Some(merged(value, maker.value(part, level + 1)?));
        }
        for key in ["anyOf", "oneOf"] {
            let members = map.get(key).and_then(Value::as_array);
            let Some(members) = members.filter(|members| !members.is_empty()) else { continue };
            let chosen = if self.full { members.last() } else { members.first() };
            let first = chosen.and_then(|member| self.value(member, level + 1));
            let member = first.or_else(|| members.iter().find_map(|member| self.value(member, level + 1)));
            value = Some(merged(value, member?));
        }
        Some(value.unwrap_or(Value::Null))
    }

    fn own(&self, map: &'a Map<String, Value>, level: usize) -> Option<Value> {
        let name = match map.get("type") {
            Some(Value::String(name)) => name.as_str(),
            Some(Value::Array(names)) if self.full => names.last()?.as_str()?,
            Some(Value::Array(names)) => names.first()?.as_str()?,
            _ if map.contains_key("properties") || map.contains_key("required") => "object",
            _ => return None,
        };
        Some(match name {
            "string" => json!("text"),
            "integer" | "number" => map.get("minimum").cloned().unwrap_or(json!(1)),
            "boolean" => json!(true),
            "array" => self.array(map, level),
            "object" => self.object(map, level),
            _ => Value::Null,
        })
    }

    fn array(&self, map: &'a Map<String, Value>, level: usize) -> Value {
        let least = map.get("minItems").and_then(Value::as_u64).unwrap_or(0);
        match map.get("items") {
            Some(Value::Array(items)) => {
                items.iter().filter_map(|item| self.value(item, level + 1)).collect::<Vec<_>>().into()
            }
            Some(items) if least > 0 || self.full && level < MOST_LEVELS => {
                let count = usize::try_from(least.max(1)).unwrap_or(1);
                self.value(items, level + 1).map_or(json!([]), |item| vec![item; count].into())
            }
            _ => json!([]),
        }
    }

    fn object(&self, map: &'a Map<String, Value>, level: usize) -> Value {
        let required: Vec<&str> = map
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let mut object = Map::new();
        let listed = map.get("properties").and_then(Value::as_object);
        for (name, of) in listed.into_iter().flatten() {
            if required.contains(&name.as_str()) || self.full && level < MOST_LEVELS {
                object.extend(self.value(of, level + 1).map(|value| (name.clone(), value)));
            }
        }
        for name in required {
            object.entry(name).or_insert(Value::Null);
        }
        if let Some(others @ Value::Object(_)) = map.get("additionalProperties").filter(|_| self.full) {
            object.extend(self.value(others, level + 1).map(|value| ("another key".to_owned(), value)));
        }
        object.into()
    }
}

fn same_kind(one: &Value, other: &Value) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}

fn merged(one: Option<Value>, other: Value) -> Value {
    match (one, other) {
        (Some(Value::Object(mut one)), Value::Object(other)) => {
            for (name, value) in other {
                if one.get(&name).is_none_or(Value::is_null) {
                    one.insert(name, value);
                }
            }
            one.into()
        }
        // Nothing is known of what a part without a type wants.
        (Some(one), Value::Null) => one,
        (_, other) => other,
    }
}
