//! Answers that stay small.

/// How many bytes of text an answer has at most: about 8,000 tokens, which a model can still think about.
pub const ANSWER: usize = 32 * 1024;

/// The first `bytes` of a text, or a few less so that no character is cut in two.
pub fn cut(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

/// A text of at most `bytes` with a sign where something is missing.
pub fn cut_start(text: &str, bytes: usize) -> String {
    if text.len() <= bytes { text.to_owned() } else { format!("{}…", cut(text, bytes)) }
}

/// At most `bytes` of a text around the position `at`, with signs where something is missing.
pub fn cut_around(text: &str, at: usize, bytes: usize) -> String {
    if text.len() <= bytes {
        return text.to_owned();
    }
    // A quarter of the room is for what comes before: a match is read with what follows it.
    let start = text.floor_char_boundary(at.saturating_sub(bytes / 4).min(text.len() - bytes));
    let end = text.floor_char_boundary(start + bytes);
    let before = if start > 0 { "…" } else { "" };
    let after = if end < text.len() { "…" } else { "" };
    format!("{before}{}{after}", &text[start..end])
}

/// A number as people write it: `1,234,567`.
pub fn thousands(number: impl TryInto<u64>) -> String {
    let Ok(number) = number.try_into() else { return String::from("more than 18 quintillion") };
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_is_cut_in_two() {
        assert_eq!(cut("häuser", 2), "h");
        assert_eq!(cut("häuser", 3), "hä");
        assert_eq!(cut("kurz", 100), "kurz");
        assert_eq!(cut_start("häuser", 2), "h…");
        assert_eq!(cut_start("kurz", 4), "kurz");
    }

    #[test]
    fn a_cut_around_a_position_shows_it() {
        let text = format!("{}NEEDLE{}", "ä".repeat(500), "z".repeat(500));
        let shown = cut_around(&text, 1000, 100);
        assert!(shown.contains("NEEDLE") && shown.starts_with('…') && shown.ends_with('…'), "{shown}");
        assert!(shown.len() <= 100 + 2 * '…'.len_utf8());
        assert!(cut_around(&text, text.len(), 50).ends_with('z'));
        assert_eq!(cut_around("short", 3, 100), "short");
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!(thousands(7_u64), "7");
        assert_eq!(thousands(1_000_usize), "1,000");
        assert_eq!(thousands(12_345_678_u64), "12,345,678");
    }
}
