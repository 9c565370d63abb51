#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use super::*;

#[test]
fn paths_are_taken_as_they_stand() {
    for (url, path) in [
        ("sqlite:bulkhead.db", "bulkhead.db"),
        ("sqlite:state/bulkhead.db", "state/bulkhead.db"),
        ("sqlite:/var/lib/bulkhead.db", "/var/lib/bulkhead.db"),
        ("sqlite://state/bulkhead.db", "state/bulkhead.db"),
        ("sqlite:///var/lib/bulkhead.db", "/var/lib/bulkhead.db"),
        ("sqlite:a%20b &c.db", "a%20b &c.db"),
        ("sqlite:file:odd.db", "file:odd.db"),
    ] {
        assert_eq!(Location::parse(url).unwrap(), Location::File(PathBuf::from(path)), "{url}");
    }
}

#[test]
fn memory_has_one_name() {
    assert_eq!(Location::parse("sqlite::memory:").unwrap(), Location::Memory);
    assert_eq!(Location::parse("sqlite://:memory:").unwrap(), Location::Memory);
}

#[test]
fn what_is_no_path_is_refused() {
    for url in ["sqlite:", "sqlite://", "sqlite:state/", "sqlite:a.db?mode=ro", "sqlite:a\0.db"] {
        let error = Location::parse(url).unwrap_err();
        assert!(matches!(error, Error::BadPath { .. }), "{url}: {error}");
    }
}

#[test]
fn another_kind_of_store_is_named_without_its_password() {
    for (url, named) in [
        ("postgres://bulkhead:hunter2@db/bulkhead", "`postgres:` is no store"),
        ("hunter2@db:5432", "this is no store"),
        ("state/bulkhead.db", "this is no store"),
        ("", "this is no store"),
    ] {
        let said = Location::parse(url).unwrap_err().to_string();
        assert!(said.starts_with(named), "{said}");
        assert!(said.contains("sqlite:state/bulkhead.db"), "{said}");
        assert!(!said.contains("hunter2"), "{said}");
    }
}
