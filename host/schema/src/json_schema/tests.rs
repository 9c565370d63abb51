#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::time::{Duration, Instant};

use serde_json::{Map, json};

use super::*;

fn violations(schema: Value, value: Value) -> Vec<String> {
    match Schema::compile(&schema).unwrap().check(&value) {
        Ok(()) => Vec::new(),
        Err(violations) => violations.iter().map(ToString::to_string).collect(),
    }
}

fn refused(schema: Value) -> SchemaError {
    Schema::compile(&schema).unwrap_err()
}

/// A schema, a value, and every word that the model hears.
#[test]
fn messages_are_exact() {
    let range = json!({
        "type": "object",
        "properties": { "range": { "type": "object", "properties": { "start": { "type": "integer" }, "end": { "type": "integer" } },
                                   "required": ["start", "end"], "additionalProperties": false } },
        "required": ["range"],
    });
    let cases: Vec<(Value, Value, &[&str])> = vec![
        (
            range.clone(),
            json!({ "range": { "start": "a", "end": 1 } }),
            &["/range/start: expected integer, got string \"a\""],
        ),
        (range.clone(), json!({ "range": { "start": 1 } }), &["/range: missing property \"end\""]),
        (range.clone(), json!({}), &["missing property \"range\""]),
        (range.clone(), json!([1]), &["expected object, got array [1]"]),
        (
            range.clone(),
            json!({ "range": { "start": 1, "end": 2, "strat": 3 } }),
            &["/range: unknown property \"strat\"; did you mean \"start\"?"],
        ),
        (
            range,
            json!({ "range": { "start": 1, "end": 2, "zzz": 3 } }),
            &["/range: unknown property \"zzz\"; known are \"end\", \"start\""],
        ),
        (json!({ "type": ["string", "null"] }), json!(1.5), &["expected null or string, got number 1.5"]),
        (json!({ "type": "integer" }), json!("5"), &["expected integer, got string \"5\""]),
        (
            json!({ "enum": ["read", "write", 3] }),
            json!("wriet"),
            &["expected one of \"read\", \"write\", 3, got string \"wriet\" (did you mean \"write\"?)"],
        ),
        (json!({ "const": { "a": 1 } }), json!(null), &["expected {\"a\":1}, got null"]),
        (json!({ "minimum": 1 }), json!(0), &["expected at least 1, got integer 0"]),
        (json!({ "maximum": 1.5 }), json!(2), &["expected at most 1.5, got integer 2"]),
        (json!({ "exclusiveMinimum": 1 }), json!(1), &["expected more than 1, got integer 1"]),
        (json!({ "exclusiveMaximum": 1 }), json!(1), &["expected less than 1, got integer 1"]),
        (json!({ "multipleOf": 5 }), json!(7), &["expected a multiple of 5, got integer 7"]),
        (json!({ "minLength": 2 }), json!("ü"), &["expected at least 2 characters, got string \"ü\""]),
        (json!({ "maxLength": 2 }), json!("abc"), &["expected at most 2 characters, got 3 of them"]),
        (json!({ "minItems": 1 }), json!([]), &["expected at least 1 items, got 0 of them"]),
        (json!({ "maxItems": 1 }), json!([1, 2]), &["expected at most 1 items, got 2 of them"]),
        (json!({ "minProperties": 1 }), json!({}), &["expected at least 1 properties, got 0"]),
        (json!({ "maxProperties": 0 }), json!({ "a": 1 }), &["expected at most 0 properties, got 1"]),
        (
            json!({ "uniqueItems": true }),
            json!([1, 1]),
            &["expected every item once, and one is there twice"],
        ),
        (json!({ "pattern": "^a+$" }), json!("b"), &["expected text that matches ^a+$, got string \"b\""]),
        (json!({ "contains": { "const": 1 } }), json!([2]), &["an item that must be there is missing"]),
        (
            json!({ "not": { "type": "null" } }),
            json!(null),
            &["null is of a form that is not allowed here: {\"type\":\"null\"}"],
        ),
        (
            json!({ "properties": { "a": false } }),
            json!({ "a": 1 }),
            &["/a: nothing is allowed here, got integer 1"],
        ),
        (
            json!({ "propertyNames": { "maxLength": 1 } }),
            json!({ "ab": 1 }),
            &["the property name \"ab\" is not allowed: expected at most 1 characters, got 2 of them"],
        ),
        (
            json!({ "prefixItems": [{}], "items": false }),
            json!([1, 2]),
            &["/1: nothing is allowed here, got integer 2"],
        ),
        (json!({ "items": { "type": "string" } }), json!(["a", 1]), &["/1: expected string, got integer 1"]),
        (
            json!({ "properties": { "a/b~c": { "type": "null" } } }),
            json!({ "a/b~c": 1 }),
            &["/a~1b~0c: expected null, got integer 1"],
        ),
        (
            json!({ "anyOf": [{ "type": "string" }, { "type": "null" }, { "const": 7 }] }),
            json!(1),
            &["expected string or null or 7, got integer 1"],
        ),
        (
            json!({ "oneOf": [{ "type": "string" }, { "type": "object", "required": ["id"] }] }),
            json!({}),
            &["missing property \"id\""],
        ),
        (
            json!({ "oneOf": [{ "type": "integer" }, { "minimum": 1 }] }),
            json!(1),
            &["integer 1 fits several of the alternatives; exactly one must fit"],
        ),
        (
            json!({ "anyOf": [
                { "properties": { "kind": { "const": "a" }, "n": { "type": "integer" } }, "required": ["kind"] },
                { "properties": { "kind": { "const": "b" }, "s": { "type": "string" } }, "required": ["kind", "s"] },
            ] }),
            json!({ "kind": "a", "n": "x" }),
            &["/n: expected integer, got string \"x\""],
        ),
        (
            json!({ "properties": { "a": {} }, "unevaluatedProperties": false }),
            json!({ "aa": 1 }),
            &["unknown property \"aa\"; did you mean \"a\"?"],
        ),
        (
            json!({ "$defs": { "p": { "properties": { "x": { "type": "integer" } }, "additionalProperties": false } },
                    "properties": { "at": { "$ref": "#/$defs/p" } } }),
            json!({ "at": { "xx": 1 } }),
            &["/at: unknown property \"xx\"; did you mean \"x\"?"],
        ),
    ];
    for (schema, value, expected) in cases {
        assert_eq!(violations(schema.clone(), value.clone()), expected, "{schema} {value}");
    }
}

#[test]
fn long_values_are_shortened() {
    let long = violations(json!({ "type": "integer" }), json!("ü".repeat(1_000_000)));
    assert!(long[0].chars().count() < 120 && long[0].ends_with("…"), "{}", long[0]);
    let quoted = violations(json!({ "type": "integer" }), json!({ "a": "b".repeat(1000) }));
    assert!(quoted[0].chars().count() < 120, "{}", quoted[0]);
    let name = violations(
        json!({ "properties": { "a": {} }, "additionalProperties": false }),
        json!({ "n".repeat(5000): 1 }),
    );
    assert!(name[0].chars().count() < 120, "{}", name[0]);
    let options: Vec<String> = (0..500).map(|n| format!("option {n}")).collect();
    let listed = violations(json!({ "enum": options }), json!(null));
    assert!(listed[0].contains("and 490 more") && listed[0].len() < 300, "{}", listed[0]);
}

#[test]
fn at_most_ten_things_are_said() {
    let value: Vec<Value> = (0..1000).map(|n| json!(n.to_string())).collect();
    assert_eq!(violations(json!({ "items": { "type": "integer" } }), json!(value)).len(), MAX_VIOLATIONS);
    let fields: Map<String, Value> = (0..1000).map(|n| (format!("f{n}"), json!(1))).collect();
    let closed = json!({ "properties": {}, "additionalProperties": false });
    assert_eq!(violations(closed, json!(fields)).len(), MAX_VIOLATIONS);
}

#[test]
fn the_dialect_is_2020_12_unless_it_is_named() {
    let tuple = |dialect: &str| json!({ "$schema": dialect, "items": [{ "type": "string" }] });
    let old = [
        "http://json-schema.org/draft-07/schema#",
        "http://json-schema.org/draft-07/schema",
        "https://json-schema.org/draft/2019-09/schema",
        "http://json-schema.org/draft-04/schema#",
        "http://json-schema.org/draft-06/schema#",
    ];
    for dialect in old {
        assert_eq!(
            violations(tuple(dialect), json!([1])),
            ["/0: expected string, got integer 1"],
            "{dialect}"
        );
    }
    // A list in `items` is not 2020-12.
    assert!(matches!(
        refused(tuple("https://json-schema.org/draft/2020-12/schema")),
        SchemaError::Invalid { .. }
    ));
    assert!(matches!(refused(json!({ "items": [{}] })), SchemaError::Invalid { .. }));
    for dialect in [json!("https://a.example/schema"), json!(7), json!("draft-07")] {
        let error = refused(json!({ "$schema": dialect }));
        assert!(
            matches!(error, SchemaError::Dialect { .. }) && error.to_string().contains("2020-12"),
            "{error}"
        );
    }
}

#[test]
fn nothing_is_fetched() {
    for reference in [
        "https://a.example/s.json",
        "http://a.example/s.json#/x",
        "file:///etc/passwd",
        "other.json",
        "//a.example/s",
    ] {
        for schema in [
            json!({ "$ref": reference }),
            json!({ "properties": { "a": { "items": { "$ref": reference } } } }),
            json!({ "$dynamicRef": reference }),
            json!({ "$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveRef": reference }),
        ] {
            let error = refused(schema);
            assert_eq!(error, SchemaError::RemoteReference { reference: reference.to_owned() });
            assert!(error.to_string().contains(reference));
        }
    }
    let error = refused(json!({ "$defs": { "unused": { "$ref": "https://a.example/" } } }));
    assert!(matches!(error, SchemaError::RemoteReference { .. }), "{error}");
}

#[test]
fn references_lead_somewhere() {
    for reference in ["#/$defs/b", "#b", "#/properties/x/0", "#/%zz", "#/default"] {
        let error = refused(json!({ "$ref": reference, "$defs": { "a": {} }, "default": { "not": {} } }));
        assert!(matches!(error, SchemaError::DanglingReference { .. }), "{error}");
    }
    for reference in ["#/$defs/a%20b", "#here", "#", "#/$defs/enum", "#/properties/default"] {
        let schema = json!({
            "$defs": { "a b": { "$anchor": "here" }, "enum": {} },
            "properties": { "x": { "$ref": reference }, "default": {} },
        });
        assert!(Schema::compile(&schema).is_ok(), "{reference}");
    }
    let nested = json!({ "properties": { "a": { "$id": "https://a.example/a" } } });
    assert!(matches!(refused(nested), SchemaError::NestedId { .. }));
    assert!(
        Schema::compile(
            &json!({ "$id": "https://a.example/root", "$ref": "#/$defs/a", "$defs": { "a": {} } })
        )
        .is_ok()
    );
    // A property of that name is no identifier.
    assert!(
        Schema::compile(
            &json!({ "properties": { "$id": { "type": "string" }, "id": { "type": "string" } } })
        )
        .is_ok()
    );
}

#[test]
fn an_invalid_schema_says_where() {
    let error = refused(json!({ "properties": { "a": { "type": "strin" } } }));
    assert!(matches!(&error, SchemaError::Invalid { path, .. } if path == "/properties/a/type"), "{error}");
    assert!(matches!(refused(json!({ "pattern": "(" })), SchemaError::Invalid { .. }));
    assert!(matches!(refused(json!([])), SchemaError::NotASchema { .. }));
    assert!(matches!(refused(json!("object")), SchemaError::NotASchema { .. }));
}

/// Definitions that each refer to the next one twice.
fn doubling(levels: usize, keyword: &str) -> Value {
    let mut defs = Map::new();
    for n in 0..levels {
        let next = json!({ "$ref": format!("#/$defs/a{}", n + 1) });
        defs.insert(format!("a{n}"), json!({ keyword: [next, next] }));
    }
    defs.insert(format!("a{levels}"), json!({ "type": "string" }));
    json!({ "$defs": defs, "$ref": "#/$defs/a0" })
}

/// What a hostile schema could cost is bounded when it is compiled or when it is checked.
#[test]
fn no_schema_takes_long() {
    let start = Instant::now();
    for keyword in ["allOf", "anyOf", "oneOf"] {
        assert!(matches!(refused(doubling(40, keyword)), SchemaError::TooComplex { .. }));
        let _ = violations(doubling(10, keyword), json!(1));
        let _ = violations(doubling(10, keyword), json!("a"));
    }
    let mut chain = Map::new();
    for n in 0..5_000 {
        chain.insert(format!("a{n}"), json!({ "$ref": format!("#/$defs/a{}", n + 1) }));
    }
    chain.insert("a5000".to_owned(), json!({}));
    assert!(matches!(
        refused(json!({ "$defs": chain, "$ref": "#/$defs/a0" })),
        SchemaError::TooComplex { .. }
    ));
    // In an order in which the far end is known before the near one.
    let backwards: Map<String, Value> = chain.into_iter().rev().collect();
    assert!(matches!(
        refused(json!({ "$defs": backwards, "$ref": "#/$defs/a0" })),
        SchemaError::TooComplex { .. }
    ));

    let mut deep = json!(1);
    for _ in 0..100 {
        deep = json!({ "x": deep });
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let branching = json!({ "type": "object", "properties": { "x": { keyword: [{ "$ref": "#" }, { "$ref": "#" }] } } });
        assert!(Schema::compile(&branching).unwrap().check(&deep).is_err());
    }
    let circle = json!({ "$defs": { "a": { "$ref": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }, "$ref": "#/$defs/a" });
    let _ = Schema::compile(&circle).map(|schema| schema.check(&json!(1)));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn a_pattern_that_backtracks_without_end_is_an_error() {
    let start = Instant::now();
    let found = violations(json!({ "pattern": "^(?=(a+)+$)(a|a)*b\\1$" }), json!("a".repeat(5_000)));
    assert_eq!(found.len(), 1);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn recursion_is_explained_where_it_can_be() {
    let tree = json!({
        "type": "object",
        "properties": { "left": { "$ref": "#" }, "right": { "$ref": "#" }, "n": { "type": "integer" } },
    });
    let value = json!({ "left": { "right": { "n": "x" } } });
    assert_eq!(violations(tree, value), ["/left/right/n: expected integer, got string \"x\""]);
}

#[test]
fn a_value_that_is_too_large_is_said_to_be() {
    let schema = Schema::compile(&doubling(11, "allOf")).unwrap();
    let value: Vec<Value> = vec![Value::Null; 100_000];
    let found = schema.check(&json!(value)).unwrap_err();
    assert!(found[0].message.contains("too large"), "{}", found[0]);
}
