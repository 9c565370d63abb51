//! `search` and `describe`: from their arguments to their answers.

use std::sync::Arc;

use bulkhead_dispatch::Tool;
use bulkhead_schema::ToolError;
use serde_json::{Value, json};

use crate::catalog::{View, declaration};
use crate::definitions::first_sentence;
use crate::run::error;

/// How many are found when nothing is said, and at most.
const HITS: usize = 5;
const MOST: usize = 10;

/// The longest request that is looked at; more is no request but a text.
const LONGEST: usize = 1_000;

/// How much is told of each tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    Line,
    Types,
    Schema,
}

/// What `search` is asked for.
pub(crate) struct Search {
    query: String,
    detail: Detail,
    limit: usize,
}

impl Search {
    /// Reads the arguments.
    pub fn read(arguments: &Value) -> Result<Self, ToolError> {
        let bad = |message: &str| Err(error("bad_arguments", message));
        let Some(fields) = arguments.as_object() else {
            return bad("The arguments must be an object with `query`.");
        };
        if let Some(unknown) = fields.keys().find(|key| !["query", "detail", "limit"].contains(&key.as_str()))
        {
            return bad(&format!(
                "There is no argument `{unknown}`: it takes `query`, `detail` and `limit`."
            ));
        }
        let Some(query) = fields.get("query").and_then(Value::as_str) else {
            return bad("`query` must be a string: what the tool should do.");
        };
        let detail = match fields.get("detail").map(Value::as_str) {
            None | Some(Some("types")) => Detail::Types,
            Some(Some("line")) => Detail::Line,
            Some(Some("schema")) => Detail::Schema,
            Some(_) => return bad("`detail` is `line`, `types` or `schema`."),
        };
        let limit = match fields.get("limit") {
            None => HITS,
            Some(limit) => match limit.as_u64().and_then(|limit| usize::try_from(limit).ok()) {
                Some(limit @ 1..=MOST) => limit,
                _ => return bad("`limit` is a number from 1 to 10."),
            },
        };
        let query = query[..query.floor_char_boundary(LONGEST)].to_owned();
        Ok(Self { query, detail, limit })
    }

    /// The tools that fit best.
    pub fn hits<'a>(&self, view: &'a View) -> Vec<&'a Arc<Tool>> {
        let hits = view.index().search(&self.query, self.limit, |_| true);
        hits.into_iter().filter_map(|hit| view.tools.get(hit.entry)).collect()
    }

    /// For a model.
    pub fn text(&self, view: &View) -> String {
        let hits = self.hits(view);
        if hits.is_empty() {
            return "Nothing fits. Say in other words what the tool should do.".to_owned();
        }
        hits.iter().map(|tool| told(tool, self.detail)).collect::<Vec<_>>().join("\n\n")
    }

    /// For a script.
    pub fn json(&self, view: &View) -> Value {
        let hit = |tool: &&Arc<Tool>| {
            let mut hit = json!({ "tool": tool.dotted(), "description": tool.definition.description });
            match self.detail {
                Detail::Line => {}
                Detail::Types => hit["declaration"] = declaration(tool).into(),
                Detail::Schema => {
                    hit["inputSchema"] = tool.definition.input_schema.clone();
                    hit["outputSchema"] = json!(tool.definition.output_schema);
                }
            }
            hit
        };
        self.hits(view).iter().map(hit).collect()
    }
}

fn told(tool: &Tool, detail: Detail) -> String {
    let name = tool.dotted();
    match detail {
        Detail::Line => format!("tools.{name}: {}", first_sentence(&tool.definition.description)),
        Detail::Types => format!("// tools.{}\n{}", tool.component.name, declaration(tool)),
        Detail::Schema => {
            let definition = &tool.definition;
            let output = definition.output_schema.as_ref();
            let output = output.map(|schema| format!("\noutput: {schema}")).unwrap_or_default();
            format!(
                "tools.{name}: {}\ninput: {}{output}",
                definition.description.trim(),
                definition.input_schema
            )
        }
    }
}

/// The declarations of tools, by a JSON array of their names.
pub(crate) fn describe(view: &View, names: &str) -> Result<String, ToolError> {
    let names: Vec<String> = serde_json::from_str(names).map_err(|_| {
        error("bad_arguments", "`describe` takes names of tools, such as \"files.read_file\".")
    })?;
    let told = |name: &String| match view.find(name) {
        Some(tool) => Ok(told(tool, Detail::Types)),
        None => {
            let nearest = Search { query: name.clone(), detail: Detail::Line, limit: 3 };
            let nearest: Vec<_> = nearest.hits(view).iter().map(|tool| tool.dotted()).collect();
            let hint = match nearest.is_empty() {
                true => String::new(),
                false => format!(" Near are: {}.", nearest.join(", ")),
            };
            Err(error("unknown_tool", &format!("There is no tool named {name:?}.{hint}")))
        }
    };
    let told = names.iter().take(MOST).map(told).collect::<Result<Vec<_>, _>>()?;
    Ok(Value::String(told.join("\n\n")).to_string())
}
