//! What a directory holds, found out by walking it.

use std::collections::HashSet;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::Path;

use bulkhead_policy::Quota;

/// What a directory holds, as far as this host knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Held {
    pub bytes: u64,
    pub entries: u64,
}

/// What is below a directory. Links are not followed, and a file with several names is counted once. Where there is more
/// than `most` entries, or something that cannot be looked at, nobody knows how much there is: it counts as full.
pub(crate) fn measure(directory: &Path, most: u64) -> Held {
    let mut walk = Walk { held: Held::default(), most, seen: HashSet::new() };
    match walk.all(directory) {
        Ok(()) => walk.held,
        // Halves of the largest number, so that what is truncated can be given back without counting as room.
        Err(_) => Held { bytes: u64::MAX / 2, entries: u64::MAX / 2 },
    }
}

/// Whether a directory holds more than its quota, so that nothing can be added to it.
pub fn is_over(directory: &Path, quota: Quota) -> bool {
    let held = measure(directory, quota.entries);
    held.bytes > quota.bytes || held.entries > quota.entries
}

struct Walk {
    held: Held,
    most: u64,
    seen: HashSet<(u64, u64)>,
}

impl Walk {
    fn all(&mut self, directory: &Path) -> io::Result<()> {
        let mut waiting = vec![directory.to_owned()];
        while let Some(directory) = waiting.pop() {
            let Some(entries) = there(fs::read_dir(&directory))? else { continue };
            for entry in entries {
                let entry = entry?;
                self.held.entries += 1;
                if self.held.entries > self.most {
                    return Err(ErrorKind::QuotaExceeded.into());
                }
                let Some(meta) = there(entry.metadata())? else { continue };
                if meta.is_dir() {
                    waiting.push(entry.path());
                } else if meta.is_file() && self.is_new(&meta) {
                    self.held.bytes = self.held.bytes.saturating_add(meta.len());
                }
            }
        }
        Ok(())
    }

    #[cfg(unix)]
    fn is_new(&mut self, meta: &Metadata) -> bool {
        use std::os::unix::fs::MetadataExt;
        meta.nlink() == 1 || self.seen.insert((meta.dev(), meta.ino()))
    }

    /// Without stable numbers every name counts.
    #[cfg(not(unix))]
    fn is_new(&mut self, _: &Metadata) -> bool {
        self.seen.is_empty()
    }
}

/// `None` for what has gone meanwhile, and for what this host's user may not look into: no guest can either.
fn there<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied) => Ok(None),
        Err(e) => Err(e),
    }
}

#[cfg(test)]
mod tests;
