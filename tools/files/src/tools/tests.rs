#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use bulkhead_sdk::serde_json::Value;
use bulkhead_sdk::{Component as _, testing};

use crate::Component;

#[test]
fn what_is_requested_is_where_the_tool_looks() {
    let requested: Vec<String> = Component::info()
        .requests
        .into_iter()
        .filter_map(|request| match request.capability {
            bulkhead_sdk::Capability::Directory { path, .. } => Some(path),
            _ => None,
        })
        .collect();
    assert_eq!(requested, super::DECLARED);
}

#[test]
fn every_argument_is_described() {
    for tool in Component::tools() {
        let Some(Value::Object(properties)) = tool.input_schema.get("properties") else {
            panic!("{}", tool.name)
        };
        for (name, property) in properties {
            assert!(property.get("description").is_some(), "{}.{name}", tool.name);
        }
        assert!(tool.output_schema.is_some(), "{}", tool.name);
    }
}

#[test]
fn what_an_answer_leaves_out_is_not_required() {
    let schema = testing::definition::<Component>("search_files").output_schema.expect("it has one");
    let required = schema["required"].as_array().expect("some are");
    assert!(!required.contains(&"matches".into()) && required.contains(&"total".into()), "{required:?}");
}
