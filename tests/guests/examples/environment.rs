//! Looks around: variables, arguments, the working directory.
#![allow(missing_docs, reason = "a guest for tests")]

use std::{collections::BTreeMap, env, fs};

use bulkhead_sdk::{component, tool};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
struct Around {
    variables: BTreeMap<String, String>,
    arguments: Vec<String>,
    root: Vec<String>,
}

/// Tells what is there.
#[tool]
fn environment() -> Around {
    let root = fs::read_dir("/").map_or_else(
        |_| Vec::new(),
        |entries| entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect(),
    );
    Around { variables: env::vars().collect(), arguments: env::args().collect(), root }
}

component! {
    name: "environment",
    description: "Looks around.",
    requests: [
        environment("GREETING", reason = "To greet."),
        environment("LANG", reason = "To speak.", optional),
    ],
    tools: [environment],
}
