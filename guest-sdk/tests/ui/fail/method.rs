use bulkhead_sdk::tool;

struct Greeter;

impl Greeter {
    /// Greets.
    #[tool]
    fn greet(&self, name: String) -> String {
        name
    }
}

fn main() {}
