#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::*;

const TABLE: Table = Table { delimiter: None, header: true, infer_types: true };

fn ask(text: &str, format: Format) -> Value {
    let source = Source::of(text.as_bytes().to_vec(), text.len() as u64, format);
    serde_json::to_value(describe(source, TABLE).unwrap()).unwrap()
}

#[test]
fn a_table_is_described_by_its_columns() {
    let seen = ask("city;pop;cap\nOslo;700;true\nBergen;;false\nOslo;9.5;\n", Format::Csv);
    assert_eq!(
        seen,
        serde_json::json!({
            "format": "csv", "size": 51, "delimiter": ";", "root": "array", "rows": 3,
            "fields": [
                { "path": ".city", "types": { "string": 3 }, "examples": ["Oslo", "Bergen"] },
                { "path": ".pop", "types": { "number": 2, "null": 1 }, "examples": [700, 9.5], "min": 9.5, "max": 700.0 },
                { "path": ".cap", "types": { "boolean": 2, "null": 1 }, "examples": [true, false] },
            ],
        })
    );
}

#[test]
fn a_document_is_described_by_its_paths() {
    let seen = ask(r#"{"a b": {"c": [1, 2, "x"]}, "d": null, "e": []}"#, Format::Json);
    let paths: Vec<&str> =
        seen["fields"].as_array().unwrap().iter().map(|field| field["path"].as_str().unwrap()).collect();
    assert_eq!(paths, [".[\"a b\"].c", ".[\"a b\"].c[]", ".d", ".e"]);
    assert_eq!(seen["root"], "object");
    assert_eq!(seen["fields"][1]["types"], serde_json::json!({ "number": 2, "string": 1 }));
    // The paths are queries.
    for path in paths {
        crate::program::Program::new(path).unwrap();
    }
}

#[test]
fn rows_of_any_kind_are_described() {
    let seen = ask("[1, 2, {\"x\": {\"y\": true}}]", Format::Json);
    assert_eq!((&seen["root"], &seen["rows"]), (&"array".into(), &3.into()));
    assert_eq!(seen["fields"][0]["path"], ".");
    assert_eq!(seen["fields"][1]["path"], ".x.y");
    let seen = ask("[1]\n[2, 3]\n", Format::Jsonl);
    assert_eq!((&seen["rows"], &seen["fields"][1]["path"]), (&2.into(), &".[]".into()));
    assert_eq!(ask("7", Format::Json)["root"], "number");
    assert_eq!(ask("a,b\n", Format::Csv)["rows"], 0);
}

#[test]
fn wide_data_is_cut_and_counted() {
    let wide: Vec<String> =
        (0..500).map(|number| format!("\"key{number}\": \"{}\"", "x".repeat(500))).collect();
    let seen = ask(&format!("{{{}}}", wide.join(",")), Format::Json);
    assert_eq!((seen["fields"].as_array().unwrap().len(), &seen["more_fields"]), (MOST_FIELDS, &350.into()));
    assert!(seen.to_string().len() < 64 * 1024);
}

#[test]
fn a_large_table_is_described_by_its_first_rows() {
    let table = format!("a,b\n{}", "1,2\n".repeat(150_000));
    let seen = ask(&table, Format::Csv);
    assert_eq!((&seen["rows"], &seen["sampled_rows"]), (&150_000.into(), &100_000.into()));
    let lines = "{\"a\":1}\n\n".repeat(201_000);
    let seen = ask(&lines, Format::Jsonl);
    assert_eq!((&seen["rows"], &seen["sampled_rows"]), (&201_000.into(), &200_000.into()));
}
