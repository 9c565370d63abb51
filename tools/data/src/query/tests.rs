#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::*;
use crate::source::Format;

const TABLE: Table = Table { delimiter: None, header: true, infer_types: true };

fn ask(
    text: &str,
    format: Format,
    code: &str,
    per_row: bool,
    start: usize,
    limit: usize,
) -> Result<Value, ToolError> {
    let source = Source::of(text.as_bytes().to_vec(), text.len() as u64, format);
    let results = query(source, TABLE, code, per_row, Page { start, limit })?;
    Ok(serde_json::to_value(results).unwrap())
}

#[test]
fn results_come_in_pages() {
    let first = ask("", Format::Csv, "range(120)", false, 0, 50).unwrap();
    assert_eq!(
        (&first["total"], &first["truncated"], &first["next_start"]),
        (&120.into(), &true.into(), &50.into())
    );
    let last = ask("", Format::Csv, "range(120)", false, 100, 50).unwrap();
    assert_eq!(last["results"].as_array().unwrap().len(), 20);
    assert_eq!((&last["total"], last.get("next_start")), (&120.into(), None));
    let all = ask("", Format::Csv, "1, 2", false, 0, 50).unwrap();
    assert_eq!(
        all,
        serde_json::json!({ "results": [1, 2], "total": 2, "truncated": false, "format": "csv" })
    );
}

#[test]
fn an_answer_stays_small() {
    let page = ask("", Format::Csv, "range(100) | tostring * 1000", false, 0, 1000).unwrap();
    assert!(page.to_string().len() < ANSWER + 1000);
    let given = page["results"].as_array().unwrap().len();
    assert_eq!((&page["total"], &page["next_start"]), (&100.into(), &given.into()));
    let error = ask("", Format::Csv, "[range(20000)]", false, 0, 10).unwrap_err();
    assert_eq!(error.code(), "result_too_large");
    assert!(error.message().contains("a list of 20,000") && error.message().contains("| .[]"), "{error}");
    assert_eq!(ask("", Format::Csv, "1, [range(20000)]", false, 0, 10).unwrap()["next_start"], 1);
}

#[test]
fn results_without_end_are_counted_so_far() {
    let page = ask("", Format::Csv, "repeat(1)", false, 0, 1).unwrap();
    assert_eq!(page["total"], MOST_RESULTS);
    assert!(page["note"].as_str().unwrap().contains("at least 1,000,000"));
}

#[test]
fn rows_can_be_queried_one_by_one() {
    let table = "a,b\n1,x\n2,y\n3,z\n";
    let page = ask(table, Format::Csv, "select(.a > 1) | .b", true, 0, 10).unwrap();
    assert_eq!((&page["results"], &page["rows"]), (&serde_json::json!(["y", "z"]), &3.into()));
    let error = ask("{\"a\":1}\n{\"a\":[]}\n", Format::Jsonl, ".a.x", true, 0, 10).unwrap_err();
    assert!(error.message().starts_with("In row 1: The query failed"), "{error}");
    assert_eq!(ask("{}", Format::Json, ".", true, 0, 10).unwrap_err().code(), "invalid");
}
