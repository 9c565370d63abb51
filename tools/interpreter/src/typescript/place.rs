//! Where in a text a byte offset lies.

/// The line and the column in characters, both counted from 1.
pub(super) fn of(source: &str, offset: usize) -> (u32, u32) {
    let mut line = 1;
    let mut column = 1;
    let mut previous = ' ';
    for (index, c) in source.char_indices() {
        if index >= offset {
            break;
        }
        if previous == '\r' && c == '\n' {
            // The second half of one line end was already counted.
        } else if is_line_end(c) {
            line += 1;
            column = 1;
        } else {
            column += 1;
        }
        previous = c;
    }
    (line, column)
}

/// Whether the character ends a line in JavaScript.
pub(super) fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}
