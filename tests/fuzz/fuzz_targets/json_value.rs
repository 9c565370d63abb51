//! JSON to a value and back, and to the contract's own types and back.

#![no_main]

use bulkhead_fuzz::text::is_hidden;
use bulkhead_schema::{Catalog, Schema, ToolError, lint};
use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

fuzz_target!(|bytes: &[u8]| {
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else {
        assert!(serde_json::from_slice::<Catalog>(bytes).is_err(), "a catalog is JSON");
        return;
    };
    // Exactly: a number that a guest gets is the one that was sent.
    let text = value.to_string();
    let again: Value = serde_json::from_str(&text).expect("what was written is JSON");
    assert_eq!(again, value, "{text}");
    assert_eq!(again.to_string(), text);
    if let Some(error) = typed::<ToolError>(bytes, &value) {
        assert!(value.get("code").and_then(Value::as_str) == Some(&error.code));
    }
    if let Some(catalog) = typed::<Catalog>(bytes, &value) {
        linted(&catalog);
    }
});

/// Reads the type from the bytes and from the value, and writes it both ways.
fn typed<T>(bytes: &[u8], value: &Value) -> Option<T>
where
    T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug,
{
    let typed: T = serde_json::from_slice(bytes).ok()?;
    // The other way round it need not be: a field that is there twice is an error in the bytes, and gone in the value.
    assert_eq!(serde_json::from_value::<T>(value.clone()).expect("as from the bytes"), typed);
    let written = serde_json::to_vec(&typed).expect("it is written");
    assert_eq!(serde_json::from_slice::<T>(&written).expect("it is read again"), typed);
    let as_value = serde_json::to_value(&typed).expect("it is a value");
    assert_eq!(serde_json::from_value::<T>(as_value).expect("it is read again"), typed);
    Some(typed)
}

/// A catalog that may serve can be shown as it is, and its schemas compile.
fn linted(catalog: &Catalog) {
    let (problems, quick) = (lint::problems(catalog), lint::quick_problems(catalog));
    assert!(quick.iter().all(|problem| problems.contains(problem)), "{quick:?} but {problems:?}");
    for problem in &problems {
        assert!(!problem.to_string().contains(is_hidden), "{problem:?}");
    }
    if problems.iter().any(|problem| problem.fatal) {
        return;
    }
    let shown = serde_json::to_value(catalog).expect("it is a value");
    assert_eq!(hidden(&shown), None);
    for tool in &catalog.tools {
        assert!(lint::is_name(&tool.name));
        for schema in tool.output_schema.iter().chain([&tool.input_schema]) {
            assert!(Schema::compile(schema).is_ok(), "{schema}");
        }
    }
}

/// The first text that is not as a person sees it.
fn hidden(value: &Value) -> Option<&str> {
    let text = |text: &str| text.contains(is_hidden);
    match value {
        Value::String(string) => text(string).then_some(string),
        Value::Array(items) => items.iter().find_map(hidden),
        Value::Object(fields) => fields
            .iter()
            .find_map(|(name, value)| if text(name) { Some(name.as_str()) } else { hidden(value) }),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}
