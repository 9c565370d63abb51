use bulkhead_sdk::tool;

/// A header that cannot be one.
#[tool]
fn region(#[arg(header = "My Region")] region: String) -> String {
    region
}

fn main() {}
