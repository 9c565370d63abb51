//! Any bytes as a component.

#![no_main]

use bulkhead_fuzz::component::check;
use bulkhead_schema::{Catalog, ComponentInfo};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| check(bytes, &smallest()));

fn smallest() -> Catalog {
    let info = ComponentInfo {
        name: "a".to_owned(),
        version: "1".to_owned(),
        title: None,
        description: "d".to_owned(),
        website: None,
        icons: Vec::new(),
        requests: Vec::new(),
    };
    Catalog { info, tools: Vec::new(), templates: Vec::new(), prompts: Vec::new() }
}
