#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::fs;

use super::*;

struct Temp(tempfile::TempDir, Directories);

fn with(name: &str, bytes: impl AsRef<[u8]>) -> Temp {
    let temp = tempfile::tempdir().unwrap();
    fs::write(temp.path().join(name), bytes).unwrap();
    let directories = Directories::at(&[("/work", temp.path())]);
    Temp(temp, directories)
}

impl Temp {
    fn lines(&self, start: i64, count: usize) -> Result<Excerpt, ToolError> {
        read(&self.1, "/work/a", Part::Lines { start, count, numbered: false })
    }

    fn bytes(&self, start: u64, count: usize) -> Result<Excerpt, ToolError> {
        read(&self.1, "/work/a", Part::Bytes { start, count })
    }
}

fn place(excerpt: &Excerpt) -> (Option<u64>, Option<u64>, Option<u64>, Option<u64>) {
    (excerpt.first_line, excerpt.last_line, excerpt.total_lines, excerpt.next_start_line)
}

#[test]
fn lines_are_read_by_their_numbers() {
    let file = with("a", "one\ntwo\nthree\nfour\n");
    let all = file.lines(1, 100).unwrap();
    assert_eq!((all.text.as_str(), all.size), ("one\ntwo\nthree\nfour", 19));
    assert_eq!(place(&all), (Some(1), Some(4), Some(4), None));
    let middle = file.lines(2, 2).unwrap();
    assert_eq!(middle.text, "two\nthree");
    assert_eq!(place(&middle), (Some(2), Some(3), Some(4), Some(4)));
    let end = file.lines(-1, 100).unwrap();
    assert_eq!((end.text.as_str(), place(&end)), ("four", (Some(4), Some(4), Some(4), None)));
    assert_eq!(file.lines(-100, 1).unwrap().text, "one");
    let numbered = read(&file.1, "a", Part::Lines { start: 3, count: 2, numbered: true }).unwrap();
    assert_eq!(numbered.text, "3\tthree\n4\tfour");
}

#[test]
fn a_last_line_without_a_newline_is_a_line() {
    let file = with("a", "one\ntwo");
    let all = file.lines(1, 9).unwrap();
    assert_eq!((all.text.as_str(), place(&all)), ("one\ntwo", (Some(1), Some(2), Some(2), None)));
    assert_eq!(file.lines(-1, 1).unwrap().text, "two");
    let empty_lines = with("a", "\n\n\n");
    assert_eq!(empty_lines.lines(1, 9).unwrap().total_lines, Some(3));
    assert_eq!(empty_lines.lines(2, 1).unwrap().text, "");
}

#[test]
fn lines_that_are_not_there_are_said_so() {
    let file = with("a", "one\ntwo\n");
    let error = file.lines(3, 1).unwrap_err();
    assert_eq!(error.code(), "out_of_range");
    assert!(error.message().contains("has 2 lines"), "{error}");
    let empty = with("a", "");
    assert_eq!(place(&empty.lines(1, 10).unwrap()), (None, None, Some(0), None));
    assert_eq!(empty.lines(2, 10).unwrap_err().code(), "out_of_range");
}

#[test]
fn an_answer_ends_at_a_whole_line() {
    let line = "x".repeat(999);
    let file = with("a", format!("{line}\n").repeat(100));
    let page = file.lines(1, 1000).unwrap();
    assert!(page.text.len() <= ANSWER);
    assert_eq!(place(&page), (Some(1), Some(32), Some(100), Some(33)));
    let mut read = 0;
    let mut next = Some(1);
    while let Some(line) = next {
        let page = file.lines(line as i64, 1000).unwrap();
        read += page.text.split('\n').count();
        next = page.next_start_line;
    }
    assert_eq!(read, 100);
}

#[test]
fn a_line_longer_than_an_answer_is_read_on_by_bytes() {
    let file = with("a", format!("short\n{}\nend\n", "ä".repeat(40_000)));
    let page = file.lines(2, 10).unwrap();
    assert_eq!(page.text.len(), ANSWER);
    assert_eq!(place(&page), (Some(2), Some(2), Some(3), Some(3)));
    let mut text = page.text.clone();
    let mut next = page.next_start_byte;
    while let Some(start) = next {
        let page = file.bytes(start, ANSWER).unwrap();
        text.push_str(&page.text);
        next = page.next_start_byte;
    }
    assert_eq!(text, format!("{}\nend\n", "ä".repeat(40_000)));
    assert!(page.note.unwrap().starts_with("Line 2 is longer"));
}

#[test]
fn other_files_are_read_as_bytes() {
    let file = with("a", [0x89, b'P', b'N', b'G', 0, 1, 2]);
    let error = file.lines(1, 10).unwrap_err();
    assert_eq!(error.code(), "not_text");
    assert!(error.message().contains("7 bytes"), "{error}");
    let bytes = file.bytes(0, 3).unwrap();
    assert_eq!(
        (bytes.text.as_str(), bytes.encoding, bytes.next_start_byte),
        ("iVBO", Some("base64"), Some(3))
    );
    assert_eq!(file.bytes(7, 1).unwrap_err().code(), "out_of_range");
    assert!(with("a", b"\xff\xfea\0").lines(1, 1).unwrap_err().message().contains("UTF-16"));
}

#[test]
fn text_that_is_not_utf8_is_shown_as_far_as_possible() {
    let page = with("a", b"caf\xe9\n").lines(1, 1).unwrap();
    assert_eq!(page.text, "caf\u{fffd}");
    assert!(page.note.unwrap().contains("UTF-8"));
}

#[test]
fn directories_and_missing_files_are_errors() {
    let file = with("a", "x");
    assert_eq!(
        read(&file.1, "/work", Part::Bytes { start: 0, count: 1 }).unwrap_err().code(),
        "is_directory"
    );
    assert_eq!(read(&file.1, "/work/b", Part::Bytes { start: 0, count: 1 }).unwrap_err().code(), "not_found");
    drop(file.0);
}
