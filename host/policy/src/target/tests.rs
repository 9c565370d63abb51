#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use super::*;

#[test]
fn a_target_is_normalised() {
    let target = HttpTarget::new("GET", "HTTPS", "API.Example.COM.:443", "/%7euser/%e2?x=%2e%2e").unwrap();
    assert_eq!(target.method(), "GET");
    assert_eq!(target.scheme(), Scheme::Https);
    assert_eq!(target.host(), "api.example.com");
    assert_eq!(target.address(), None);
    assert_eq!(target.port(), 443);
    assert_eq!(target.path(), "/~user/%E2");
    assert_eq!(target.to_string(), "GET https://api.example.com/~user/%E2");
}

#[test]
fn an_address_is_known_without_resolving() {
    let target = HttpTarget::new("GET", "http", "[2606:4700:0::1]:81", "").unwrap();
    assert_eq!(target.host(), "2606:4700::1");
    assert_eq!(target.address(), Some("2606:4700::1".parse().unwrap()));
    assert_eq!((target.port(), target.path()), (81, "/"));
    assert_eq!(target.to_string(), "GET http://[2606:4700::1]:81/");
}

#[test]
fn lengths_are_those_of_dns() {
    let label = "a".repeat(63);
    assert!(HttpTarget::new("GET", "http", &format!("{label}.example"), "/").is_ok());
    assert!(HttpTarget::new("GET", "http", &format!("{label}a.example"), "/").is_err());
    let long = format!("{label}.{label}.{label}.{label}");
    assert!(HttpTarget::new("GET", "http", &long, "/").is_err());
}

#[test]
fn the_model_hears_what_is_wrong_with_the_form() {
    let denial = HttpTarget::new("GET", "https", "a.example", "/x/../y").unwrap_err();
    assert!(denial.for_model.contains("segment"), "{}", denial.for_model);
    assert!(denial.for_operator.contains("No grant allows"), "{}", denial.for_operator);
}
