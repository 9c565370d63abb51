use bulkhead_sdk::{ToolError, tool};

struct Plain;

/// Returns what has no JSON.
#[tool]
fn plain() -> Plain {
    Plain
}

/// Returns what has no JSON.
#[tool]
fn fallible() -> Result<Vec<Plain>, ToolError> {
    Ok(vec![Plain])
}

#[derive(serde::Serialize)]
struct NoSchema;

/// Returns what has no schema.
#[tool]
fn no_schema() -> Result<NoSchema, ToolError> {
    Ok(NoSchema)
}

fn main() {}
