#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::*;

#[test]
fn its_text_is_read_back() {
    for text in [
        "GET https://api.example.com/v1/a",
        "POST http://api.example.com:8080/",
        "tcp db.example.com:5432",
        "tcp [::1]:5432",
        "address 10.0.0.7:443",
        "address [fd00::7]:443",
        "read /notes/a b.txt",
        "write /notes",
        "env TZ",
        "secret TOKEN",
        "secret TOKEN GET https://erp.example.com/a",
        "call fetch_page",
        "state",
    ] {
        assert_eq!(text.parse::<Wish>().unwrap().to_string(), text);
    }
}

#[test]
fn what_is_none_is_refused_with_the_forms() {
    for text in [
        "",
        "GET",
        "fly /moon",
        "read notes",
        "env",
        "call ",
        "state of",
        "tcp db",
        "address db:1",
        "GET ftp://a/",
    ] {
        let error = text.parse::<Wish>().unwrap_err();
        assert!(error.to_string().contains("expected"), "{text:?}: {error}");
    }
}
