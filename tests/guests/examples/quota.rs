//! Fills a directory in every way there is.
#![cfg(target_family = "wasm")]
#![allow(missing_docs, reason = "a guest for tests")]

use std::{fs, io};

use bulkhead_sdk::{ToolError, component, tool};

use wasi::filesystem::preopens::get_directories;
use wasi::filesystem::types::{
    Descriptor, DescriptorFlags, ErrorCode, OpenFlags, PathFlags, filesystem_error_code,
};
use wasi::io::streams::{OutputStream, StreamError};

wit_bindgen::generate!({
    inline: "
        package test:quota;
        world quota {
            import wasi:filesystem/types@0.2.12;
            import wasi:filesystem/preopens@0.2.12;
            import wasi:io/streams@0.2.12;
        }
    ",
    path: "../../wit",
    world: "test:quota/quota",
    generate_all,
});

const PIECE: u64 = 4096;

fn refused(code: ErrorCode) -> ToolError {
    ToolError::new(code.name().replace('-', "_"), "It was refused.")
}

fn preopen(path: &str) -> Result<Descriptor, ToolError> {
    let found = get_directories().into_iter().find(|(_, name)| name == path);
    found.map(|(directory, _)| directory).ok_or_else(|| ToolError::invalid("not granted"))
}

fn open(directory: &str, file: &str) -> Result<Descriptor, ToolError> {
    let flags = DescriptorFlags::READ | DescriptorFlags::WRITE;
    preopen(directory)?.open_at(PathFlags::empty(), file, OpenFlags::CREATE, flags).map_err(refused)
}

fn pour(stream: &OutputStream, bytes: u64, at_once: bool) -> Result<(), ErrorCode> {
    let mut left = bytes;
    while left > 0 {
        let length = left.min(PIECE);
        let piece = vec![b'x'; length as usize];
        let put = if at_once {
            stream.blocking_write_and_flush(&piece)
        } else {
            stream.subscribe().block();
            stream.check_write().and_then(|_| stream.write(&piece))
        };
        put.map_err(code)?;
        left -= length;
    }
    // What the last piece came to is told by the next thing that is done.
    stream.blocking_flush().map_err(code)?;
    stream.check_write().map(drop).map_err(code)
}

fn code(error: StreamError) -> ErrorCode {
    match error {
        StreamError::LastOperationFailed(error) => filesystem_error_code(&error).unwrap_or(ErrorCode::Io),
        StreamError::Closed => ErrorCode::Pipe,
    }
}

/// Makes a file of so many bytes, in one of the ways.
#[tool]
fn fill(directory: String, file: String, bytes: u64, way: String) -> Result<String, ToolError> {
    let file = open(&directory, &file)?;
    let result = match way.as_str() {
        "write" => (0..bytes.div_ceil(PIECE))
            .try_for_each(|n| file.write(&[b'x'; PIECE as usize], n * PIECE).map(drop)),
        "stream" => file.write_via_stream(0).and_then(|stream| pour(&stream, bytes, true)),
        "stream-slowly" => file.write_via_stream(0).and_then(|stream| pour(&stream, bytes, false)),
        "append" => file.append_via_stream().and_then(|stream| pour(&stream, bytes, true)),
        "zeroes" => file.write_via_stream(0).and_then(|stream| {
            (0..bytes.div_ceil(PIECE))
                .try_for_each(|_| stream.blocking_write_zeroes_and_flush(PIECE).map_err(code))
        }),
        "size" => file.set_size(bytes),
        "hole" => file.write(b"x", bytes - 1).map(drop),
        "hole-by-stream" => file.write_via_stream(bytes - 1).and_then(|stream| pour(&stream, 1, true)),
        _ => return Err(ToolError::invalid("no such way")),
    };
    result.map(|()| "full".to_owned()).map_err(refused)
}

/// Makes so many of a kind, and says how many came to be and what ended it.
#[tool]
fn clutter(directory: String, kind: String, times: u32) -> Result<(u32, String), ToolError> {
    let d = preopen(&directory)?;
    let create = OpenFlags::CREATE;
    for n in 0..times {
        let name = format!("{kind}{n}");
        let made = match kind.as_str() {
            "file" => d.open_at(PathFlags::empty(), &name, create, DescriptorFlags::WRITE).map(drop),
            "new" => d
                .open_at(PathFlags::empty(), &name, create | OpenFlags::EXCLUSIVE, DescriptorFlags::WRITE)
                .map(drop),
            "directory" => d.create_directory_at(&name),
            "symlink" => d.symlink_at("seed", &name),
            "link" => d.link_at(PathFlags::empty(), "seed", &d, &name),
            _ => return Err(ToolError::invalid("no such kind")),
        };
        if let Err(code) = made {
            return Ok((n, code.name().to_owned()));
        }
    }
    Ok((times, "ok".to_owned()))
}

/// Writes a file anew, again and again, as programs do.
#[tool]
fn rewrite(path: String, bytes: usize, times: u32) -> Result<String, ToolError> {
    for _ in 0..times {
        fs::write(&path, vec![b'x'; bytes])?;
    }
    Ok("written".to_owned())
}

/// Cuts a file to nothing and lets it grow, through one handle.
#[tool]
fn pump(path: String, bytes: u64, times: u32) -> Result<String, ToolError> {
    let file = fs::File::create(path)?;
    for _ in 0..times {
        file.set_len(bytes)?;
        file.set_len(0)?;
    }
    Ok("pumped".to_owned())
}

/// Makes a file, removes its name (by unlinking it, or by moving another file there) and keeps it open; again and again.
#[tool]
fn hide(directory: String, bytes: u64, times: u32, by: String) -> Result<(u32, String), ToolError> {
    let d = preopen(&directory)?;
    let mut hidden = Vec::new();
    for n in 0..times {
        let made = open(&directory, "hidden").and_then(|file| {
            file.set_size(bytes).map_err(refused)?;
            Ok(file)
        });
        match made {
            Ok(file) => hidden.push(file),
            Err(error) => return Ok((n, error.code().to_owned())),
        }
        if by == "unlink" {
            d.unlink_file_at("hidden").map_err(refused)?;
        } else {
            open(&directory, "other")?;
            d.rename_at("other", &d, "hidden").map_err(refused)?;
            d.unlink_file_at("hidden").map_err(refused)?;
        }
    }
    Ok((times, "ok".to_owned()))
}

/// Moves a file, or gives it a second name.
#[tool]
fn carry(from: String, to: String, link: bool) -> Result<String, ToolError> {
    let result = if link { fs::hard_link(from, to) } else { fs::rename(from, to) };
    result.map(|()| "carried".to_owned()).map_err(|error| match error.kind() {
        io::ErrorKind::CrossesDevices => ToolError::new("cross_device", "It is another directory."),
        _ => error.into(),
    })
}

/// Removes a file.
#[tool]
fn remove(path: String) -> Result<String, ToolError> {
    fs::remove_file(path)?;
    Ok("removed".to_owned())
}

/// Writes a file, removes it, and stays.
#[tool]
fn linger(path: String, bytes: usize, milliseconds: u64) -> Result<String, ToolError> {
    fs::write(&path, vec![b'x'; bytes])?;
    fs::remove_file(&path)?;
    std::thread::sleep(std::time::Duration::from_millis(milliseconds));
    Ok("gone".to_owned())
}

component! {
    name: "quota",
    description: "Fills directories.",
    requests: [
        directory("/data", write, reason = "To fill."),
        directory("/free", write, reason = "To fill.", optional),
    ],
    tools: [fill, clutter, rewrite, pump, hide, carry, remove, linger],
}
