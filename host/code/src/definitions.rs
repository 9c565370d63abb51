//! How the two tools present themselves. A model reads this with every request, so that each sentence must earn its place;
//! and it says what is behind them, because models pass over a search that says nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use bulkhead_dispatch::{EXECUTE, SEARCH, Tool};
use bulkhead_schema::{ToolAnnotations, ToolDefinition};
use serde_json::{Value, json};

/// Bytes of what is said of the components: some 200 tokens.
const COMPONENTS: usize = 800;

/// Bytes of what is said of one.
const PURPOSE: usize = 70;

const ABOUT_EXECUTE: &str = "Runs JavaScript or TypeScript that calls tools, and answers with what it returns. Use it \
    for anything that takes more than one call: filter, combine and loop in code, and return only what is needed.\n\
    - `await tools.<component>.<function>({ … })`; several at once with `Promise.all`. Find names and types with \
    `search` first.\n\
    - The result is what it returns, or its last value; it must be JSON. `console.log` is answered as well.\n\
    - A failed call throws an Error with `code`, `retryable`, `detail`.\n\
    - Also there: `args`, `search(query)`, `describe(name)`, `sleep(ms)`, timers, URL, TextEncoder, structuredClone. \
    Not there: fetch, require, import, process, files, Intl, crypto.";

/// `execute`.
pub(crate) fn execute() -> ToolDefinition {
    let schema = json!({
        "type": "object",
        "properties": {
            "code": { "type": "string", "description": "The script. Top-level `await` and `return` are allowed." },
            "args": { "description": "The value of `args` in the script." },
        },
        "required": ["code"],
        "additionalProperties": false,
    });
    definition(EXECUTE, ABOUT_EXECUTE.to_owned(), schema, false)
}

/// `search`, over these tools.
pub(crate) fn search(tools: &[Arc<Tool>]) -> ToolDefinition {
    let about = format!(
        "Finds tools for `execute` by what they do, and answers with their TypeScript declarations. There are {} \
         tools: {}",
        tools.len(),
        components(tools)
    );
    let schema = json!({
        "type": "object",
        "properties": {
            "query": { "type": "string", "description": "What the tool should do, in a few words." },
            "detail": {
                "enum": ["line", "types", "schema"],
                "description": "A line each, TypeScript (by default), or JSON Schema.",
            },
            "limit": { "type": "integer", "minimum": 1, "maximum": 10 },
        },
        "required": ["query"],
        "additionalProperties": false,
    });
    definition(SEARCH, about, schema, true)
}

fn definition(name: &str, description: String, input_schema: Value, read_only: bool) -> ToolDefinition {
    ToolDefinition {
        name: name.to_owned(),
        title: None,
        description,
        input_schema,
        output_schema: None,
        annotations: ToolAnnotations {
            read_only,
            destructive: !read_only,
            idempotent: read_only,
            open_world: !read_only,
        },
        previewed: false,
        icons: Vec::new(),
        tags: Vec::new(),
        meta: None,
    }
}

/// Each component with its purpose, as many as there is room for, the largest first.
fn components(tools: &[Arc<Tool>]) -> String {
    let mut counted: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for tool in tools {
        let entry = counted.entry(&tool.component.name).or_insert((0, &tool.component.info.description));
        entry.0 += 1;
    }
    let whole = counted.len();
    let mut sorted: Vec<_> = counted.into_iter().collect();
    sorted.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    let (mut text, mut shown) = (String::new(), 0);
    for (name, (_, purpose)) in sorted {
        let line = format!("{}{name} ({})", if shown == 0 { "" } else { "; " }, brief(purpose));
        if text.len() + line.len() > COMPONENTS {
            break;
        }
        text += &line;
        shown += 1;
    }
    match whole - shown {
        0 => text + ".",
        more => format!("{text}; and {more} components more."),
    }
}

/// The first sentence, or its beginning.
fn brief(text: &str) -> String {
    let sentence = first_sentence(text).trim_end_matches('.');
    match sentence.len() <= PURPOSE {
        true => sentence.to_owned(),
        false => format!("{}…", &sentence[..sentence.floor_char_boundary(PURPOSE)]),
    }
}

/// The first sentence of the first line.
pub(crate) fn first_sentence(text: &str) -> &str {
    let line = text.trim().lines().next().unwrap_or_default();
    line.split_inclusive(". ").next().unwrap_or(line).trim_end()
}
