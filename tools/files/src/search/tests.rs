#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::fs;

use super::*;

fn query(pattern: &str) -> Query {
    Query {
        pattern: pattern.to_owned(),
        literal: false,
        case: Case::Sensitive,
        path: "/".to_owned(),
        glob: None,
        context: 0,
        output: Output::Lines,
        include_hidden: false,
        start: 0,
        limit: 50,
    }
}

fn here(files: &[(&str, &[u8])]) -> (tempfile::TempDir, Directories) {
    let temp = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = temp.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let directories = Directories::at(&[("/work", temp.path())]);
    (temp, directories)
}

fn lines(found: &Found) -> Vec<String> {
    found.matches.iter().map(|one| format!("{}:{}:{}", one.path, one.line, one.text)).collect()
}

#[test]
fn lines_are_found_with_their_numbers() {
    let (_temp, tree) =
        here(&[("a.txt", b"one\ntwo\nthree\n"), ("b/c.txt", b"no\r\ntwo words\r\n"), ("bin", b"two\0")]);
    let found = search(&tree, &query("^t.o")).unwrap();
    assert_eq!(lines(&found), ["/work/a.txt:2:two", "/work/b/c.txt:2:two words"]);
    assert_eq!((found.total, found.searched_files, found.skipped_binary, found.complete), (2, 2, 1, true));
    assert_eq!(search(&tree, &query("words$")).unwrap().total, 1);
}

#[test]
fn a_match_is_within_a_line() {
    let (_temp, tree) = here(&[("a", b"aaa\nbbb\n\nccc")]);
    assert_eq!(search(&tree, &query("aaa\\s+bbb")).unwrap().total, 0);
    assert_eq!(
        lines(&search(&tree, &query("[^x]+")).unwrap()),
        ["/work/a:1:aaa", "/work/a:2:bbb", "/work/a:4:ccc"]
    );
    assert_eq!(search(&tree, &query("^$")).unwrap().matches[0].line, 3);
    assert_eq!(search(&tree, &query("a|c")).unwrap().total, 2);
}

#[test]
fn context_is_whole_lines() {
    let (_temp, tree) = here(&[("a", b"1\n2\r\n3\n4\n5\n")]);
    let found = search(&tree, &Query { context: 2, ..query("3|5") }).unwrap();
    assert_eq!(
        (found.matches[0].before.clone(), found.matches[0].after.clone()),
        (vec!["1".into(), "2".into()], vec!["4".into(), "5".into()])
    );
    assert_eq!(found.matches[1].after, Vec::<String>::new());
    let found = search(&tree, &Query { context: 3, ..query("1") }).unwrap();
    assert_eq!((found.matches[0].before.len(), found.matches[0].after.len()), (0, 3));
}

#[test]
fn case_and_literal_do_what_they_say() {
    let (_temp, tree) = here(&[("a", b"Foo(x)\nfoo\n")]);
    let count = |pattern: &str, case| search(&tree, &Query { case, ..query(pattern) }).unwrap().total;
    assert_eq!(count("foo", Case::Sensitive), 1);
    assert_eq!(count("foo", Case::Insensitive), 2);
    assert_eq!(count("foo", Case::Smart), 2);
    assert_eq!(count("Foo", Case::Smart), 1);
    assert_eq!(search(&tree, &Query { literal: true, ..query("Foo(x)") }).unwrap().total, 1);
    let error = search(&tree, &query("Foo(x")).unwrap_err();
    assert_eq!(error.code(), "bad_pattern");
    assert!(error.message().contains("unclosed group") && error.message().contains('^'), "{error}");
}

#[test]
fn results_come_in_pages() {
    let text = "match\n".repeat(10);
    let (_temp, tree) = here(&[("a", text.as_bytes()), ("b", b"match\n")]);
    let first = search(&tree, &Query { limit: 8, ..query("match") }).unwrap();
    assert_eq!((first.matches.len(), first.total, first.next_start), (8, 11, Some(8)));
    let second = search(&tree, &Query { limit: 8, start: 8, ..query("match") }).unwrap();
    assert_eq!((second.matches.len(), second.total, second.next_start), (3, 11, None));
    assert_eq!(second.matches[2].path, "/work/b");
    let files = search(&tree, &Query { output: Output::Files, ..query("match") }).unwrap();
    assert_eq!(files.files[0], FileMatches { path: "/work/a".into(), lines: 10 });
    assert_eq!((files.files.len(), files.total), (2, 2));
}

#[test]
fn an_answer_stays_small() {
    let text = format!("{}match{}\n", "x".repeat(5000), "y".repeat(5000)).repeat(200);
    let (_temp, tree) = here(&[("a", text.as_bytes())]);
    let found = search(&tree, &Query { limit: 500, context: 2, ..query("match") }).unwrap();
    assert!(serde_json::to_string(&found).unwrap().len() < ANSWER + 2048);
    assert_eq!((found.total, found.next_start), (200, Some(found.matches.len())));
    assert!(found.matches[0].text.contains("match"));
}

#[test]
fn one_file_can_be_searched() {
    let (temp, tree) = here(&[("a", b"x"), ("bin", b"\0")]);
    assert_eq!(search(&tree, &Query { path: "/work/a".into(), ..query("x") }).unwrap().total, 1);
    assert_eq!(
        search(&tree, &Query { path: "/work/bin".into(), ..query("x") }).unwrap_err().code(),
        "not_text"
    );
    fs::write(temp.path().join("large"), vec![b'x'; 9 << 20]).unwrap();
    assert_eq!(search(&tree, &Query { path: "large".into(), ..query("x") }).unwrap_err().code(), "too_large");
    assert_eq!(search(&tree, &query("x")).unwrap().skipped_other, 1);
    assert_eq!(
        search(&tree, &Query { path: "/work/c".into(), ..query("x") }).unwrap_err().code(),
        "not_found"
    );
}

#[test]
fn ignored_files_are_left_out_unless_asked_for() {
    let (_temp, tree) = here(&[(".gitignore", b"*.log\n"), ("a.log", b"x"), ("a.txt", b"x"), (".env", b"x")]);
    assert_eq!(lines(&search(&tree, &query("x")).unwrap()), ["/work/a.txt:1:x"]);
    assert_eq!(search(&tree, &Query { include_hidden: true, ..query("^x") }).unwrap().total, 3);
    assert_eq!(search(&tree, &Query { glob: Some("*.md".into()), ..query("x") }).unwrap().searched_files, 0);
}

#[test]
fn this_crate_finds_itself() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let tree = Directories::at(&[("/work", root)]);
    let found =
        search(&tree, &Query { glob: Some("src/**/*.rs".into()), ..query(r"pub fn search\(") }).unwrap();
    assert_eq!(found.matches[0].path, "/work/src/search.rs");
}
