#![allow(clippy::unwrap_used, reason = "tests")]

use super::url::{Parts, split};
use super::{Headers, get, post};

fn parts(url: &str) -> (bool, &str, String) {
    let Parts { secure, authority, path } = split(url).unwrap();
    (secure, authority, path)
}

#[test]
fn a_url_is_taken_apart() {
    assert_eq!(parts("https://a.example:8443/b/c?d=e#f"), (true, "a.example:8443", "/b/c?d=e".to_owned()));
    assert_eq!(parts("HTTP://a.example"), (false, "a.example", "/".to_owned()));
    assert_eq!(parts("http://a.example?q=1"), (false, "a.example", "/?q=1".to_owned()));
    assert_eq!(parts("http://[::1]:80/ü"), (false, "[::1]:80", "/%C3%BC".to_owned()));
}

#[test]
fn what_is_no_url_is_invalid() {
    for url in ["", "example.com/a", "ftp://example.com/", "https:///a", "https://a b/", "https://a/\r\nx: y"]
    {
        assert_eq!(split(url).unwrap_err().code(), "invalid", "{url}");
        assert_eq!(get(url).send().unwrap_err().code(), "invalid", "{url}");
    }
}

#[test]
fn parameters_are_encoded_and_stand_before_the_fragment() {
    let request = get("https://a.example/b#c").query("q", "x & y=ü").query("r", "");
    assert_eq!(request.url, "https://a.example/b?q=x%20%26%20y%3D%C3%BC&r=#c");
}

#[test]
fn a_json_body_says_what_it_is() {
    let request = post("https://a.example/").json(&[1, 2]).unwrap();
    assert_eq!(request.body, b"[1,2]");
    assert_eq!(request.headers.get("Content-Type"), Some("application/json"));
}

#[test]
fn headers_are_found_without_case() {
    let headers = Headers(vec![("ETag".to_owned(), "a".to_owned()), ("etag".to_owned(), "b".to_owned())]);
    assert_eq!(headers.get("etag"), Some("a"));
    assert_eq!(headers.get("date"), None);
}

#[test]
fn there_is_no_network_outside_the_host() {
    let error = get("https://a.example/").send().unwrap_err();
    assert_eq!(error.code(), "unavailable");
    assert!(error.message().contains("inside the host only"));
}
