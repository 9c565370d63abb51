//! Never says which tools it has.
#![allow(missing_docs, reason = "a guest for tests")]

use std::hint::black_box;

use bulkhead_sdk::{
    __private::{Reply, no_such_tool},
    ComponentInfo, Resumption, ToolDefinition, ToolError,
};

pub struct Stall;

impl bulkhead_sdk::Component for Stall {
    fn info() -> ComponentInfo {
        ComponentInfo {
            name: "stall".to_owned(),
            version: "1.0.0".to_owned(),
            title: None,
            description: "Never says which tools it has.".to_owned(),
            website: None,
            icons: Vec::new(),
            requests: Vec::new(),
        }
    }

    fn tools() -> Vec<ToolDefinition> {
        let mut turns = 0_u64;
        loop {
            turns = black_box(turns.wrapping_add(1));
        }
    }

    fn dispatch(name: &str, _: &str, _: Option<Resumption>) -> Result<Reply, ToolError> {
        Err(no_such_tool(name))
    }
}

bulkhead_sdk::__export!(Stall);
