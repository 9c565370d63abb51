//! wasmtime's compile cache, in a directory that only the host's user can write. What is read from it is run as
//! machine code, so whoever can write there is the host.

use std::fs;
use std::path::Path;

use wasmtime::{Cache, CacheConfig};

use crate::Error;

/// Opens the cache in `path`, creating the directory for this user alone when it is not there.
pub(crate) fn open(path: &Path) -> Result<Cache, Error> {
    let refuse = |problem: String| Error::Cache { path: path.to_owned(), problem };
    create(path).map_err(|e| refuse(e.to_string()))?;
    // wasmtime wants an absolute path; and what is checked must be what is used, not what a link points to later.
    let real = path.canonicalize().map_err(|e| refuse(e.to_string()))?;
    private::check(&real).map_err(refuse)?;
    let mut config = CacheConfig::new();
    config.with_directory(&real);
    Cache::new(config).map_err(|e| Error::Cache { path: real, problem: format!("{e:#}") })
}

#[cfg(unix)]
fn create(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

#[cfg(not(unix))]
fn create(path: &Path) -> std::io::Result<()> {
    fs::create_dir_all(path)
}

#[cfg(unix)]
mod private {
    use std::fs;
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Group or others may write.
    const SHARED: u32 = 0o022;
    /// Only an entry's owner may rename or remove it, as in `/tmp`.
    const STICKY: u32 = 0o1000;

    /// That nobody but this user and root can write to `directory`, or put another in its place.
    pub(super) fn check(directory: &Path) -> Result<(), String> {
        let me = current_user(directory).map_err(|e| format!("cannot be written: {e}"))?;
        let meta = fs::metadata(directory).map_err(|e| e.to_string())?;
        if meta.uid() != me {
            return Err(format!(
                "belongs to user {}, not to the host's user {me}; choose another",
                meta.uid()
            ));
        }
        if meta.mode() & SHARED != 0 {
            return Err(format!(
                "others can write to it (mode {:o}), and what is in it is run as machine code; chmod 700 it",
                meta.mode() & 0o7777
            ));
        }
        directory.ancestors().skip(1).try_for_each(|parent| check_parent(parent, me))
    }

    fn check_parent(parent: &Path, me: u32) -> Result<(), String> {
        let meta = fs::metadata(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
        let replaceable = meta.mode() & SHARED != 0 && meta.mode() & STICKY == 0;
        if replaceable || (meta.uid() != me && meta.uid() != 0) {
            return Err(format!("others can replace it, because they can write to {}", parent.display()));
        }
        Ok(())
    }

    /// The effective user, as the file system sees it: the owner of a file made just now. It also shows that the
    /// cache can be written at all.
    fn current_user(directory: &Path) -> std::io::Result<u32> {
        // A process may open its cache twice at once, and neither may remove the other's file.
        static PROBES: AtomicU64 = AtomicU64::new(0);
        let number = PROBES.fetch_add(1, Ordering::Relaxed);
        let probe = directory.join(format!(".probe-{}-{number}", std::process::id()));
        let file = fs::File::create(&probe)?;
        let uid = file.metadata()?.uid();
        fs::remove_file(&probe)?;
        Ok(uid)
    }
}

#[cfg(not(unix))]
mod private {
    use std::path::Path;

    /// Elsewhere a user's own directories are private unless they are shared on purpose.
    pub(super) fn check(_: &Path) -> Result<(), String> {
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests;
