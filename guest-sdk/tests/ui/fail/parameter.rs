use bulkhead_sdk::{Resumption, tool};

/// Takes a pair apart.
#[tool]
fn apart((x, y): (i32, i32)) -> i32 {
    x + y
}

/// Ignores something.
#[tool]
fn ignores(_: String) {}

/// Borrows.
#[tool]
fn borrows(name: &str, bytes: &[u8], number: &u32, maybe: Option<&str>) {}

/// Does not say what it takes.
#[tool]
fn vague(name: impl Into<String>) {}

/// Has a default that never applies.
#[tool]
fn twice(#[arg(default = 1)] times: Option<u32>) {}

/// Mistypes.
#[tool]
fn mistypes(#[arg(defualt = 1)] times: u32, #[arg(min)] least: u32, #[arg(name = 3)] other: u32) {}

/// Resumes twice.
#[tool]
fn resumes(one: Option<Resumption>, other: Option<Resumption>) {}

fn main() {}
