#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use super::*;

#[test]
fn the_version_is_the_text() {
    let one = Policy::parse("[tools.a]\n").unwrap();
    let other = Policy::parse("[tools.a]\n#\n").unwrap();
    assert_eq!(one.version().len(), 64);
    assert_ne!(one.version(), other.version());
    assert_eq!(Policy::parse("").unwrap().version(), Policy::deny_all().version());
}

#[test]
fn without_a_file_nothing_is_granted() {
    let policy = Policy::deny_all();
    assert!(policy.component("anything").grants.is_empty());
    assert_eq!(policy.component("anything").limits, Limits::default());
    assert_eq!(policy.component_names().count(), 0);
    assert_eq!(*policy.host(), HostSettings::default());
    assert!(!policy.names("anything"));
}
