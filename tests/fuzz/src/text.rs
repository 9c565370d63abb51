//! Text that a person or a terminal gets to see.

/// Whether a character does something to a terminal, or is one that a person does not see or that reorders what is
/// seen. Written down here anew, so that a gap in the host's own list is found.
pub fn is_hidden(c: char) -> bool {
    let bidirectional = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let invisible = matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}');
    bidirectional || invisible || (c.is_control() && !matches!(c, '\t' | '\n' | '\r'))
}

/// That an error about a file which nobody has looked at is short, and harmless wherever it is shown.
///
/// # Panics
///
/// When it is not.
pub fn assert_harmless(error: &impl std::fmt::Display) {
    let text = error.to_string();
    assert!(text.len() <= 4096, "{} bytes: {text:.200}", text.len());
    assert!(!text.contains(is_hidden), "{text:?}");
}
