//! Reads, writes and links whatever path it is told.
#![allow(missing_docs, reason = "a guest for tests")]

use std::fs;

use bulkhead_sdk::{ToolError, component, tool};

/// Reads a file.
#[tool]
fn read(path: String) -> Result<String, ToolError> {
    Ok(fs::read_to_string(path)?)
}

/// Writes a file.
#[tool]
fn write(path: String, text: String) -> Result<String, ToolError> {
    fs::write(path, text)?;
    Ok("written".to_owned())
}

/// Lists a directory.
#[tool]
fn list(path: String) -> Result<Vec<String>, ToolError> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Makes a hard link, which would give a file a second name in another directory.
#[tool]
fn link(from: String, to: String) -> Result<String, ToolError> {
    fs::hard_link(from, to)?;
    Ok("linked".to_owned())
}

/// Deletes a file.
#[tool]
fn delete(path: String) -> Result<String, ToolError> {
    fs::remove_file(path)?;
    Ok("deleted".to_owned())
}

/// Opens a file so many times, and keeps them all open.
#[tool]
fn open(path: String, times: usize) -> Result<String, ToolError> {
    let open = (0..times).map(|_| fs::File::open(&path)).collect::<Result<Vec<_>, _>>()?;
    Ok(format!("{} open", open.len()))
}

component! {
    name: "files",
    description: "Touches files.",
    requests: [
        directory("/data", write, reason = "To read and write."),
        directory("/library", read, reason = "To read."),
    ],
    tools: [read, write, list, link, delete, open],
}
