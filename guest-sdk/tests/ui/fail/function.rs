use bulkhead_sdk::tool;

/// Waits.
#[tool]
async fn waits() {}

/// Takes anything.
#[tool]
fn anything<T>(value: T) {}

/// Is dangerous.
#[tool]
unsafe fn dangerous() {}

/// Is C.
#[tool]
extern "C" fn c() {}

/// Hides what it returns.
#[tool]
fn hides() -> impl Into<String> {
    "hidden"
}

/// Is no function.
#[tool]
struct NoFunction;

fn main() {}
