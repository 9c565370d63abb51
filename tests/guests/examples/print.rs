//! Prints to standard output and error, with control characters, and reads standard input.
#![allow(missing_docs, clippy::print_stdout, clippy::print_stderr, reason = "a guest for tests")]

use std::io::{Read, Write};

use bulkhead_sdk::{ToolError, component, tool};

/// Prints.
#[tool]
fn print(stdout: String, stderr: String) -> Result<String, ToolError> {
    print!("{stdout}");
    std::io::stdout().flush()?;
    eprint!("{stderr}");
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input)?;
    Ok(format!("{} bytes of input", input.len()))
}

component! { name: "print", description: "Prints.", tools: [print] }
