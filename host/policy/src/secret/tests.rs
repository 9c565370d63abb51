#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::*;

#[test]
fn a_format_has_one_place_for_the_secret() {
    let format: SecretFormat = "Bearer {}".parse().unwrap();
    assert_eq!(format.around("s3cret"), "Bearer s3cret");
    assert_eq!(format.to_string(), "Bearer {}");
    assert_eq!(SecretFormat::default().around("s"), "s");
    for text in ["", "Bearer", "{}{}", "Bearer {}\r\nX: {}", "Bearer\n{}", "Ä {}"] {
        assert!(text.parse::<SecretFormat>().is_err(), "{text:?}");
    }
}

#[test]
fn an_origin_is_scheme_host_and_port() {
    let origin: Origin = "https://ERP.example.com".parse().unwrap();
    let target = |scheme, authority| HttpTarget::new("GET", scheme, authority, "/a?b").unwrap();
    assert!(origin.is_of(&target("https", "erp.example.com")));
    assert!(origin.is_of(&target("https", "erp.example.com.:443")));
    for (scheme, authority) in [
        ("http", "erp.example.com"),
        ("http", "erp.example.com:443"),
        ("https", "erp.example.com:8443"),
        ("https", "example.com"),
        ("https", "a.erp.example.com"),
        ("https", "erp.example.com.evil.example"),
    ] {
        assert!(!origin.is_of(&target(scheme, authority)), "{scheme}://{authority}");
    }
    assert_eq!(Origin::of(&target("https", "erp.example.com")), origin);
    assert_eq!(origin.to_string(), "https://erp.example.com");
    assert_eq!("http://[::1]:80".parse::<Origin>().unwrap().to_string(), "http://[::1]");
}

#[test]
fn an_origin_is_nothing_else() {
    for text in [
        "",
        "erp.example.com",
        "ftp://erp.example.com",
        "https://",
        "https://erp.example.com/",
        "https://erp.example.com/api",
        "https://*.example.com",
        "https://user@erp.example.com",
        "https://erp.example.com:*",
    ] {
        assert!(text.parse::<Origin>().is_err(), "{text}");
    }
}

#[test]
fn an_origin_is_reached_by_rules_for_its_host_and_port() {
    let origin: Origin = "https://erp.example.com".parse().unwrap();
    for (rule, expected) in [
        ("POST https://erp.example.com/api/*", true),
        ("GET https://*.example.com:*/", true),
        ("GET http://erp.example.com/*", false),
        ("GET https://erp.example.com:8443/*", false),
        ("GET https://example.com/*", false),
    ] {
        assert_eq!(origin.is_reached_by(&rule.parse().unwrap()), expected, "{rule}");
    }
}
