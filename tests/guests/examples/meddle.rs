//! Tries every operation that changes something, over WASI as it is, so that no standard library refuses first.
#![cfg(target_family = "wasm")]
#![allow(missing_docs, reason = "a guest for tests")]

use std::collections::BTreeMap;

use bulkhead_sdk::{ToolError, component, tool};

use wasi::filesystem::preopens::get_directories;
use wasi::filesystem::types::{
    Descriptor, DescriptorFlags, ErrorCode, NewTimestamp, OpenFlags, PathFlags, filesystem_error_code,
};
use wasi::io::streams::StreamError;

wit_bindgen::generate!({
    inline: "
        package test:meddle;
        world meddle {
            import wasi:filesystem/types@0.2.12;
            import wasi:filesystem/preopens@0.2.12;
            import wasi:io/streams@0.2.12;
        }
    ",
    path: "../../wit",
    world: "test:meddle/meddle",
    generate_all,
});

const FOLLOW: PathFlags = PathFlags::SYMLINK_FOLLOW;

fn preopen(path: &str) -> Result<Descriptor, ToolError> {
    let found = get_directories().into_iter().find(|(_, name)| name == path);
    found.map(|(directory, _)| directory).ok_or_else(|| ToolError::invalid("not granted"))
}

fn open(directory: &Descriptor, path: &str, how: OpenFlags, flags: DescriptorFlags) -> Result<(), ErrorCode> {
    directory.open_at(FOLLOW, path, how, flags).map(drop)
}

fn stream(file: &Descriptor, at: Option<u64>) -> Result<(), ErrorCode> {
    let stream = match at {
        Some(at) => file.write_via_stream(at)?,
        None => file.append_via_stream()?,
    };
    stream.blocking_write_and_flush(b"x").map_err(|error| match error {
        StreamError::LastOperationFailed(error) => filesystem_error_code(&error).unwrap_or(ErrorCode::Io),
        StreamError::Closed => ErrorCode::Pipe,
    })
}

/// What came of each operation in this directory, which has the files `a` and `gone` and the empty directory `empty`. The
/// last two have another directory at their other end.
#[tool]
fn meddle(directory: String, other: String) -> Result<BTreeMap<String, String>, ToolError> {
    let d = &preopen(&directory)?;
    let other = &preopen(&other)?;
    let (none, read, write) = (OpenFlags::empty(), DescriptorFlags::READ, DescriptorFlags::WRITE);
    // As much as may be had of the file: where it cannot be opened to be written, to be read.
    let a = &d
        .open_at(FOLLOW, "a", none, read | write)
        .or_else(|_| d.open_at(FOLLOW, "a", none, read))
        .map_err(|code| ToolError::failed(code.name()))?;
    // What was granted is a handle to begin at, not one to read.
    let itself =
        &d.open_at(FOLLOW, ".", OpenFlags::DIRECTORY, read).map_err(|code| ToolError::failed(code.name()))?;
    let now = NewTimestamp::Now;
    let tried = [
        ("open-write", open(d, "a", none, write)),
        ("open-create", open(d, "b", OpenFlags::CREATE, write)),
        ("open-create-to-read", open(d, "c", OpenFlags::CREATE, read)),
        ("open-create-new", open(d, "e", OpenFlags::CREATE | OpenFlags::EXCLUSIVE, write)),
        ("open-truncate", open(d, "a", OpenFlags::TRUNCATE, write)),
        ("open-truncate-to-read", open(d, "a", OpenFlags::TRUNCATE, read)),
        ("write", a.write(b"x", 0).map(drop)),
        ("write-via-stream", stream(a, Some(0))),
        ("append-via-stream", stream(a, None)),
        ("set-size", a.set_size(1)),
        ("set-times", a.set_times(now, now)),
        ("set-times-of-directory", itself.set_times(now, now)),
        ("set-times-at", d.set_times_at(FOLLOW, "a", now, now)),
        ("create-directory-at", d.create_directory_at("new")),
        ("symlink-at", d.symlink_at("a", "symlink")),
        ("link-at", d.link_at(PathFlags::empty(), "a", d, "link")),
        ("rename-at", d.rename_at("gone", d, "going")),
        ("unlink-file-at", d.unlink_file_at("going").or_else(|_| d.unlink_file_at("gone"))),
        ("remove-directory-at", d.remove_directory_at("empty")),
        ("link-at-out", d.link_at(PathFlags::empty(), "a", other, "from-here")),
        ("rename-at-in", other.rename_at("gone", d, "from-there")),
    ];
    Ok(tried
        .into_iter()
        .map(|(name, result)| {
            (name.to_owned(), result.map_or_else(|code| code.name().to_owned(), |()| "ok".to_owned()))
        })
        .collect())
}

component! {
    name: "meddle",
    description: "Changes things.",
    requests: [
        directory("/data", write, reason = "To change."),
        directory("/library", write, reason = "To change."),
    ],
    tools: [meddle],
}
