#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use super::*;

fn within(key: &str, prefix: &str, cursor: Option<&str>) -> bool {
    let (start, end) = of(prefix, cursor);
    (start.as_slice()..end.as_slice()).contains(&key.as_bytes())
}

#[test]
fn a_range_holds_what_begins_with_the_prefix_and_comes_after_the_cursor() {
    let texts = ["", "\0", "a", "a\0", "ab", "a%", "b", "é", "éa", "\u{7f}", "\u{10ffff}", "\u{10ffff}a"];
    for prefix in texts {
        for cursor in texts.map(Some).into_iter().chain([None]) {
            for key in texts {
                let expected = key.starts_with(prefix) && cursor.is_none_or(|cursor| key > cursor);
                assert_eq!(within(key, prefix, cursor), expected, "{key:?} {prefix:?} {cursor:?}");
            }
        }
    }
}
