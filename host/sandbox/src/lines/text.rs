//! Text of a guest that ends up on an operator's terminal.

use std::borrow::Cow;

/// The text without characters that move a cursor, forge a line, hide, or turn the reading direction. Control characters
/// become their pictures (`␛`, `␊`), the others the replacement character.
pub fn neutral(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| shown(c) == c) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(shown).collect())
}

fn shown(c: char) -> char {
    match c {
        '\t' => c,
        // The block "Control Pictures" has the C0 characters in their own order.
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\u{7f}' => '\u{2421}',
        // C1 characters; characters without width; line and paragraph separators; the bidirectional controls of UAX #9;
        // interlinear annotation; tags.
        '\u{80}'..='\u{9f}'
        | '\u{ad}'
        | '\u{61c}'
        | '\u{200b}'
        | '\u{200e}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}' => char::REPLACEMENT_CHARACTER,
        _ => c,
    }
}
