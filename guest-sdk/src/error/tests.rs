#![allow(clippy::unwrap_used, reason = "tests")]

use std::io::{Error, ErrorKind};

use serde_json::json;

use super::ToolError;

#[test]
fn an_error_carries_what_it_was_given() {
    let error = ToolError::new("rate_limited", "Too many.").retryable().detail(json!({"after": 3}));
    assert_eq!(error.code(), "rate_limited");
    assert_eq!(error.message(), "Too many.");
    assert!(error.is_retryable());
    assert_eq!(error.details(), Some(&json!({"after": 3})));
    assert_eq!(error.to_string(), "Too many. (rate_limited)");
}

#[test]
fn only_what_may_pass_is_retryable() {
    assert!(ToolError::unavailable("").is_retryable());
    assert!(!ToolError::not_found("").is_retryable());
    assert!(ToolError::from(Error::from(ErrorKind::TimedOut)).is_retryable());
    assert!(!ToolError::from(Error::from(ErrorKind::NotFound)).is_retryable());
}

#[test]
fn errors_of_the_standard_library_find_their_code() {
    for (kind, code) in [
        (ErrorKind::NotFound, "not_found"),
        (ErrorKind::PermissionDenied, "not_allowed"),
        (ErrorKind::AlreadyExists, "already_exists"),
        (ErrorKind::InvalidData, "invalid"),
        (ErrorKind::DirectoryNotEmpty, "conflict"),
        (ErrorKind::StorageFull, "too_large"),
        (ErrorKind::ConnectionRefused, "unavailable"),
        (ErrorKind::Other, "failed"),
    ] {
        assert_eq!(ToolError::from(Error::from(kind)).code(), code, "{kind:?}");
    }
    assert_eq!(ToolError::from("x".parse::<u8>().unwrap_err()).code(), "invalid");
    assert_eq!(ToolError::from(serde_json::from_str::<u8>("x").unwrap_err()).code(), "invalid");
    assert_eq!(ToolError::from("no").code(), "failed");
}

#[test]
fn the_causes_of_an_error_are_told() {
    #[derive(Debug)]
    struct Outer(std::num::ParseIntError);
    impl std::fmt::Display for Outer {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("bad line")
        }
    }
    impl std::error::Error for Outer {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            Some(&self.0)
        }
    }
    let error = ToolError::from_error(Outer("x".parse::<u8>().unwrap_err()));
    assert_eq!(error.message(), "bad line: invalid digit found in string");
}
