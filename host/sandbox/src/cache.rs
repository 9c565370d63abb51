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
    /// Group or others may reach what is inside.
    const ENTERED: u32 = 0o011;
    /// Only an entry's owner may rename or remove it, as in `/tmp`.
    const STICKY: u32 = 0o1000;
    /// Changing the mode is not enough: what is in it may be someone else's.
    const ANEW: &str = "remove the directory, and it is made anew for this user alone";

    /// That nobody but this user and root can write to `directory` or could have written what is in it, or put another
    /// in its place.
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
                "others can write to it (mode {:o}), and what is in it is run as machine code; {ANEW}",
                meta.mode() & 0o7777
            ));
        }
        directory.ancestors().skip(1).try_for_each(|parent| check_parent(parent, me))?;
        check_contents(directory, me, meta.mode() & ENTERED != 0)
    }

    /// What others put there while they could is still there when the directory's mode is changed. Where others cannot
    /// enter, the modes of what is inside say nothing: a generous umask is no reason to refuse what the host wrote.
    fn check_contents(directory: &Path, me: u32, entered: bool) -> Result<(), String> {
        let unreadable = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
        for entry in fs::read_dir(directory).map_err(|e| unreadable(directory, e))? {
            let path = entry.map_err(|e| unreadable(directory, e))?.path();
            let meta = match fs::symlink_metadata(&path) {
                Ok(meta) => meta,
                // Another host that shares the cache has cleaned up.
                Err(e) if e.kind() == std::io::ErrorKind::NotFound => continue,
                Err(e) => return Err(unreadable(&path, e)),
            };
            let ours = meta.uid() == me && (meta.is_file() || meta.is_dir());
            if !ours || (entered && meta.mode() & SHARED != 0) {
                return Err(format!(
                    "others could have written {}, and what is in it is run as machine code; {ANEW}",
                    path.display()
                ));
            }
            if meta.is_dir() {
                check_contents(&path, me, entered && meta.mode() & ENTERED != 0)?;
            }
        }
        Ok(())
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
