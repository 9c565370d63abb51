//! Tries to get out of its directory, over WASI as it is.
#![cfg(target_family = "wasm")]
#![allow(missing_docs, reason = "a guest for tests")]

use std::collections::BTreeSet;

use bulkhead_sdk::{ToolError, component, tool};

use wasi::filesystem::preopens::get_directories;
use wasi::filesystem::types::{Descriptor, DescriptorFlags, ErrorCode, NewTimestamp, OpenFlags, PathFlags};

wit_bindgen::generate!({
    inline: "
        package test:escape;
        world escape {
            import wasi:filesystem/types@0.2.12;
            import wasi:filesystem/preopens@0.2.12;
        }
    ",
    path: "../../wit",
    world: "test:escape/escape",
    generate_all,
});

fn preopens() -> Result<[Descriptor; 2], ToolError> {
    let directories: Vec<_> = get_directories().into_iter().map(|(directory, _)| directory).collect();
    directories.try_into().map_err(|_| ToolError::invalid("two directories, please"))
}

fn content(directory: &Descriptor, path: &str) -> Result<String, ErrorCode> {
    let file =
        directory.open_at(PathFlags::SYMLINK_FOLLOW, path, OpenFlags::empty(), DescriptorFlags::READ)?;
    let (bytes, _) = file.read(1000, 0)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// One operation on a path from the first directory; some have a second path, from the second one.
#[tool]
fn escape(operation: String, path: String, other: String) -> Result<String, ToolError> {
    let [first, second] = &preopens()?;
    let (follow, none) = (PathFlags::SYMLINK_FOLLOW, PathFlags::empty());
    let create = OpenFlags::CREATE | OpenFlags::TRUNCATE;
    let done = |()| "done".to_owned();
    let now = NewTimestamp::Now;
    let result = match operation.as_str() {
        "read" => content(first, &path),
        "create" => first.open_at(follow, &path, create, DescriptorFlags::WRITE).map(drop).map(done),
        "list" => first
            .open_at(follow, &path, OpenFlags::DIRECTORY, DescriptorFlags::READ)
            .and_then(|directory| directory.read_directory())
            .map(|_| "listed".to_owned()),
        "stat" => first.stat_at(follow, &path).map(|stat| format!("{} bytes", stat.size)),
        "hash" => first.metadata_hash_at(follow, &path).map(|_| "hashed".to_owned()),
        "readlink" => first.readlink_at(&path),
        "times" => first.set_times_at(follow, &path, now, now).map(done),
        "mkdir" => first.create_directory_at(&path).map(done),
        "rmdir" => first.remove_directory_at(&path).map(done),
        "unlink" => first.unlink_file_at(&path).map(done),
        "symlink" => first.symlink_at(&other, &path).map(done),
        "rename" => first.rename_at(&path, first, &other).map(done),
        "link" => first.link_at(none, &path, first, &other).map(done),
        "rename-across" => first.rename_at(&path, second, &other).map(done),
        "link-across" => first.link_at(none, &path, second, &other).map(done),
        _ => return Err(ToolError::invalid("no such operation")),
    };
    result.map_err(|code| ToolError::new("refused", code.name()))
}

/// Tries to read the same path again and again, and tells what it got.
#[tool]
fn insist(path: String, times: u32) -> Result<BTreeSet<String>, ToolError> {
    let [first, _] = &preopens()?;
    Ok((0..times).map(|_| content(first, &path).unwrap_or_else(|code| code.name().to_owned())).collect())
}

component! {
    name: "escape",
    description: "Wants out.",
    requests: [
        directory("/data", write, reason = "To begin with."),
        directory("/library", write, reason = "To end with."),
    ],
    tools: [escape, insist],
}
