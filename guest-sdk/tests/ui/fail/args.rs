use bulkhead_sdk::tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Query {
    text: String,
}

/// Searches.
#[tool]
fn search(#[args] query: Query, limit: u32) -> String {
    query.text
}

/// Searches.
#[tool]
fn described(#[args(flat)] query: Query) -> String {
    query.text
}

/// Searches.
#[tool]
fn hinted(
    #[args]
    #[arg(default)]
    query: Query,
) -> String {
    query.text
}

fn main() {}
