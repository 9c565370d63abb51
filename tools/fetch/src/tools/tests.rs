#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use bulkhead_sdk::{Component as _, testing};
use serde_json::json;

use super::*;
use crate::Component;
use crate::get::tests::Fake;

const PAGE: &str = "https://a.example/";

fn once(content_type: &str, body: impl AsRef<[u8]>, format: Format) -> Result<Fetched, ToolError> {
    let web = Fake::default().with(PAGE, 200, &[("content-type", content_type)], body);
    fetch_from(&web, PAGE, format, true, Slice { start: 0, most: 20_000 }, &BTreeMap::new())
}

#[test]
fn each_kind_has_its_form() {
    let html = "<title>T</title><p>One <a href=x>two</a>";
    let text = |content_type, body: &str, format| once(content_type, body, format).unwrap().text;
    assert_eq!(text("text/html; charset=utf-8", html, Format::Markdown), "One [two](https://a.example/x)");
    assert_eq!(text("text/html", html, Format::Text), "One two");
    assert_eq!(text("text/html", html, Format::Html), html);
    assert_eq!(text("", html, Format::Text), "One two");
    assert_eq!(text("application/json", "{\"b\":1}", Format::Markdown), "{\n  \"b\": 1\n}");
    assert_eq!(text("application/problem+json", "not json", Format::Markdown), "not json");
    assert_eq!(text("text/markdown", "# *x*", Format::Markdown), "# *x*");
    assert_eq!(text("application/yaml", "a: 1", Format::Text), "a: 1");
    assert_eq!(once("text/html", html, Format::Markdown).unwrap().title.as_deref(), Some("T"));
    assert_eq!(once("text/html", html, Format::Json).unwrap_err().code(), "not_json");
    assert_eq!(once("application/pdf", "%PDF\0", Format::Text).unwrap_err().code(), "unsupported");
}

#[test]
fn a_long_page_is_read_in_parts() {
    let text: String = (0..1000).map(|number| format!("Line ä {number}.\n")).collect();
    let web = Fake::default().with(PAGE, 200, &[("content-type", "text/plain; charset=utf-8")], &text);
    let (mut read, mut next) = (String::new(), Some(0));
    while let Some(start) = next {
        let slice = Slice { start, most: 500 };
        let part = fetch_from(&web, PAGE, Format::Markdown, true, slice, &BTreeMap::new()).unwrap();
        assert!(part.text.ends_with('\n') && part.text.chars().count() <= 500);
        assert_eq!(part.total_chars, text.chars().count());
        read.push_str(&part.text);
        next = part.next_start;
    }
    assert_eq!(read, text);
    let beyond = Slice { start: 1_000_000, most: 1 };
    let error = fetch_from(&web, PAGE, Format::Text, true, beyond, &BTreeMap::new()).unwrap_err();
    assert_eq!(error.code(), "out_of_range");
}

#[test]
fn json_comes_in_parts() {
    let web = Fake::default().with(PAGE, 200, &[], json!({ "items": [1, 2, 3] }).to_string());
    let fetched = fetch_json_from(&web, PAGE, "/items", 1, 1, &BTreeMap::new()).unwrap();
    assert_eq!((fetched.value, fetched.total, fetched.next_start), (json!([2]), Some(3), Some(2)));
    let web = Fake::default().with(PAGE, 200, &[("content-type", "text/html")], "<p>");
    let error = fetch_json_from(&web, PAGE, "", 0, 1, &BTreeMap::new()).unwrap_err();
    assert_eq!(error.code(), "not_json");
    assert!(error.message().contains("line 1") && error.message().contains("text/html"), "{error}");
    let large = Fake::default().with(PAGE, 200, &[], format!("[{}1]", "1,".repeat(LARGEST_BODY)));
    assert_eq!(fetch_json_from(&large, PAGE, "", 0, 1, &BTreeMap::new()).unwrap_err().code(), "too_large");
}

#[test]
fn the_model_is_told_about_every_argument() {
    for tool in Component::tools() {
        let Some(Value::Object(properties)) = tool.input_schema.get("properties") else {
            panic!("{}", tool.name)
        };
        for (name, property) in properties {
            assert!(property.get("description").is_some(), "{}.{name}", tool.name);
        }
        assert!(tool.annotations.read_only && tool.annotations.open_world && tool.output_schema.is_some());
    }
    // There is no network in a native build, so that the call gets as far as it can.
    let error = testing::call::<Component>("fetch", json!({ "url": "https://example.com" })).unwrap_err();
    assert_eq!(error.code(), "unavailable");
}

#[test]
fn a_large_page_is_read_in_part() {
    let page = once("text/html", format!("<p>{}", "word ".repeat(500_000)), Format::Markdown).unwrap();
    assert!(page.note.unwrap().contains("2,097,152") && page.total_chars < 2_100_000);
    let text = once("text/plain", "x".repeat(LARGEST_BODY + 1), Format::Markdown).unwrap();
    assert!(text.note.unwrap().contains("4,194,304"));
}
