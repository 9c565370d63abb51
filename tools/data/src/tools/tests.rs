#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use bulkhead_sdk::{Component as _, testing};
use serde_json::{Value, json};

use crate::Component;

#[test]
fn what_is_requested_is_where_the_tool_looks() {
    let info = Component::info();
    let requested: Vec<&str> = info
        .requests
        .iter()
        .filter_map(|request| match &request.capability {
            bulkhead_sdk::Capability::Directory { path, .. } => Some(path.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(requested, super::DECLARED);
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
        assert!(tool.annotations.read_only && tool.output_schema.is_some(), "{}", tool.name);
    }
}

#[test]
fn a_text_is_queried_without_any_directory() {
    let arguments = json!({ "query": "map(.n) | add", "text": "name,n\na,1\nb,2\n" });
    let result = testing::call::<Component>("query_data", arguments).unwrap().structured.unwrap();
    assert_eq!((&result["results"], &result["format"]), (&json!([3]), &"csv".into()));
    let described =
        testing::call::<Component>("describe_data", json!({ "text": "[1,2]" })).unwrap().structured.unwrap();
    assert_eq!(described["rows"], 2);
    let error =
        testing::call::<Component>("query_data", json!({ "query": ".", "text": "a", "delimiter": "ü" }))
            .unwrap_err();
    assert_eq!(error.code(), "invalid");
}
