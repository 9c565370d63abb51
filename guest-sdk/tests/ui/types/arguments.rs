use bulkhead_sdk::tool;

struct Plain {
    text: String,
}

/// Searches.
#[tool]
fn search(#[args] query: Plain) -> String {
    query.text
}

fn main() {}
