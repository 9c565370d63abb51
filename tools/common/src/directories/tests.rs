#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::fs;

use super::*;

fn two() -> (tempfile::TempDir, Directories) {
    let temp = tempfile::tempdir().unwrap();
    let (work, docs) = (temp.path().join("a"), temp.path().join("b"));
    fs::create_dir_all(work.join("src")).unwrap();
    fs::create_dir_all(&docs).unwrap();
    fs::write(work.join("src/main.rs"), "fn main() {}").unwrap();
    let directories = Directories::at(&[("/work", &work), ("/docs", &docs)]);
    (temp, directories)
}

#[track_caller]
fn name(directories: &Directories, path: &str) -> String {
    match directories.resolve(path).unwrap() {
        Place::Top => "/".to_owned(),
        Place::Below(location) => location.name,
    }
}

#[test]
fn paths_are_below_the_directories_given() {
    let (_temp, two) = two();
    for (path, meant) in [
        ("/work/src/main.rs", "/work/src/main.rs"),
        ("work/src/main.rs", "/work/src/main.rs"),
        ("src/main.rs", "/work/src/main.rs"),
        ("./src/../src//main.rs", "/work/src/main.rs"),
        ("/work/../docs/a.md", "/docs/a.md"),
        ("docs", "/docs"),
        ("/", "/"),
        (".", "/"),
        ("", "/"),
    ] {
        assert_eq!(name(&two, path), meant, "{path}");
    }
}

#[test]
fn one_directory_is_the_same_as_all() {
    let temp = tempfile::tempdir().unwrap();
    let one = Directories::at(&[("/work", temp.path())]);
    assert_eq!(name(&one, "/"), "/work");
    assert_eq!(name(&one, "."), "/work");
}

#[test]
fn paths_elsewhere_are_refused() {
    let (_temp, two) = two();
    let error = two.resolve("/etc/passwd").unwrap_err();
    assert_eq!(error.code(), "not_found");
    assert!(error.message().contains("`/work`, `/docs`"), "{error}");
    assert_eq!(two.resolve("../../etc/passwd").unwrap_err().code(), "invalid");
    assert_eq!(two.resolve("/work/../../etc").unwrap_err().code(), "invalid");
    assert_eq!(two.resolve("a\0b").unwrap_err().code(), "invalid");
    assert_eq!(two.file("/").unwrap_err().code(), "is_directory");
}

#[test]
fn a_missing_grant_is_named() {
    let error = Directories::granted(&["/none/a", "/none/b"]).resolve("x").unwrap_err();
    assert_eq!(error.code(), "no_directory_granted");
    assert!(error.message().contains("guest = \"/none/a\""), "{error}");

    let (_temp, mut two) = two();
    two.declared.push("/data".to_owned());
    let error = two.resolve("/data/x.csv").unwrap_err();
    assert_eq!(error.code(), "no_directory_granted");
    assert!(error.message().contains("`/work`") && error.message().contains("guest = \"/data\""), "{error}");
}

#[test]
fn what_is_not_there_has_neighbours() {
    let (_temp, two) = two();
    let error = two.file("/work/src/mian.rs").unwrap().metadata().unwrap_err();
    assert_eq!(error.code(), "not_found");
    assert_eq!(error.message(), "There is no `/work/src/mian.rs`. Was `/work/src/main.rs` meant?");
    let error = two.file("/work/scr/main.rs").unwrap().metadata().unwrap_err();
    assert_eq!(error.message(), "There is no `/work/scr/main.rs`. Was `/work/src` meant?");
    let error = two.file("/work/src/main.rs/x").unwrap().metadata().unwrap_err();
    assert_eq!(error.code(), "not_found");
    assert_eq!(two.file("/work/src").unwrap().open().unwrap_err().code(), "is_directory");
}
