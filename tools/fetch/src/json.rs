//! A part of a JSON document.

use bulkhead_sdk::ToolError;
use bulkhead_tool_common::{ANSWER, cut_start, nearest, thousands};
use serde_json::{Value, json};

/// A part of a document.
#[derive(Debug, PartialEq)]
pub struct Part {
    /// The value; of a list, the elements of this page.
    pub value: Value,
    /// How many elements the list has.
    pub total: Option<usize>,
    /// Where the next page of the list begins.
    pub next_start: Option<usize>,
}

/// The value at a JSON Pointer (RFC 6901), small enough for an answer.
///
/// # Errors
///
/// `invalid` for what is no pointer, `not_found` when it leads nowhere, `too_large` with the sizes of what is in the value.
pub fn part(document: &Value, pointer: &str, start: usize, limit: usize) -> Result<Part, ToolError> {
    match at(document, pointer)? {
        Value::Array(elements) => page(elements, pointer, start, limit),
        value => {
            let size = size(value);
            if size > ANSWER {
                return Err(too_large(value, pointer, size));
            }
            Ok(Part { value: value.clone(), total: None, next_start: None })
        }
    }
}

fn size(value: &Value) -> usize {
    value.to_string().len()
}

fn at<'a>(document: &'a Value, pointer: &str) -> Result<&'a Value, ToolError> {
    if !pointer.is_empty() && !pointer.starts_with('/') {
        return Err(ToolError::invalid(format!(
            "`{pointer}` is not a JSON Pointer. One begins with `/`, such as `/items/0/name`; an empty one is the whole."
        )));
    }
    let mut value = document;
    for (index, step) in pointer.split('/').enumerate().skip(1) {
        let key = step.replace("~1", "/").replace("~0", "~");
        let found = match value {
            Value::Object(fields) => fields.get(&key),
            Value::Array(elements) => key.parse::<usize>().ok().and_then(|index| elements.get(index)),
            _ => None,
        };
        value = found.ok_or_else(|| nothing(value, &key, pointer, index))?;
    }
    Ok(value)
}

fn nothing(value: &Value, key: &str, pointer: &str, steps: usize) -> ToolError {
    let so_far: Vec<&str> = pointer.split('/').take(steps).collect();
    let place = match so_far.join("/") {
        place if place.is_empty() => "the document".to_owned(),
        place => format!("`{place}`"),
    };
    let what = match value {
        Value::Object(fields) => {
            // Enough to see what kind of keys there are.
            let some: Vec<&str> = fields.keys().map(String::as_str).take(30).collect();
            let near = nearest(key, fields.keys().map(String::as_str));
            match near.first() {
                Some(near) => format!("is an object without `{key}`; it has `{near}`"),
                None => format!("is an object without `{key}`; it has {}", some.join(", ")),
            }
        }
        Value::Array(elements) => {
            format!("is a list of {}, without an element `{key}`", thousands(elements.len()))
        }
        _ => "has nothing in it".to_owned(),
    };
    ToolError::not_found(format!("`{pointer}` leads nowhere: {place} {what}."))
}

fn page(elements: &[Value], pointer: &str, start: usize, limit: usize) -> Result<Part, ToolError> {
    let (mut room, mut page) = (ANSWER, Vec::new());
    for element in elements.iter().skip(start).take(limit) {
        let size = size(element);
        if size > room {
            break;
        }
        room -= size;
        page.push(element.clone());
    }
    let end = start.saturating_add(page.len());
    if let (true, Some(element)) = (page.is_empty(), elements.get(start)) {
        return Err(too_large(element, &format!("{pointer}/{start}"), size(element)));
    }
    let total = elements.len();
    Ok(Part { value: Value::Array(page), total: Some(total), next_start: (end < total).then_some(end) })
}

fn too_large(value: &Value, pointer: &str, size: usize) -> ToolError {
    let inside: Vec<String> = match value {
        Value::Object(fields) => fields.iter().map(|(key, value)| described(key, value)).collect(),
        _ => Vec::new(),
    };
    let inside = cut_start(&inside.join(", "), 2000);
    let what = if inside.is_empty() {
        "Use fetch to read it in pieces.".to_owned()
    } else {
        format!("Point to something in it: {inside}.")
    };
    let place =
        if pointer.is_empty() { "The document".to_owned() } else { format!("The value at `{pointer}`") };
    ToolError::too_large(format!("{place} has {} bytes, too many for an answer. {what}", thousands(size)))
        .detail(json!({ "pointer": pointer, "bytes": size }))
}

fn described(key: &str, value: &Value) -> String {
    let step = key.replace('~', "~0").replace('/', "~1");
    match value {
        Value::Array(elements) => format!("/{step} (a list of {})", thousands(elements.len())),
        Value::Object(fields) => format!("/{step} (an object of {} bytes)", thousands(size(&json!(fields)))),
        value => format!("/{step} ({} bytes)", thousands(size(value))),
    }
}

#[cfg(test)]
mod tests;
