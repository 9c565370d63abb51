use bulkhead_sdk::{component, prompt, resource};

/// Something that cannot be read.
#[resource(uri = "a:b")]
fn number() -> u32 {
    1
}

/// Something that cannot be said.
#[prompt]
fn said() -> u32 {
    1
}

/// Not a resource.
fn plain() {}

component! {
    description: "Wrong ones.",
    resources: [plain],
}

fn main() {}
