#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::*;

fn look(text: &str) -> Format {
    by_look(text.as_bytes())
}

#[test]
fn formats_are_told_by_their_look() {
    for (text, format) in [
        ("{\"a\":1}", Format::Json),
        ("[1,\n2]", Format::Json),
        ("{\n \"a\": 1}\n", Format::Json),
        ("\"text\"", Format::Json),
        ("42\n", Format::Json),
        ("{\"a\":1}\n{\"a\":2}\n", Format::Jsonl),
        ("[1]\n\n[2]\n", Format::Jsonl),
        ("a,b\n1,2\n", Format::Csv),
        ("a;b\n1;2\n", Format::Csv),
        ("a\tb\n1\t2\n", Format::Tsv),
        ("name\nAda\n", Format::Csv),
        ("", Format::Csv),
    ] {
        assert_eq!(look(text), format, "{text}");
    }
    assert_eq!(by_name("/data/a.NDJSON"), Some(Format::Jsonl));
    assert_eq!(by_name("/data/readme"), None);
}

fn open(bytes: &[u8]) -> Result<Source, ToolError> {
    Source::new("x".to_owned(), bytes.len() as u64, Box::new(Cursor::new(bytes.to_vec())), None)
}

#[test]
fn byte_order_marks_are_understood() {
    let source = open(b"\xef\xbb\xbf{\"a\":1}").unwrap();
    assert_eq!(
        (source.format, source.read_whole("").unwrap().as_slice()),
        (Format::Json, b"{\"a\":1}".as_slice())
    );
    let utf16: Vec<u8> =
        [0xff, 0xfe].into_iter().chain("a;ü\n1;2".encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let source = open(&utf16).unwrap();
    assert_eq!(source.read_whole("").unwrap(), "a;ü\n1;2".as_bytes());
    assert_eq!(open(b"PK\0\0").err().unwrap().code(), "not_data");
}

#[test]
fn exactly_one_of_path_and_text_is_given() {
    let none = || Directories::granted(&["/none"]);
    let open = |path, text| Source::open(none, path, text, None).err().map(|error| error.code().to_owned());
    assert_eq!(open(None, None).as_deref(), Some("invalid"));
    assert_eq!(open(Some("a"), Some("1".to_owned())).as_deref(), Some("invalid"));
    assert_eq!(open(Some("a"), None).as_deref(), Some("no_directory_granted"));
    assert_eq!(open(None, Some("1".to_owned())), None);
}
