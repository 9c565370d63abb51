use super::*;

#[test]
fn where_a_path_leads() {
    let cases = [
        ("/data", None, "/data"),
        ("/data", Some("a"), "/data/a"),
        ("/data", Some("./a//b/"), "/data/a/b"),
        ("/data", Some("a/../b"), "/data/b"),
        ("/data", Some("../secret"), "/secret"),
        ("/data", Some("../../../etc/passwd"), "/etc/passwd"),
        ("/data", Some("/etc/passwd"), "/etc/passwd"),
        ("/", Some("a"), "/a"),
        ("/data/sub", Some(".."), "/data"),
    ];
    for (directory, path, leads) in cases {
        assert_eq!(full(directory, path), leads, "{path:?}");
    }
}

#[test]
fn a_path_has_an_end() {
    let long = "é/".repeat(LONGEST);
    let once = full("/data", Some(&long));
    assert!(once.len() <= LONGEST);
    assert!(full(&once, Some(&long)).len() <= LONGEST);
}

#[test]
fn a_path_cannot_forge_a_line() {
    let text = shown("/data/a\n\u{1b}[2J\"`\u{202e}b");
    assert_eq!(text, "/data/a␊␛[2J''\u{fffd}b");
}
