//! A value that is too large to be answered whole: what is answered of it is JSON all the same, and says what is missing.

use serde_json::{Map, Value, json};

/// What was left out of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Omitted {
    /// Where, such as `$.items[20…]`.
    pub path: String,
    /// What, such as `980 of 1000 items`.
    pub what: String,
}

impl Omitted {
    /// As it is answered.
    pub fn to_json(&self) -> Value {
        json!({ "at": self.path, "left_out": self.what })
    }
}

/// How many places are told; the value says the rest itself.
const TOLD: usize = 20;

/// A text shorter than this is not cut: a name or a date that ends early misleads.
const TEXT: usize = 200;

/// Cuts a value to about `limit` bytes of JSON: the ends of long lists and texts, and the last properties of objects.
pub fn cut(value: Value, limit: usize) -> (Value, Vec<Omitted>) {
    if size(&value) <= limit {
        return (value, Vec::new());
    }
    let mut omitted = Vec::new();
    let value = part(value, limit, "$", &mut omitted);
    omitted.truncate(TOLD);
    (value, omitted)
}

/// Bytes of the value as JSON.
fn size(value: &Value) -> usize {
    match value {
        Value::Null => 4,
        Value::Bool(flag) => 5 - usize::from(*flag),
        Value::Number(number) => number.to_string().len(),
        Value::String(text) => text_size(text),
        Value::Array(items) => 2 + items.iter().map(|item| size(item) + 1).sum::<usize>(),
        Value::Object(fields) => 2 + fields.iter().map(|(key, item)| field_size(key, item)).sum::<usize>(),
    }
}

/// Escapes included.
fn text_size(text: &str) -> usize {
    let escaped = |byte: u8| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 8 | 12 => 2,
        0..0x20 => 6,
        _ => 1,
    };
    2 + text.bytes().map(escaped).sum::<usize>()
}

fn field_size(key: &str, value: &Value) -> usize {
    text_size(key) + size(value) + 2
}

fn part(value: Value, limit: usize, path: &str, omitted: &mut Vec<Omitted>) -> Value {
    if size(&value) <= limit {
        return value;
    }
    match value {
        Value::String(text) => short(&text, limit, path, omitted),
        Value::Array(items) => first_items(items, limit, path, omitted),
        Value::Object(fields) => first_fields(fields, limit, path, omitted),
        small => small,
    }
}

fn short(text: &str, limit: usize, path: &str, omitted: &mut Vec<Omitted>) -> Value {
    let kept = text.floor_char_boundary(limit.max(TEXT));
    if kept == text.len() {
        return Value::String(text.to_owned());
    }
    let (whole, left) = (text.chars().count(), text[kept..].chars().count());
    omitted.push(Omitted { path: path.to_owned(), what: format!("the last {left} of {whole} characters") });
    Value::String(format!("{}…", &text[..kept]))
}

fn first_items(items: Vec<Value>, limit: usize, path: &str, omitted: &mut Vec<Omitted>) -> Value {
    let (whole, mut left, mut kept) = (items.len(), limit.saturating_sub(2), Vec::new());
    for item in items {
        let needed = size(&item) + 1;
        if needed > left {
            // One that is most of the list is shown in part; of many, the first are shown whole.
            if kept.is_empty() {
                kept.push(part(item, left.max(TEXT), &format!("{path}[0]"), omitted));
            }
            break;
        }
        left -= needed;
        kept.push(item);
    }
    if kept.len() < whole {
        let what = format!("{} of {whole} items", whole - kept.len());
        omitted.push(Omitted { path: format!("{path}[{}…]", kept.len()), what });
    }
    Value::Array(kept)
}

/// What is small stays whole, and the large ones share what is left.
fn first_fields(fields: Map<String, Value>, limit: usize, path: &str, omitted: &mut Vec<Omitted>) -> Value {
    let whole = fields.len();
    let share = limit / whole.max(1);
    let is_small = |key: &str, value: &Value| field_size(key, value) <= share;
    let small: usize = fields
        .iter()
        .filter(|(key, value)| is_small(key, value))
        .map(|(key, value)| field_size(key, value))
        .sum();
    let large = fields.iter().filter(|(key, value)| !is_small(key, value)).count().max(1);
    let each = limit.saturating_sub(small) / large;
    let (mut kept, mut used, mut missing) = (Map::new(), 0, 0);
    for (key, value) in fields {
        // Thousands of keys are too much by themselves.
        if used > limit {
            missing += 1;
            continue;
        }
        let value = match is_small(&key, &value) {
            true => value,
            false => part(value, each, &format!("{path}.{key}"), omitted),
        };
        used += field_size(&key, &value);
        kept.insert(key, value);
    }
    if missing > 0 {
        omitted.push(Omitted { path: path.to_owned(), what: format!("{missing} of {whole} properties") });
    }
    Value::Object(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_whole() {
        let value = json!({ "a": [1, "x", null], "b": "é\n" });
        let length = value.to_string().len();
        assert_eq!(cut(value.clone(), length + 4), (value, Vec::new()));
    }

    #[test]
    fn long_lists_and_texts_lose_their_ends_and_the_rest_stays() {
        let items: Vec<Value> = (0..1000).map(|n| json!({ "id": n, "name": "x".repeat(50) })).collect();
        let value = json!({ "count": 1000, "items": items, "text": "é".repeat(100_000) });
        let (cut, omitted) = cut(value, 10_000);
        let length = cut.to_string().len();
        assert!((5_000..14_000).contains(&length), "{length}");
        assert_eq!(cut["count"], 1000);
        let kept = cut["items"].as_array().map_or(0, Vec::len);
        assert_eq!(cut["items"][kept - 1]["id"], kept - 1);
        let told: Vec<_> = omitted.iter().map(|it| (it.path.as_str(), it.what.as_str())).collect();
        assert_eq!(told[0].0, format!("$.items[{kept}…]"));
        assert_eq!(told[0].1, format!("{} of 1000 items", 1000 - kept));
        assert_eq!(told[1].0, "$.text");
    }

    #[test]
    fn deep_and_wide_values_end_somewhere() {
        let wide: Map<String, Value> = (0..10_000).map(|n| (format!("key{n}"), json!(n))).collect();
        let (cut_value, omitted) = cut(Value::Object(wide), 2_000);
        assert!(cut_value.to_string().len() < 4_000 && omitted.len() == 1, "{omitted:?}");
        let mut deep = json!("x".repeat(5_000));
        for _ in 0..100 {
            deep = json!([deep]);
        }
        assert!(cut(deep, 1_000).0.to_string().len() < 2_000);
    }
}
