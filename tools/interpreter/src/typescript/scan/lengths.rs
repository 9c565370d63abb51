//! How long words, texts, regular expressions and signs are.

use super::is_line_end;

/// Whether a character can stand in a word.
pub(super) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c, '_' | '$' | '\\')
        || !c.is_ascii() && !c.is_whitespace() && c != '\u{feff}'
}

/// How much of a text's beginning a word or a number goes on for.
pub(super) fn run(text: &str, holds: impl Fn(char) -> bool) -> usize {
    let ascii = text.bytes().position(|byte| !byte.is_ascii() || !holds(byte as char));
    let Some(ascii) = ascii else {
        return text.len();
    };
    let rest = text.get(ascii..).unwrap_or_default();
    ascii + rest.find(|c| !holds(c)).unwrap_or(rest.len())
}

/// The length of a text in quotes, which ends at its line's end at the latest.
pub(super) fn text_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' if bytes.get(at + 1..at + 3) == Some(b"\r\n") => at += 2,
            b'\\' => at += 1,
            b'\n' | b'\r' => return at,
            quote if bytes.first() == Some(quote) => return at + 1,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

/// The length of a regular expression up to its closing `/`, if its line has one.
pub(super) fn regex_length(text: &str) -> Option<usize> {
    let mut in_class = false;
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_line_end(c) => return None,
            _ if escaped => {
                escaped = false;
                continue;
            }
            '\\' => escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => return Some(at + 1 + run(text.get(at + 1..)?, is_word)),
            _ => {}
        }
    }
    None
}

/// The length of a sign; only those that matter here are told apart.
pub(super) fn sign_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let at = |index: usize| bytes.get(index).copied().unwrap_or_default();
    match (at(0), at(1), at(2)) {
        (b'=', b'=', b'=') | (b'!', b'=', b'=') | (b'.', b'.', b'.') | (b'*', b'*', b'=') => 3,
        // A number follows a ternary's `?` here, as in `a?.5:1`.
        (b'?', b'.', b'0'..=b'9') => 1,
        (b'=', b'>' | b'=', _) | (b'!' | b'>' | b'<' | b'/', b'=', _) | (b'?', b'.' | b'?', _) => 2,
        (first @ (b'+' | b'-' | b'*' | b'&' | b'|'), second, _) if first == second => 2,
        _ => text.chars().next().map_or(1, char::len_utf8),
    }
}
