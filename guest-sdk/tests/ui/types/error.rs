use bulkhead_sdk::tool;

#[derive(Debug)]
struct MyError;

/// Fails in a way of its own.
#[tool]
fn fails() -> Result<String, MyError> {
    Err(MyError)
}

fn main() {}
