//! `fs`, the directories of a component.

use super::reader::Entry;
use crate::effective::is_within;
use crate::{Access, Directory, PolicyError, Quota};

const FS: &str = "fs = [{ host = \"notes\", guest = \"/notes\", access = \"write\" }]";
const QUOTA: &str = "fs = [{ host = \"notes\", guest = \"/notes\", access = \"write\", quota = \"100MiB\", entries = 1_000 }]";

pub(super) fn directories(entry: &Entry<'_>) -> Result<Vec<Directory>, PolicyError> {
    let mut directories: Vec<Directory> = Vec::new();
    for item in entry.list("directories", FS)? {
        let directory = directory(&item)?;
        let clash = directories.iter().find(|known| {
            is_within(&known.guest, &directory.guest) || is_within(&directory.guest, &known.guest)
        });
        if let Some(known) = clash {
            let problem = if known.guest == directory.guest {
                format!("two directories are at `{}` in the guest", known.guest)
            } else {
                format!("`{}` and `{}` are one within the other in the guest", known.guest, directory.guest)
            };
            return Err(item.conflict(problem, FS));
        }
        directories.push(directory);
    }
    Ok(directories)
}

fn directory(entry: &Entry<'_>) -> Result<Directory, PolicyError> {
    const EXPECTED: &str = "a table with `host`, `guest` and `access`";
    const KEYS: &[&str] = &["host", "guest", "access", "quota", "entries"];
    let (mut host, mut guest, mut access) = (None, None, None);
    let (mut quota, mut entries) = (None, None);
    for entry in entry.table(FS)? {
        match entry.name {
            "host" => host = Some(entry.path_text("the path of a directory", FS)?),
            "guest" => guest = Some(guest_path(&entry)?),
            "access" => access = Some(self::access(&entry)?),
            "quota" => quota = Some(entry.size(QUOTA)?),
            "entries" => entries = Some(entry.count(QUOTA)?),
            _ => return Err(entry.unknown(KEYS, FS)),
        }
    }
    let directory = Directory {
        host: host.ok_or_else(|| entry.missing("host", EXPECTED, FS))?,
        guest: guest.ok_or_else(|| entry.missing("guest", EXPECTED, FS))?,
        access: access.ok_or_else(|| entry.missing("access", EXPECTED, FS))?,
        quota: self::quota(quota, entries),
    };
    if directory.access == Access::Read && directory.quota.is_some() {
        return Err(
            entry.conflict("nothing is written where `access` is \"read\": a quota would do nothing", QUOTA)
        );
    }
    Ok(directory)
}

/// Either bounds the other too: a million empty files fill a disk as well, and a quota of entries alone says nothing
/// about their size.
fn quota(bytes: Option<u64>, entries: Option<u64>) -> Option<Quota> {
    match (bytes, entries) {
        (None, None) => None,
        // A file for each 4 KiB, which is what most file systems give the smallest one.
        (Some(bytes), None) => Some(Quota { bytes, entries: (bytes >> 12).clamp(16, 100_000) }),
        (None, Some(entries)) => Some(Quota { bytes: u64::MAX, entries }),
        (Some(bytes), Some(entries)) => Some(Quota { bytes, entries }),
    }
}

fn access(entry: &Entry<'_>) -> Result<Access, PolicyError> {
    const EXPECTED: &str = "\"read\" or \"write\" (which includes reading)";
    match entry.text(EXPECTED, FS)? {
        "read" => Ok(Access::Read),
        "write" => Ok(Access::Write),
        _ => Err(entry.wrong("this is no kind of access", EXPECTED, FS)),
    }
}

/// One spelling for each path, so that two spellings of one path cannot carry different rights.
fn guest_path(entry: &Entry<'_>) -> Result<String, PolicyError> {
    const EXPECTED: &str = "an absolute path without `.`, `..`, `//`, a backslash or a slash at the end";
    let path = entry.text(EXPECTED, FS)?;
    let Some(inner) = path.strip_prefix('/') else {
        return Err(entry.wrong("the path is not absolute", EXPECTED, FS));
    };
    let odd = |segment: &str| matches!(segment, "" | "." | "..");
    if !inner.is_empty() && inner.split('/').any(odd) {
        return Err(entry.wrong("the path is not in its plain form", EXPECTED, FS));
    }
    if path.chars().any(|c| c.is_control() || c == '\\') {
        return Err(entry.wrong("the path has a control character or a backslash", EXPECTED, FS));
    }
    Ok(path.to_owned())
}
