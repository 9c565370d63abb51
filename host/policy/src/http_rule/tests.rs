#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use super::*;

fn rule(text: &str) -> HttpRule {
    text.parse().unwrap()
}

#[test]
fn rules_overlap_when_one_request_fits_both() {
    let cases = [
        ("GET https://*/*", "GET,POST https://a.example/v1/*", true),
        ("GET https://*/*", "POST https://a.example/*", false),
        ("* https://*/*", "POST https://a.example/*", true),
        ("GET https://*/*", "GET http://*/*", false),
        ("GET https://*.example.com/*", "GET https://a.example.com/*", true),
        ("GET https://*.example.com/*", "GET https://example.com/*", false),
        ("GET https://*.example.com/*", "GET https://*.a.example.com/*", true),
        ("GET https://*.example.com/*", "GET https://*.example.org/*", false),
        ("GET https://a.example/*", "GET https://a.example:8443/*", false),
        ("GET https://a.example:*/*", "GET https://a.example:8443/*", true),
        ("GET https://a.example/v1/*", "GET https://a.example/*/x", true),
        ("GET https://a.example/v1/*", "GET https://a.example/v2/*", false),
    ];
    for (one, other, expected) in cases {
        assert_eq!(rule(one).overlaps(&rule(other)), expected, "{one} and {other}");
        assert_eq!(rule(other).overlaps(&rule(one)), expected, "{other} and {one}");
    }
}

#[test]
fn a_rule_covers_what_has_no_request_beside_it() {
    let cases = [
        ("GET https://*/*", "GET https://*/*", true),
        ("GET,POST https://*/*", "POST https://a.example/v1/*", true),
        ("GET https://*/*", "GET,POST https://a.example/v1/*", false),
        ("* https://*/*", "GET https://*/*", true),
        ("GET https://*/*", "* https://*/*", false),
        ("GET https://*/*", "GET http://*/*", false),
        ("GET https://*/*", "GET https://*:*/*", false),
        ("GET https://*:*/*", "GET https://*:8443/*", true),
        ("GET https://*.example.com/*", "GET https://*/*", false),
        ("GET https://*.example.com/*", "GET https://*.a.example.com/*", true),
        ("GET https://*.a.example.com/*", "GET https://*.example.com/*", false),
        ("GET https://*.example.com/*", "GET https://a.example.com/*", true),
        ("GET https://*.example.com/*", "GET https://example.com/*", false),
        ("GET https://a.example.com/*", "GET https://*.example.com/*", false),
        ("GET https://*.example/*", "GET https://192.0.2.2/*", false),
        ("GET https://a.example/v1/*", "GET https://a.example/v1/*/x", true),
        ("GET https://a.example/v1/*/x", "GET https://a.example/v1/*", false),
        ("GET https://a.example/v1/a", "GET https://a.example/v1/*", false),
    ];
    for (one, other, expected) in cases {
        assert_eq!(rule(one).covers(&rule(other)), expected, "{one} and {other}");
    }
}

#[test]
fn a_rule_is_displayed_in_its_shortest_form() {
    assert_eq!(rule("GET https://A.example.:443/*").to_string(), "GET https://a.example/*");
    assert_eq!(rule("* http://[0::1]:8080/x").to_string(), "* http://[::1]:8080/x");
    assert_eq!(rule("GET,HEAD http://*.example.com:*/").to_string(), "GET,HEAD http://*.example.com:*/");
}

#[test]
fn errors_say_what_is_wrong() {
    let cases = [
        ("GET https://a.example/*x%2fy", "hides"),
        ("GET https://*.127.0.0.1/*", "no subdomains"),
        ("GET,GET https://a.example/*", "twice"),
        ("CONNECT https://a.example/*", "tunnel"),
        ("GET, POST https://a.example/*", "no space between"),
        ("GET https:///x", "no host"),
        ("GET https://a.example/%61", "normal form, which is `/a`"),
    ];
    for (text, part) in cases {
        let error = HttpRule::parse(text).unwrap_err().to_string();
        assert!(error.contains(part) && error.contains("such as \"GET,POST"), "{text}: {error}");
    }
}

/// What is proposed to the operator is what was asked for and nothing more, whatever characters the guest chose.
#[test]
fn the_exact_rule_means_one_request() {
    let target = |method, path| HttpTarget::new(method, "https", "a.example", path);
    let starred = target("GET", "/v1/*").unwrap();
    let exact = HttpRule::exactly(&starred);
    assert_eq!(exact.to_string(), "GET https://a.example/v1/%2A");
    assert!(exact.matches(&starred) && !exact.matches(&target("GET", "/v1/x").unwrap()));
    assert_eq!(rule(&exact.to_string()), exact);
    for method in ["*", "get", "Get"] {
        assert_eq!(target(method, "/").unwrap_err().rule, crate::RuleId::HttpUrlMethod, "{method}");
    }
}
