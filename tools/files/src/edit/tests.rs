#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::fs;

use super::*;

struct Temp(tempfile::TempDir, Directories);

fn with(text: impl AsRef<[u8]>) -> Temp {
    let temp = tempfile::tempdir().unwrap();
    fs::write(temp.path().join("a"), text).unwrap();
    let directories = Directories::at(&[("/work", temp.path())]);
    Temp(temp, directories)
}

fn replace(find: &str, replace: &str) -> Edit {
    Edit { find: find.into(), replace: replace.into(), all: false }
}

impl Temp {
    fn edit(&self, edits: &[Edit]) -> Result<Edited, ToolError> {
        edit(&self.1, "/work/a", edits, false)
    }

    fn text(&self) -> String {
        fs::read_to_string(self.0.path().join("a")).unwrap()
    }
}

#[test]
fn edits_are_made_in_order_and_shown() {
    let file = with("one\ntwo\nthree\n");
    let edited = file.edit(&[replace("two", "2"), replace("2\nthree", "2\n3")]).unwrap();
    assert_eq!(file.text(), "one\n2\n3\n");
    assert_eq!(edited.diff, "@@ -1,3 +1,3 @@\n one\n-two\n-three\n+2\n+3\n");
    assert_eq!((edited.replacements, edited.written), (2, true));
}

#[test]
fn nothing_is_written_when_one_edit_fails() {
    let file = with("one\ntwo\n");
    let error = file.edit(&[replace("one", "1"), replace("three", "3")]).unwrap_err();
    assert_eq!(error.code(), "no_match");
    assert!(error.message().contains("edit 2 of 2"), "{error}");
    assert_eq!(file.text(), "one\ntwo\n");
}

#[test]
fn a_text_must_occur_once() {
    let file = with("x = 1\ny = 1\n");
    let error = file.edit(&[replace("= 1", "= 2")]).unwrap_err();
    assert_eq!(error.code(), "ambiguous_match");
    assert_eq!(error.details(), Some(&json!({ "count": 2, "lines": [1, 2] })));
    let all = Edit { all: true, ..replace("= 1", "= 2") };
    assert_eq!(file.edit(std::slice::from_ref(&all)).unwrap().replacements, 2);
    assert_eq!(file.text(), "x = 2\ny = 2\n");
    assert_eq!(file.edit(&[all]).unwrap_err().code(), "no_match");
}

#[test]
fn other_white_space_is_pointed_out() {
    let file = with("fn main() {\n\tlet x = 1;\n}\n");
    let error = file.edit(&[replace("    let x  = 1;\n}", "y")]).unwrap_err();
    assert!(error.message().contains(r#"Line 2 differs in white space only: "\tlet x = 1;""#), "{error}");
    assert!(file.edit(&[replace("zzz", "y")]).unwrap_err().message().contains("Read the file"));
}

#[test]
fn line_breaks_of_windows_are_kept() {
    let file = with("one\r\ntwo\r\nthree\r\n");
    file.edit(&[replace("one\ntwo", "1\n2")]).unwrap();
    assert_eq!(file.text(), "1\r\n2\r\nthree\r\n");
}

#[test]
fn a_rehearsal_writes_nothing() {
    let file = with("one\n");
    let edited = edit(&file.1, "a", &[replace("one", "two")], true).unwrap();
    assert_eq!((edited.written, file.text().as_str()), (false, "one\n"));
    assert!(edited.diff.contains("-one\n+two\n"));
}

#[test]
fn what_cannot_be_edited_is_said() {
    let file = with(b"\xff\xfe");
    assert_eq!(file.edit(&[replace("a", "b")]).unwrap_err().code(), "not_text");
    let file = with("a");
    assert_eq!(file.edit(&[replace("a", "a")]).unwrap_err().code(), "invalid");
    assert_eq!(file.edit(&[replace("", "a")]).unwrap_err().code(), "invalid");
    assert_eq!(edit(&file.1, "/work/b", &[], false).unwrap_err().code(), "not_found");
    assert_eq!(edit(&file.1, "/work", &[], false).unwrap_err().code(), "is_directory");
}

#[test]
fn a_long_diff_is_cut() {
    let text: String = (0..2000).map(|number| format!("line {number}\n")).collect();
    let file = with(text);
    let edited = file.edit(&[Edit { all: true, ..replace("line", "row") }]).unwrap();
    assert_eq!(edited.replacements, 2000);
    assert!(edited.diff.len() <= DIFF + 3 && edited.diff.ends_with('…'));
}
