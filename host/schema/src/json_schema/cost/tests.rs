#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use serde_json::json;

use super::*;

#[test]
fn references_are_counted_as_if_written_out() {
    let once = of(&json!({ "$defs": { "a": { "type": "string" } }, "$ref": "#/$defs/a" })).unwrap();
    let twice = of(
        &json!({ "$defs": { "a": { "type": "string" } }, "allOf": [{ "$ref": "#/$defs/a" }, { "$ref": "#/$defs/a" }] }),
    );
    assert_eq!((once.parts, once.loops), (2, 0));
    assert_eq!(twice.unwrap().parts, 6);
}

#[test]
fn loops_are_counted() {
    let list = of(&json!({ "properties": { "next": { "$ref": "#" } } })).unwrap();
    assert_eq!(list.loops, 1);
    assert_eq!(list.steps_to_explain(Size { parts: 10, depth: 100 }), list.steps(10));
    let tree = of(&json!({ "properties": { "left": { "$ref": "#" }, "right": { "$ref": "#" } } })).unwrap();
    assert_eq!(tree.loops, 2);
    assert_eq!(tree.steps_to_explain(Size { parts: 1, depth: 3 }), tree.steps(1) * 8);
    assert_eq!(tree.steps_to_explain(Size { parts: 1, depth: 1000 }), u64::MAX);
}

#[test]
fn a_value_is_counted_in_parts_and_levels() {
    let Size { parts, depth } = size(&json!({ "a": [1, 2, { "b": null }] }));
    assert_eq!((parts, depth), (6, 3));
}
