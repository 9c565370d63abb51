//! Tools are found through paths and through `use`, and may be private to where the component is declared.

use bulkhead_sdk::component;
use files::read;

mod files {
    use bulkhead_sdk::tool;

    /// Reads.
    #[tool]
    pub(super) fn read() {}

    /// Writes.
    #[tool]
    pub(crate) fn write() {}

    /// Is left out of this build.
    #[tool]
    #[cfg(any())]
    pub(crate) fn absent(nothing: Missing) {}
}

component! {
    name: "modules",
    description: "Reads and writes.",
    tools: [read, files::write],
}

fn main() {}
