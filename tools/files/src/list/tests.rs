#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::path::Path;

use super::*;

pub(crate) fn tree(root: &Path) -> Directories {
    let (work, docs) = (root.join("w"), root.join("d"));
    for (path, text) in [
        ("w/README.md", "# Title\n"),
        ("w/src/main.rs", "fn main() {\n    println!(\"hi\");\n}\n"),
        ("w/src/lib.rs", "pub fn hi() {}\n"),
        ("w/target/out.rs", "ignored"),
        ("w/.gitignore", "/target\n"),
        ("w/.hidden", "x"),
        ("d/guide.md", "A guide.\n"),
    ] {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    Directories::at(&[("/work", &work), ("/docs", &docs)])
}

fn query(dir: &str) -> Query {
    Query {
        dir: dir.to_owned(),
        glob: None,
        depth: 1,
        sort: Sort::Path,
        include_hidden: false,
        start: 0,
        limit: 100,
    }
}

fn paths(listing: &Listing) -> Vec<&str> {
    listing.entries.iter().map(|entry| entry.path.as_str()).collect()
}

#[test]
fn a_directory_is_listed_without_what_is_ignored() {
    let temp = tempfile::tempdir().unwrap();
    let tree = tree(temp.path());
    let listing = list(&tree, &query("/work")).unwrap();
    assert_eq!(paths(&listing), ["/work/README.md", "/work/src"]);
    assert_eq!(listing.entries[0].size, Some(8));
    assert_eq!(listing.entries[1].kind, Kind::Directory);
    assert!(listing.entries[0].modified.as_ref().unwrap().ends_with('Z'));
    let all = list(&tree, &Query { include_hidden: true, ..query("/work") }).unwrap();
    assert_eq!(all.total, 5);
}

#[test]
fn the_top_is_all_directories() {
    let temp = tempfile::tempdir().unwrap();
    let tree = tree(temp.path());
    assert_eq!(paths(&list(&tree, &query("/")).unwrap()), ["/work", "/docs"]);
    let two = list(&tree, &Query { depth: 2, ..query("/") }).unwrap();
    assert_eq!(paths(&two), ["/work", "/work/README.md", "/work/src", "/docs", "/docs/guide.md"]);
}

#[test]
fn globs_are_of_names_paths_and_whole_paths() {
    let temp = tempfile::tempdir().unwrap();
    let tree = tree(temp.path());
    let find = |dir: &str, glob: &str| {
        let query = Query { glob: Some(glob.to_owned()), depth: usize::MAX, ..query(dir) };
        paths(&list(&tree, &query).unwrap()).join(" ")
    };
    assert_eq!(find("/", "*.rs"), "/work/src/lib.rs /work/src/main.rs");
    assert_eq!(find("/work", "src/*.rs"), "/work/src/lib.rs /work/src/main.rs");
    assert_eq!(find("/work/src", "./main.*"), "/work/src/main.rs");
    assert_eq!(find("/", "/docs/**"), "/docs/guide.md");
    assert_eq!(find("/", "*.{md,toml}"), "/work/README.md /docs/guide.md");
    let bad = Query { glob: Some("a{b".to_owned()), ..query("/") };
    assert_eq!(list(&tree, &bad).unwrap_err().code(), "bad_pattern");
}

#[test]
fn pages_follow_each_other() {
    let temp = tempfile::tempdir().unwrap();
    let tree = tree(temp.path());
    let first = list(&tree, &Query { depth: 9, limit: 3, ..query("/work") }).unwrap();
    assert_eq!((first.total, first.next_start, first.complete), (4, Some(3), true));
    let second = list(&tree, &Query { depth: 9, limit: 3, start: 3, ..query("/work") }).unwrap();
    assert_eq!((paths(&second), second.next_start), (vec!["/work/src/main.rs"], None));
    assert!(list(&tree, &Query { start: 99, ..query("/work") }).unwrap().entries.is_empty());
}

#[test]
fn the_largest_comes_first() {
    let temp = tempfile::tempdir().unwrap();
    let tree = tree(temp.path());
    let listing = list(&tree, &Query { depth: 9, sort: Sort::Largest, ..query("/work") }).unwrap();
    assert_eq!(listing.entries[0].path, "/work/src/main.rs");
    assert_eq!(listing.entries.last().unwrap().path, "/work/src");
    assert_eq!(list(&tree, &Query { sort: Sort::Newest, ..query("/work") }).unwrap().total, 2);
}

#[test]
fn only_directories_are_listed() {
    let temp = tempfile::tempdir().unwrap();
    let tree = tree(temp.path());
    assert_eq!(list(&tree, &query("/work/README.md")).unwrap_err().code(), "not_a_directory");
    assert_eq!(list(&tree, &query("/work/scr")).unwrap_err().code(), "not_found");
}
