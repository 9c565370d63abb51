//! The database's file: made for this user alone, and never where every user could change it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::Error;

/// Makes the folder and the file, where they are not there, and gives the file's absolute path: a relative one would
/// lead elsewhere after a change of the working directory, and SQLite gives some a meaning, such as `file:`.
pub(super) fn create(path: &Path) -> Result<PathBuf, Error> {
    let name = path.display().to_string();
    let unreachable = |source| Error::Unreachable { path: name.clone(), source };
    let absolute = std::path::absolute(path).map_err(unreachable)?;
    if let Some(folder) = absolute.parent() {
        create_folder(folder).map_err(unreachable)?;
        check("the folder", folder, &name)?;
    }
    make(&absolute).map_err(unreachable)?;
    if !fs::metadata(&absolute).map_err(unreachable)?.is_file() {
        return Err(unreachable(io::Error::other("it is not a file")));
    }
    check("the file", &absolute, &name)?;
    Ok(absolute)
}

/// Makes the file, unless it is there; a file that is there is not opened. Closing a file takes away whatever locks the
/// process has on it, those of SQLite included, so no two openings of this process may be here at once.
fn make(path: &Path) -> io::Result<()> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    match create_file(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made,
    }
}

fn check(what: &'static str, path: &Path, name: &str) -> Result<(), Error> {
    let meta = fs::metadata(path).map_err(|source| Error::Unreachable { path: name.to_owned(), source })?;
    match exposed(&meta) {
        Some(mode) => Err(Error::Exposed { path: name.to_owned(), what, mode }),
        None => Ok(()),
    }
}

#[cfg(unix)]
fn create_folder(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// SQLite gives its log and its shared memory the same permissions.
#[cfg(unix)]
fn create_file(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt;
    fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map(drop)
}

/// The permissions, if every user may write. A folder's sticky bit does not help: it lets others put a log there, which
/// SQLite would take for the database's own.
#[cfg(unix)]
fn exposed(meta: &fs::Metadata) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    /// Others, who are neither the owner nor of its group, may write.
    const OTHERS: u32 = 0o002;
    (meta.mode() & OTHERS != 0).then_some(meta.mode() & 0o7777)
}

#[cfg(not(unix))]
fn create_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

#[cfg(not(unix))]
fn create_file(path: &Path) -> io::Result<()> {
    fs::OpenOptions::new().write(true).create_new(true).open(path).map(drop)
}

/// Elsewhere a user's own folders are private unless they are shared on purpose.
#[cfg(not(unix))]
fn exposed(_: &fs::Metadata) -> Option<u32> {
    None
}
