#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::*;

fn pattern(text: &str) -> CallPattern {
    text.parse().unwrap()
}

#[test]
fn a_name_means_itself() {
    assert!(pattern("fetch").matches("fetch"));
    assert!(!pattern("fetch").matches("fetch_page"));
    assert!(!pattern("fetch").matches("Fetch"));
}

#[test]
fn a_star_means_every_end() {
    assert!(pattern("files_*").matches("files_read"));
    assert!(pattern("files_*").matches("files_"));
    assert!(!pattern("files_*").matches("files"));
    assert!(pattern("*").matches("anything"));
}

#[test]
fn two_overlap_when_a_name_is_in_both() {
    assert!(pattern("a*").overlaps(&pattern("ab*")));
    assert!(pattern("ab*").overlaps(&pattern("a*")));
    assert!(pattern("a*").overlaps(&pattern("abc")));
    assert!(pattern("abc").overlaps(&pattern("a*")));
    assert!(!pattern("abc").overlaps(&pattern("abd")));
    assert!(!pattern("b*").overlaps(&pattern("a*")));
}

#[test]
fn one_covers_another_when_it_has_every_name_of_it() {
    assert!(pattern("a*").covers(&pattern("ab*")) && pattern("a*").covers(&pattern("a")));
    assert!(pattern("abc").covers(&pattern("abc")));
    assert!(!pattern("ab*").covers(&pattern("a*")) && !pattern("abc").covers(&pattern("abc*")));
    assert!(!pattern("abc").covers(&pattern("abd")));
}

#[test]
fn nothing_else() {
    for text in ["", "a*b", "**", "a b", "a/b", "ä", &"a".repeat(129)] {
        assert!(text.parse::<CallPattern>().is_err(), "{text}");
    }
}
