//! Whole files.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};

use bulkhead_sdk::ToolError;
use bulkhead_tool_common::{Directories, Location, thousands};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is written and edited is text that a model has written, and what it is put into is held in memory.
pub(crate) const LARGEST_FILE: u64 = 8 * 1024 * 1024;

/// What to do about a file that is there, or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Make a new file; one that is there is an error.
    #[default]
    Create,
    /// Make the file, or replace the one that is there.
    Overwrite,
    /// Add to the end of the file, or make it.
    Append,
}

/// What was written.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub struct Written {
    /// The file.
    pub path: String,
    /// Whether the file is new.
    pub created: bool,
    /// Its size now, in bytes.
    pub size: u64,
}

/// Writes a file, whole or not at all. Missing directories are made.
///
/// # Errors
///
/// `no_directory_granted`, `already_exists`, `is_directory`, `is_symlink`, `too_large`, `not_allowed`.
pub fn write(directories: &Directories, path: &str, text: &str, mode: Mode) -> Result<Written, ToolError> {
    let location = directories.file(path)?;
    let there = existing(&location)?;
    let mut bytes = match (mode, there) {
        (Mode::Create, Some(size)) => return Err(already_there(&location, size)),
        (Mode::Append, Some(size)) => read_whole(&location, size)?,
        (Mode::Create | Mode::Append, None) | (Mode::Overwrite, _) => Vec::new(),
    };
    bytes.extend_from_slice(text.as_bytes());
    make_parents(&location)?;
    replace(&location, &bytes)?;
    Ok(Written { path: location.name, created: there.is_none(), size: bytes.len() as u64 })
}

fn already_there(location: &Location, size: u64) -> ToolError {
    ToolError::already_exists(format!(
        "`{}` is there already ({} bytes). Use edit_file to change parts of it, or the mode `overwrite` to replace it.",
        location.name,
        thousands(size)
    ))
}

/// The size of the file at this place, if there is one that can be replaced.
pub(crate) fn existing(location: &Location) -> Result<Option<u64>, ToolError> {
    let metadata = match fs::symlink_metadata(&location.real) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(location.error(&error)),
    };
    if metadata.is_symlink() {
        // Renaming would put a file in the place of the link and leave what it leads to as it is.
        let message = format!("`{}` is a symbolic link. Write to what it leads to.", location.name);
        return Err(ToolError::new("is_symlink", message));
    }
    if metadata.is_dir() {
        return Err(location.error(&ErrorKind::IsADirectory.into()));
    }
    Ok(Some(metadata.len()))
}

/// All of a file that is not too large.
pub(crate) fn read_whole(location: &Location, size: u64) -> Result<Vec<u8>, ToolError> {
    if size > LARGEST_FILE {
        return Err(ToolError::too_large(format!(
            "`{}` has {} bytes; only files of at most {} bytes can be changed.",
            location.name,
            thousands(size),
            thousands(LARGEST_FILE)
        )));
    }
    fs::read(&location.real).map_err(|error| location.error(&error))
}

fn make_parents(location: &Location) -> Result<(), ToolError> {
    let Some(parent) = location.parent() else { return Ok(()) };
    if parent.real.is_dir() {
        return Ok(());
    }
    make_parents(&parent)?;
    match fs::create_dir(&parent.real) {
        // Another call may have made it meanwhile; that it is a file shows when it is written into.
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(parent.error(&error)),
        _ => Ok(()),
    }
}

/// Puts bytes in the place of a file: into a new file beside it, which then takes its name. Whoever reads sees the old
/// file or the new one, and a call that is ended in between has changed nothing.
pub(crate) fn replace(location: &Location, bytes: &[u8]) -> Result<(), ToolError> {
    let named = |error: io::Error| location.error(&error);
    let (temporary, mut file) = temporary(location).map_err(named)?;
    let result = file
        .write_all(bytes)
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&temporary.real, &location.real));
    if let Err(error) = result {
        // The first error is the one to tell; what is left over, if this fails too, is a hidden file.
        let _ = fs::remove_file(&temporary.real);
        return Err(named(error));
    }
    Ok(())
}

fn temporary(location: &Location) -> io::Result<(Location, File)> {
    // Two calls at the same time take different names; files left over by ended calls are passed over.
    const ATTEMPTS: u32 = 100;
    let parent = location.parent().ok_or(ErrorKind::IsADirectory)?;
    let name = location.name.rsplit('/').next().unwrap_or_default();
    for attempt in 0..ATTEMPTS {
        let temporary = parent.join(&format!(".{name}.{attempt}.tmp"));
        match OpenOptions::new().write(true).create_new(true).open(&temporary.real) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => return Ok((temporary, file)),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests;
