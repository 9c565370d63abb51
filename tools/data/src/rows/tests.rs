#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::*;
use crate::output::Json;

const TABLE: Table = Table { delimiter: None, header: true, infer_types: true };

fn source(text: &[u8], format: Format) -> Source {
    Source::of(text.to_vec(), text.len() as u64, format)
}

fn read(text: &[u8], format: Format, table: Table) -> String {
    let value = whole(source(text, format), table).unwrap();
    serde_json::to_string(&Json(value)).unwrap()
}

fn csv(text: &str) -> String {
    read(text.as_bytes(), Format::Csv, TABLE)
}

#[test]
fn rows_are_objects_with_types() {
    assert_eq!(
        csv("id,name,price,ok,note\n1,\"Ada, L.\",1.50,true,\n2,B,-3,FALSE,x\n"),
        r#"[{"id":1,"name":"Ada, L.","price":1.5,"ok":true,"note":null},{"id":2,"name":"B","price":-3,"ok":false,"note":"x"}]"#
    );
    let text = Table { infer_types: false, ..TABLE };
    assert_eq!(read(b"a,b\n1,\n", Format::Csv, text), r#"[{"a":"1","b":""}]"#);
    assert_eq!(read(b"a\tb\n1\tx y\n", Format::Tsv, TABLE), r#"[{"a":1,"b":"x y"}]"#);
}

#[test]
fn names_for_things_stay_text() {
    assert_eq!(
        csv("a,b,c,d,e,f\n007,1234567890123456,1e400,+1,1.,.5\n"),
        r#"[{"a":"007","b":"1234567890123456","c":"1e400","d":"+1","e":"1.","f":".5"}]"#
    );
    assert_eq!(csv("a,b,c,d\n0,0.5,-0.5,1e3\n"), r#"[{"a":0,"b":0.5,"c":-0.5,"d":1000}]"#);
    assert_eq!(csv("a,b\nnan,inf\n"), r#"[{"a":"nan","b":"inf"}]"#);
}

#[test]
fn uneven_tables_are_read_as_far_as_they_go() {
    assert_eq!(
        csv("a,a,\n1,2,3\n4\n5,6,7,8\n"),
        r#"[{"a":1,"a_2":2,"column_3":3},{"a":4,"a_2":null,"column_3":null},{"a":5,"a_2":6,"column_3":7,"column_4":8}]"#
    );
    let bare = Table { header: false, ..TABLE };
    assert_eq!(read(b"1,x\n", Format::Csv, bare), r#"[{"column_1":1,"column_2":"x"}]"#);
    assert_eq!(csv(""), "[]");
    assert_eq!(csv("a,b\n"), "[]");
}

#[test]
fn other_delimiters_and_encodings_are_found_out() {
    assert_eq!(csv("a;b\n1,5;2\n"), r#"[{"a":"1,5","b":2}]"#);
    assert_eq!(csv("a|b\n1|2\n"), r#"[{"a":1,"b":2}]"#);
    assert_eq!(read(b"name\nM\xfcller\n", Format::Csv, TABLE), r#"[{"name":"Müller"}]"#);
    let colon = Table { delimiter: Some(b':'), ..TABLE };
    assert_eq!(read(b"a:b\n1:2\n", Format::Csv, colon), r#"[{"a":1,"b":2}]"#);
}

#[test]
fn lines_are_values() {
    assert_eq!(read(b"{\"b\":1,\"a\":2}\n\n[3]\r\n4", Format::Jsonl, TABLE), r#"[{"b":1,"a":2},[3],4]"#);
    let error = whole(source(b"{}\n{oops}\n", Format::Jsonl), TABLE).unwrap_err();
    assert_eq!(error.code(), "bad_data");
    assert!(error.message().starts_with("Line 2 of x is not JSON: key must be a string"), "{error}");
}

#[test]
fn documents_say_where_they_are_broken() {
    let error = whole(source(b"{\"a\": 1,\n \"b\" 2}", Format::Json), TABLE).unwrap_err();
    assert!(error.message().contains("line 2 column 6"), "{error}");
    let error = whole(source(b"{}\n{}", Format::Json), TABLE).unwrap_err();
    assert!(error.message().contains("set the format to jsonl"), "{error}");
    let deep = "[".repeat(100_000);
    assert_eq!(whole(source(deep.as_bytes(), Format::Json), TABLE).unwrap_err().code(), "bad_data");
}

#[test]
fn what_is_too_large_says_what_to_do() {
    let large = Source::of(Vec::new(), 17 << 20, Format::Csv);
    assert!(whole(large, TABLE).unwrap_err().message().contains("per_row"));
    let large = Source::of(Vec::new(), 17 << 20, Format::Json);
    assert_eq!(whole(large, TABLE).unwrap_err().code(), "too_large");
}
