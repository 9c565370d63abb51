//! Putting a file into a folder that several programs share.

use std::{fs, io, path::Path};

/// Puts a text into the place of a file, and makes its folder if need be. It is written beside its place and moved there, so
/// that another program never reads half of it.
pub(crate) fn put(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = file.with_extension(format!("{}.tmp", std::process::id()));
    fs::create_dir_all(file.parent().unwrap_or(Path::new(".")))?;
    fs::write(&beside, bytes)?;
    fs::rename(&beside, file)
}
