#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};

use super::*;

fn chmod(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn refusal(path: &Path) -> String {
    open(path).err().unwrap().to_string()
}

/// A cache as a host leaves it, with a file of compiled code two folders down.
fn used(base: &Path) -> (PathBuf, PathBuf) {
    let (path, folder) = (base.join("cache"), base.join("cache/modules"));
    open(&path).unwrap();
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("code");
    fs::write(&file, "code").unwrap();
    chmod(&folder, 0o755);
    chmod(&file, 0o644);
    (path, file)
}

#[test]
fn makes_a_private_directory() {
    let base = tempfile::tempdir().unwrap();
    let path = base.path().join("deep/cache");
    open(&path).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn opens_what_a_host_has_left() {
    let base = tempfile::tempdir().unwrap();
    let (path, _) = used(base.path());
    open(&path).unwrap();
    // Others may look, which gives nothing away: what is there was compiled from files that they may be able to read.
    chmod(&path, 0o755);
    open(&path).unwrap();
}

#[test]
fn refuses_a_directory_that_others_can_write() {
    for mode in [0o770, 0o720, 0o702, 0o777, 0o1777] {
        let base = tempfile::tempdir().unwrap();
        chmod(base.path(), mode);
        let error = refusal(base.path());
        assert!(error.contains("others can write to it"), "{mode:o}: {error}");
    }
}

#[test]
fn refuses_a_directory_that_others_can_replace() {
    let base = tempfile::tempdir().unwrap();
    let (path, _) = used(base.path());
    for mode in [0o777, 0o770, 0o703] {
        chmod(base.path(), mode);
        let error = refusal(&path);
        assert!(error.contains("others can replace it"), "{mode:o}: {error}");
    }
    // As in `/tmp`, only the owner of an entry may replace it.
    chmod(base.path(), 0o1777);
    open(&path).unwrap();
}

/// Not only the nearest one counts: whoever can rename a folder above can put another tree there.
#[test]
fn refuses_a_directory_below_one_that_others_can_replace() {
    let base = tempfile::tempdir().unwrap();
    let (path, _) = used(&base.path().join("a/b"));
    chmod(base.path(), 0o777);
    assert!(refusal(&path).contains("others can replace it"));
}

#[test]
fn looks_through_a_link() {
    let base = tempfile::tempdir().unwrap();
    let target = base.path().join("target");
    fs::create_dir(&target).unwrap();
    let link = base.path().join("link");
    symlink(&target, &link).unwrap();
    chmod(&target, 0o700);
    open(&link).unwrap();
    chmod(&target, 0o777);
    assert!(refusal(&link).contains("others can write to it"));
}

/// A link in a shared folder is opened once: what it points to later is not looked at again.
#[test]
fn refuses_a_link_into_a_folder_that_others_can_replace() {
    let base = tempfile::tempdir().unwrap();
    let shared = base.path().join("shared");
    let (path, _) = used(&shared);
    let link = base.path().join("link");
    symlink(&path, &link).unwrap();
    chmod(&shared, 0o777);
    assert!(refusal(&link).contains("others can replace it"));
}

/// Root makes a directory of someone else's; any other user finds one in `/tmp`, which is root's.
#[test]
fn refuses_a_directory_of_another_user() {
    let base = tempfile::tempdir().unwrap();
    let am_root = fs::metadata(base.path()).unwrap().uid() == 0;
    let path = if am_root { base.path() } else { Path::new("/tmp") };
    if am_root {
        chown(path, Some(12_345), None).unwrap();
    }
    let error = refusal(path);
    assert!(error.contains("belongs to user"), "{error}");
    if am_root {
        chown(path, Some(0), None).unwrap();
    }
}

/// A directory below one of another user's can be replaced by that user, whatever its mode.
#[test]
fn refuses_a_directory_below_another_users() {
    let base = tempfile::tempdir().unwrap();
    let (path, _) = used(base.path());
    if fs::metadata(base.path()).unwrap().uid() == 0 {
        chown(base.path(), Some(12_345), None).unwrap();
        assert!(refusal(&path).contains("others can replace it"));
        chown(base.path(), Some(0), None).unwrap();
    }
}

/// Changing the mode of a directory does not change what others have put there before.
#[test]
fn refuses_what_others_left_inside() {
    let base = tempfile::tempdir().unwrap();
    let (path, file) = used(base.path());
    let planted = path.join("planted");
    symlink(&file, &planted).unwrap();
    assert!(refusal(&path).contains("others could have written"));
    fs::remove_file(&planted).unwrap();
    open(&path).unwrap();

    chmod(&file, 0o666);
    open(&path).unwrap();
    chmod(&path, 0o755);
    assert!(refusal(&path).contains("others could have written"));
    chmod(&file, 0o644);
    open(&path).unwrap();

    if fs::metadata(&file).unwrap().uid() == 0 {
        chown(&file, Some(12_345), None).unwrap();
        assert!(refusal(&path).contains("others could have written"));
    }
}
