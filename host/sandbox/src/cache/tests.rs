#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::*;

fn chmod(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn makes_a_private_directory() {
    let base = tempfile::tempdir().unwrap();
    let path = base.path().join("deep/cache");
    open(&path).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn refuses_a_directory_that_others_can_write() {
    for mode in [0o770, 0o702, 0o777] {
        let base = tempfile::tempdir().unwrap();
        chmod(base.path(), mode);
        let error = open(base.path()).err().unwrap().to_string();
        assert!(error.contains("chmod 700"), "{error}");
    }
}

#[test]
fn refuses_a_directory_that_others_can_replace() {
    let base = tempfile::tempdir().unwrap();
    let path = base.path().join("cache");
    open(&path).unwrap();
    chmod(base.path(), 0o777);
    let error = open(&path).err().unwrap().to_string();
    assert!(error.contains("replace"), "{error}");
}

#[test]
fn looks_through_a_link() {
    let base = tempfile::tempdir().unwrap();
    let target = base.path().join("target");
    fs::create_dir(&target).unwrap();
    chmod(&target, 0o777);
    let link = base.path().join("link");
    std::os::unix::fs::symlink(&target, &link).unwrap();
    assert!(open(&link).is_err());
}
