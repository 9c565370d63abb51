//! The schemas of tools that real MCP servers list: what is refused has a reason, and almost nothing is.
//!
//! They are not part of this repository; without them the test says so and checks nothing.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(clippy::print_stderr, reason = "a test that checked nothing must say so")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bulkhead_schema::{Schema, SchemaError};
use serde_json::Value;

#[test]
fn real_schemas_compile_or_are_refused_with_a_reason() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/mcp-tools");
    let Ok(files) = fs::read_dir(&folder) else {
        eprintln!("SKIPPED: there are no real schemas at {}", folder.display());
        return;
    };
    let (mut compiled, mut refused) = (0, BTreeMap::<String, usize>::new());
    for file in files {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let listing: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        for tool in listing["tools"].as_array().into_iter().flatten() {
            for field in ["inputSchema", "outputSchema"] {
                let Some(schema) = tool.get(field) else { continue };
                match Schema::compile(schema) {
                    Ok(schema) => {
                        compiled += 1;
                        let _ = schema.check(&serde_json::json!({ "query": 1, "nested": [{}] }));
                    }
                    Err(error) => {
                        let text = format!("{error}");
                        assert!(!text.is_empty());
                        eprintln!("{} {} {field}: {text}", path.file_name().unwrap().display(), tool["name"]);
                        *refused.entry(kind(&error).to_owned()).or_default() += 1;
                    }
                }
            }
        }
    }
    eprintln!("{compiled} schemas compile; refused: {refused:?}");
    let refused: usize = refused.values().sum();
    assert!(compiled > 1_000, "only {compiled} were found");
    assert!(refused * 100 <= compiled, "{refused} of {} were refused", compiled + refused);
}

fn kind(error: &SchemaError) -> &'static str {
    match error {
        SchemaError::NotASchema { .. } => "not a schema",
        SchemaError::Dialect { .. } => "dialect",
        SchemaError::RemoteReference { .. } => "remote reference",
        SchemaError::DanglingReference { .. } => "dangling reference",
        SchemaError::NestedId { .. } => "nested id",
        SchemaError::Invalid { .. } => "invalid",
        SchemaError::TooComplex { .. } => "too complex",
    }
}
