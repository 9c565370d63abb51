#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::path::Path;

use super::*;

fn at(root: &Path) -> Directories {
    Directories::at(&[("/work", root)])
}

#[test]
fn a_file_is_made_with_its_directories() {
    let temp = tempfile::tempdir().unwrap();
    let tree = at(temp.path());
    let written = write(&tree, "/work/a/b/c.txt", "hällo\n", Mode::Create).unwrap();
    assert_eq!(written, Written { path: "/work/a/b/c.txt".into(), created: true, size: 7 });
    assert_eq!(fs::read_to_string(temp.path().join("a/b/c.txt")).unwrap(), "hällo\n");
    let error = write(&tree, "a/b/c.txt", "other", Mode::Create).unwrap_err();
    assert_eq!(error.code(), "already_exists");
    assert_eq!(fs::read_to_string(temp.path().join("a/b/c.txt")).unwrap(), "hällo\n");
}

#[test]
fn a_file_is_replaced_or_added_to() {
    let temp = tempfile::tempdir().unwrap();
    let tree = at(temp.path());
    assert!(write(&tree, "a", "one\n", Mode::Append).unwrap().created);
    assert_eq!(write(&tree, "a", "two\n", Mode::Append).unwrap().size, 8);
    assert_eq!(fs::read_to_string(temp.path().join("a")).unwrap(), "one\ntwo\n");
    assert!(!write(&tree, "a", "three\n", Mode::Overwrite).unwrap().created);
    assert_eq!(fs::read_to_string(temp.path().join("a")).unwrap(), "three\n");
    // Nothing is left over.
    assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 1);
}

#[test]
fn what_an_ended_call_left_over_is_passed_over() {
    let temp = tempfile::tempdir().unwrap();
    fs::write(temp.path().join(".a.0.tmp"), "half").unwrap();
    write(&at(temp.path()), "a", "whole", Mode::Create).unwrap();
    assert_eq!(fs::read_to_string(temp.path().join("a")).unwrap(), "whole");
    assert_eq!(fs::read_to_string(temp.path().join(".a.0.tmp")).unwrap(), "half");
}

#[test]
fn directories_are_not_written_to() {
    let temp = tempfile::tempdir().unwrap();
    let tree = at(temp.path());
    fs::create_dir(temp.path().join("d")).unwrap();
    for path in ["/work/d", "/work", "/"] {
        assert_eq!(write(&tree, path, "x", Mode::Overwrite).unwrap_err().code(), "is_directory", "{path}");
    }
    fs::write(temp.path().join("f"), "x").unwrap();
    assert_eq!(write(&tree, "f/x", "x", Mode::Create).unwrap_err().code(), "not_found");
}

#[cfg(unix)]
#[test]
fn links_are_not_replaced() {
    let temp = tempfile::tempdir().unwrap();
    fs::write(temp.path().join("a"), "x").unwrap();
    std::os::unix::fs::symlink("a", temp.path().join("link")).unwrap();
    assert_eq!(write(&at(temp.path()), "link", "y", Mode::Overwrite).unwrap_err().code(), "is_symlink");
    assert_eq!(fs::read_to_string(temp.path().join("a")).unwrap(), "x");
}

#[test]
fn a_large_file_is_not_added_to() {
    let temp = tempfile::tempdir().unwrap();
    fs::write(temp.path().join("a"), vec![b'x'; 9 << 20]).unwrap();
    assert_eq!(write(&at(temp.path()), "a", "y", Mode::Append).unwrap_err().code(), "too_large");
}
