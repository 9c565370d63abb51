#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use super::*;

#[test]
fn a_star_stands_for_any_run() {
    let cases = [
        ("*", "", true),
        ("/*", "/", true),
        ("/*", "", false),
        ("/a*c", "/abc", true),
        ("/a*c", "/ac", true),
        ("/a*c", "/acb", false),
        ("/a*c", "/acbc", true),
        ("**", "/x/y", true),
        ("/a", "/a", true),
        ("/a", "/ab", false),
        ("*ab*ab", "/abxab", true),
        ("*ab*ab", "/ab", false),
    ];
    for (pattern, text, expected) in cases {
        assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
    }
}

/// Tried out on every pair of patterns of up to four characters, with every text of up to five.
#[test]
fn overlap_is_what_trying_out_says() {
    let words = |alphabet: &[char], length: usize| {
        let mut words = vec![String::new()];
        let mut last = words.clone();
        for _ in 0..length {
            last = last.iter().flat_map(|w| alphabet.iter().map(move |c| format!("{w}{c}"))).collect();
            words.extend(last.clone());
        }
        words
    };
    let texts = words(&['a', 'b'], 6);
    let patterns = words(&['a', 'b', '*'], 3);
    for one in &patterns {
        for other in &patterns {
            let tried = texts.iter().any(|text| matches(one, text) && matches(other, text));
            assert_eq!(overlap(one, other), tried, "{one} {other}");
        }
    }
}
