//! Promises a number and gives something else. The macros do not let an author do this, so that it stands on what they
//! stand on.
#![allow(missing_docs, reason = "a guest for tests")]

use bulkhead_sdk::{
    __private::{Reply, no_such_tool},
    ComponentInfo, Outcome, Resumption, ToolAnnotations, ToolDefinition, ToolError, ToolResult,
    serde_json::json,
};

pub struct Broken;

fn promising(name: &str) -> ToolDefinition {
    ToolDefinition {
        name: name.to_owned(),
        title: None,
        description: "Promises a number.".to_owned(),
        input_schema: json!({ "type": "object" }),
        output_schema: Some(json!({
            "type": "object", "properties": { "number": { "type": "integer" } }, "required": ["number"]
        })),
        annotations: ToolAnnotations {
            read_only: true,
            destructive: false,
            idempotent: true,
            open_world: false,
        },
        icons: Vec::new(),
        tags: Vec::new(),
        meta: None,
    }
}

impl bulkhead_sdk::Component for Broken {
    fn info() -> ComponentInfo {
        ComponentInfo {
            name: "broken".to_owned(),
            version: "1.0.0".to_owned(),
            title: None,
            description: "Promises what it does not give.".to_owned(),
            website: None,
            icons: Vec::new(),
            requests: Vec::new(),
        }
    }

    fn tools() -> Vec<ToolDefinition> {
        ["kept", "broken", "missing", "garbled"].map(promising).to_vec()
    }

    fn dispatch(name: &str, _: &str, _: Option<Resumption>) -> Result<Reply, ToolError> {
        match name {
            "kept" => Ok(Reply::Structured(r#"{"number": 7}"#.to_owned())),
            "broken" => Ok(Reply::Structured(r#"{"number": "seven"}"#.to_owned())),
            "missing" => Ok(Reply::Outcome(Outcome::Complete(ToolResult::new().text("seven")))),
            "garbled" => Ok(Reply::Structured(r#"{"number": 7"#.to_owned())),
            other => Err(no_such_tool(other)),
        }
    }
}

bulkhead_sdk::__export!(Broken);
