#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{input, output, wrapped_output};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Point {
    /// Eastward.
    x: i32,
    #[serde(default)]
    label: Option<String>,
}

#[test]
fn a_struct_is_described_inline_and_without_its_name() {
    assert_eq!(
        input::<Point>(),
        json!({
            "type": "object",
            "properties": {
                "x": {"type": "integer", "description": "Eastward.", "minimum": i32::MIN, "maximum": i32::MAX},
                "label": {"type": ["string", "null"], "default": null},
            },
            "required": ["x"],
        })
    );
}

#[test]
fn a_result_that_is_an_object_is_described_as_it_is() {
    assert_eq!(output::<Point>()["required"], json!(["x", "label"]), "what is written is always there");
    assert_eq!(output::<BTreeMap<String, bool>>()["additionalProperties"], json!({"type": "boolean"}));
}

#[test]
fn what_may_be_anything_is_an_object_that_says_nothing() {
    let expected = json!({"type": "array", "items": {}});
    assert_eq!(output::<Vec<Value>>()["properties"]["result"], expected);
}

#[test]
fn a_result_that_is_no_object_goes_into_a_field() {
    let list = json!({
        "type": "object",
        "properties": {"result": {"type": "array", "items": {"type": "string"}}},
        "required": ["result"],
    });
    assert_eq!(output::<Vec<String>>(), list);
    assert_eq!(output::<bool>()["properties"]["result"], json!({"type": "boolean"}));
}

#[derive(Serialize, JsonSchema)]
#[allow(dead_code, reason = "only its schema matters")]
#[serde(rename_all = "snake_case")]
enum Colour {
    Red,
    Green,
}

#[derive(Serialize, JsonSchema)]
#[allow(dead_code, reason = "only its schema matters")]
#[serde(tag = "kind")]
enum Tagged {
    Circle { radius: f64 },
    Square { side: f64 },
}

#[derive(Serialize, JsonSchema)]
#[allow(dead_code, reason = "only its schema matters")]
enum Mixed {
    Nothing,
    Something { here: bool },
}

#[test]
fn an_enumeration_is_an_object_when_every_variant_is() {
    assert_eq!(output::<Colour>()["properties"]["result"]["enum"], json!(["red", "green"]));
    let tagged = output::<Tagged>();
    assert_eq!(tagged["type"], "object");
    assert_eq!(tagged["oneOf"].as_array().unwrap().len(), 2);
}

#[test]
#[should_panic(expected = "sometimes an object and sometimes not")]
fn an_enumeration_of_both_kinds_is_refused() {
    output::<Mixed>();
}

#[derive(Serialize, JsonSchema)]
struct Tree {
    children: Vec<Tree>,
}

#[test]
fn a_type_that_contains_itself_keeps_a_reference_that_resolves() {
    assert_eq!(output::<Tree>()["type"], "object");
    let wrapped = wrapped_output::<Vec<Tree>>();
    let children = "/properties/result/items/properties/children/items/$ref";
    let reference = wrapped.pointer(children).and_then(Value::as_str).unwrap();
    assert!(wrapped.pointer(reference.strip_prefix('#').unwrap()).is_some(), "{wrapped:#}");
}

#[test]
fn numbers_have_bounds_and_no_format_of_their_own() {
    assert_eq!(input::<u16>(), json!({"type": "integer", "minimum": 0, "maximum": 65535}));
    assert_eq!(input::<u64>(), json!({"type": "integer", "minimum": 0}));
    assert_eq!(input::<f64>(), json!({"type": "number"}));
    assert_eq!(output::<u16>()["properties"]["result"], input::<u16>());
}
