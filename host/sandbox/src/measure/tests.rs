#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs::File;

use super::*;

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("a/b")).unwrap();
    fs::write(folder.path().join("a/b/c"), [0; 100]).unwrap();
    fs::write(folder.path().join("d"), [0; 20]).unwrap();
    folder
}

#[test]
fn everything_below_is_counted() {
    assert_eq!(measure(folder().path(), 4), Held { bytes: 120, entries: 4 });
    assert_eq!(measure(tempfile::tempdir().unwrap().path(), 0), Held::default());
}

#[test]
fn holes_count_as_long_as_they_are() {
    let folder = folder();
    File::create(folder.path().join("e")).unwrap().set_len(1 << 30).unwrap();
    assert_eq!(measure(folder.path(), 100).bytes, 120 + (1 << 30));
}

#[cfg(unix)]
#[test]
fn a_file_counts_once_and_links_lead_nowhere() {
    let folder = folder();
    fs::hard_link(folder.path().join("d"), folder.path().join("a/d")).unwrap();
    std::os::unix::fs::symlink("/", folder.path().join("root")).unwrap();
    std::os::unix::fs::symlink("..", folder.path().join("a/up")).unwrap();
    assert_eq!(measure(folder.path(), 100), Held { bytes: 120, entries: 7 });
}

#[test]
fn more_than_is_allowed_counts_as_full() {
    let held = measure(folder().path(), 3);
    assert!(held.bytes > u64::MAX / 4 && held.entries > u64::MAX / 4, "{held:?}");
}

/// A guest can make a chain of directories whose path is longer than any path may be.
#[cfg(target_os = "linux")]
#[test]
fn what_lies_too_deep_to_be_looked_at_counts_as_full() {
    let folder = folder();
    let name = "x".repeat(250);
    let inner = folder.path().join(&name);
    fs::create_dir(&inner).unwrap();
    // From the inside out: a directory with a short path is moved into one with a long path.
    for _ in 0..20 {
        let next = folder.path().join("next");
        fs::create_dir(&next).unwrap();
        fs::rename(&inner, next.join(&name)).unwrap();
        fs::rename(&next, &inner).unwrap();
    }
    assert!(measure(folder.path(), 1000).entries > 1000);
}
