//! Lists one tool twice, which the macros do not let an author do.
#![allow(missing_docs, reason = "a guest for tests")]

use bulkhead_sdk::{
    __private::{Reply, no_such_tool},
    ComponentInfo, Resumption, Tool, ToolDefinition, ToolError, tool,
};

/// There is one of it.
#[tool]
fn one() -> String {
    "one".to_owned()
}

pub struct Twice;

impl bulkhead_sdk::Component for Twice {
    fn info() -> ComponentInfo {
        ComponentInfo {
            name: "catalog_twice".to_owned(),
            version: "1.0.0".to_owned(),
            title: None,
            description: "Lists one tool twice.".to_owned(),
            website: None,
            icons: Vec::new(),
            requests: Vec::new(),
        }
    }

    fn tools() -> Vec<ToolDefinition> {
        vec![<one as Tool>::definition(), <one as Tool>::definition()]
    }

    fn dispatch(name: &str, arguments: &str, resumption: Option<Resumption>) -> Result<Reply, ToolError> {
        match name {
            "one" => <one as Tool>::call(arguments, resumption),
            other => Err(no_such_tool(other)),
        }
    }
}

bulkhead_sdk::__export!(Twice);
