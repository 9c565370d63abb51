//! Small schemas and the declarations that are expected of them, and schemas that are meant to do harm.
//!
//! `tests/cases.txt` holds a case in each paragraph: what it is about, the schema of the argument, and the declaration.
//! With `BLESS=1` the declarations are written anew, to be read before they are believed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::{Function, declare, module};

const CASES: &str = include_str!("tests/cases.txt");

fn function<'a>(component: &'a str, name: &'a str, input: &'a Value) -> Function<'a> {
    Function { component, name, title: None, description: "", input, output: None }
}

fn declared(input: &Value) -> String {
    declare(&function("c", "f", input))
}

#[test]
fn schemas_are_declared_as_expected() {
    let mut blessed = String::new();
    let mut wrong = String::new();
    for case in CASES.split("\n\n").filter(|case| !case.trim().is_empty()) {
        let mut lines = case.trim_matches('\n').splitn(3, '\n');
        let (title, schema) = (lines.next().unwrap(), lines.next().unwrap());
        let expected = lines.next().unwrap_or_default();
        let actual =
            declared(&serde_json::from_str(schema).unwrap_or_else(|error| panic!("{title}: {error}")));
        writeln!(blessed, "{title}\n{schema}\n{actual}\n").unwrap();
        if actual != expected {
            writeln!(wrong, "{title}\nexpected: {expected}\nactual:   {actual}\n").unwrap();
        }
    }
    if std::env::var_os("BLESS").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/declarations/tests/cases.txt");
        fs::write(path, blessed).unwrap();
    } else {
        assert!(wrong.is_empty(), "{wrong}");
    }
}

#[test]
fn a_function_is_described_by_its_title_where_that_says_more_than_its_name() {
    let input = json!({});
    let with = |title, description| {
        let plain = function("c", "read_file", &input);
        declare(&Function { title, description, ..plain })
    };
    let signature = "read_file(): Promise<unknown>;";
    assert_eq!(with(None, ""), signature);
    assert_eq!(with(Some("Read File"), ""), signature);
    assert_eq!(
        with(Some("Read File"), "Reads.\n  All of it."),
        format!("/** Reads. All of it. */\n{signature}")
    );
    assert_eq!(with(Some("Old reader"), "Reads."), format!("/** Old reader: Reads. */\n{signature}"));
    assert_eq!(with(Some("Old reader"), ""), format!("/** Old reader */\n{signature}"));
}

#[test]
fn a_long_description_is_cut_between_words() {
    let description = "word ".repeat(500);
    let input = json!({ "properties": { "a": { "type": "string", "description": description } } });
    let text = declare(&Function { description: &description, ..function("c", "f", &input) });
    let comments: Vec<&str> =
        text.split("/** ").skip(1).filter_map(|rest| rest.split(" */").next()).collect();
    let lengths: Vec<usize> = comments.iter().map(|comment| comment.chars().count()).collect();
    assert_eq!(lengths, [400, 200]);
    assert!(comments.iter().all(|comment| comment.ends_with("word…")), "{comments:?}");
}

#[test]
fn an_output_schema_is_the_type_of_the_promise() {
    let input = json!({});
    let output = json!({ "type": "object", "properties": { "n": { "type": "number" } }, "required": ["n"] });
    let text = declare(&Function { output: Some(&output), ..function("c", "f", &input) });
    assert_eq!(text, "f(): Promise<{ n: number }>;");
}

#[test]
fn names_that_are_no_identifiers_are_quoted() {
    let input = json!({ "properties": {
        "": {}, "a b": {}, "a\"b": {}, "a\nb": {}, "a\u{2028}b": {}, "class": {}, "é": {}, "1": {}, "\\": {}, "$_9": {},
    } });
    let text = declared(&input);
    for name in [
        r#"""?"#,
        r#""a b"?"#,
        r#""a\"b"?"#,
        r#""a\nb"?"#,
        r#""a\u2028b"?"#,
        r#""é"?"#,
        r#""1"?"#,
        r#""\\"?"#,
    ] {
        assert!(text.contains(&format!("{name}: unknown")), "{name} in {text}");
    }
    assert!(text.contains("class?: unknown") && text.contains(" $_9?: unknown"), "{text}");
    let nothing = json!({});
    assert_eq!(declare(&function("c", "new", &nothing)), "\"new\"(): Promise<unknown>;");
    assert_eq!(declare(&function("c", "a-b", &nothing)), "\"a-b\"(): Promise<unknown>;");
    assert_eq!(declare(&function("c", "", &nothing)), "\"\"(): Promise<unknown>;");
}

#[test]
fn a_module_has_a_property_for_each_component() {
    let (nothing, node) = (json!({}), json!({ "properties": { "in": { "$ref": "#" } } }));
    let text = module([
        function("b-2", "f", &nothing),
        function("a", "g", &node),
        function("a", "h", &node),
        function("b-2", "new", &nothing),
    ]);
    let expected = r#"type A_Args = { in?: A_Args };
declare const tools: {
  a: {
    g(args?: A_Args): Promise<unknown>;
    h(args?: A_Args): Promise<unknown>;
  };
  "b-2": {
    f(): Promise<unknown>;
    "new"(): Promise<unknown>;
  };
};
"#;
    assert_eq!(text, expected);
}

#[test]
fn aliases_of_a_module_with_the_same_name_are_told_apart() {
    let one = json!({ "properties": { "in": { "$ref": "#" } } });
    let other = json!({ "properties": { "of": { "$ref": "#" } } });
    let text = module([function("a", "f", &one), function("a", "g", &other), function("a", "h", &one)]);
    assert!(text.starts_with("type A_Args = { in?: A_Args };\ntype A_Args2 = { of?: A_Args2 };\n"), "{text}");
    assert!(text.contains("h(args?: A_Args): "), "{text}");
}

#[test]
fn text_cannot_leave_its_comment_or_string() {
    let hostile = "*/ }; evil(); /* \u{202e}\u{2028}// @ts-expect-error *\u{200b}/ \u{e0041}";
    let input = json!({ "properties": {
        "a": { "description": hostile, "type": "string", "pattern": "*/", "default": "*/", "format": "*/" },
        "b": { "enum": [hostile, "\"; evil(); \""] },
    } });
    let text = declare(&Function { title: Some("*/"), description: hostile, ..function("c", "f", &input) });
    let opened = text.matches("/**").count();
    assert_eq!((opened, text.matches("*/").count()), (2, 2 + 1), "one more in a string: {text}");
    assert!(!text.contains(['\u{202e}', '\u{2028}', '\u{200b}', '\u{e0041}']), "{text}");
    assert!(!text.replace("\"*/ }; evil(); /* \\u202e\\u2028// @ts-expect", "").contains("@ts-"), "{text}");
}

#[test]
fn a_large_enumeration_is_cut_and_still_accepts_what_is_left_out() {
    let values: Vec<String> = (0..5_000).map(|n| format!("value-{n}")).collect();
    let text = declared(&json!({ "properties": { "a": { "type": "string", "enum": values } } }));
    assert!(text.len() < 1_000, "{text}");
    assert!(text.contains("\"value-0\" | \"value-1\" | "), "{text}");
    assert!(text.contains(" more */ string;"), "{text}");
}

/// An object with one key. `json!` would copy the value.
fn with(key: &str, value: Value) -> Value {
    Map::from_iter([(key.to_owned(), value)]).into()
}

/// Runs with the stack that a thread of the host has. The value is made and dropped on a larger one, because both are
/// recursive in serde_json.
fn with_deep(make: impl Fn(Value) -> Value + Send + 'static) -> String {
    let large = thread::Builder::new().stack_size(256 << 20);
    let outer = large.spawn(move || {
        let deep = (0..10_000).fold(json!({ "type": "string" }), |inner, _| make(inner));
        thread::scope(|scope| {
            let small = thread::Builder::new().stack_size(2 << 20);
            small.spawn_scoped(scope, || declared(&deep)).unwrap().join().unwrap()
        })
    });
    outer.unwrap().join().unwrap()
}

#[test]
fn depth_is_not_passed_on_to_the_stack() {
    let makers: [fn(Value) -> Value; 7] = [
        |inner| with("properties", with("a", inner)),
        |inner| with("items", inner),
        |inner| with("anyOf", Value::Array(vec![inner, json!({ "type": "number" })])),
        |inner| with("allOf", Value::Array(vec![inner, json!({ "properties": { "b": {} } })])),
        |inner| with("additionalProperties", inner),
        |inner| with("prefixItems", Value::Array(vec![inner])),
        |inner| with("const", inner),
    ];
    for make in makers {
        let text = with_deep(make);
        assert!(text.len() < 4_000, "{text}");
    }
    let text = with_deep(makers[0]);
    assert_eq!(text.matches("a?: ").count(), 12, "{text}");
    assert!(text.contains("a?: /* cut: too deep */ unknown"), "{text}");
}

#[test]
fn a_long_chain_of_references_is_cut() {
    let link = |n: usize| (format!("d{n}"), json!({ "$ref": format!("#/$defs/d{}", n + 1) }));
    let definitions: Map<String, Value> = (0..10_000).map(link).collect();
    let text = declared(&json!({ "properties": { "a": { "$ref": "#/$defs/d0" } }, "$defs": definitions }));
    assert_eq!(text, "f(args?: { a?: /* cut: too deep */ unknown }): Promise<unknown>;");
    let link = |n: usize| {
        let next = json!({ "$ref": format!("#/$defs/d{}", n + 1) });
        (format!("d{n}"), json!({ "properties": { "a": next, "b": next }, "additionalProperties": next }))
    };
    let definitions: Map<String, Value> = (0..10_000).map(link).collect();
    let text = declared(&json!({ "properties": { "a": { "$ref": "#/$defs/d0" } }, "$defs": definitions }));
    assert!(text.len() <= 16 * 1024);
}

#[test]
fn a_declaration_is_never_longer_than_its_limit() {
    let wide = |of: Value, count: usize| -> Value {
        let properties: Map<String, Value> =
            (0..count).map(|n| (format!("property_{n}"), of.clone())).collect();
        json!({ "type": "object", "properties": properties, "additionalProperties": { "type": "string" } })
    };
    let documented = json!({ "type": "string", "description": "A description of some length. ".repeat(20) });
    for schema in [
        wide(documented.clone(), 120),
        wide(wide(documented.clone(), 30), 30),
        wide(wide(wide(documented, 10), 10), 10),
        wide(json!({}), 20_000),
        json!({ "anyOf": vec![wide(json!({}), 40); 200] }),
        json!({ "allOf": (0..500).map(|n| json!({ "properties": { format!("p{n}"): {} } })).collect::<Vec<_>>() }),
        json!({ "properties": { "long name ".repeat(5_000): {} } }),
    ] {
        let text = declare(&Function { output: Some(&schema), ..function("c", "f", &schema) });
        assert!(text.len() <= 16 * 1024, "{} bytes", text.len());
        assert!(text.starts_with("f(args?: ") && text.ends_with(">;"), "{text}");
    }
    assert_eq!(
        declared(&wide(json!({}), 20_000)),
        "f(args?: /* cut: too large */ Record<string, unknown>): Promise<unknown>;"
    );
}

#[test]
fn a_small_schema_does_not_make_much_work() {
    let start = Instant::now();
    // What would double, or worse, at every level.
    let levels = |make: fn(Value) -> Value| (0..40).fold(json!({ "type": "string" }), |inner, _| make(inner));
    let names: Vec<String> = (0..50).map(|n| format!("r{n}")).collect();
    let mut schemas = vec![
        levels(|inner| json!({ "type": ["object", "object", "array"], "properties": { "a": inner } })),
        levels(|inner| json!({ "properties": { "a": inner }, "additionalProperties": { "type": "string" } })),
        levels(
            |inner| json!({ "anyOf": [inner, { "type": ["string", "null"] }], "type": ["string", "object"] }),
        ),
        (0..40).fold(json!({}), |inner, _| json!({ "required": names, "additionalProperties": inner })),
    ];
    // Each definition leads to all that follow it, in as many ways as there are.
    for key in ["anyOf", "allOf"] {
        let definition = |n: usize| {
            let next: Vec<Value> = (n + 1..200).map(|n| json!({ "$ref": format!("#/$defs/d{n}") })).collect();
            let text = "A description that makes it large enough for a name. ".repeat(3);
            let own = json!({ "type": "object", "description": text, "required": [format!("p{n}")] });
            (format!("d{n}"), json!({ key: [own, { key: next }] }))
        };
        let definitions: Map<String, Value> = (0..200).map(definition).collect();
        schemas.push(json!({ "$ref": "#/$defs/d0", "$defs": definitions }));
    }
    for schema in &schemas {
        assert!(declared(schema).len() <= 16 * 1024);
    }
    // Without optimisation they take two seconds, nearly all of it the 20,000 references of the last two; any that
    // doubled at every level would not end.
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}
