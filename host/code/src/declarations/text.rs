//! Texts of strangers, made safe to stand in a declaration.

use std::fmt::Write as _;

/// A name where a property's name is expected: bare if it is an identifier, else quoted. Words that the language reserves
/// are allowed there, and other alphabets are quoted so that no look-alike passes for an identifier.
pub(super) fn key(name: &str) -> String {
    let mut letters = name.chars();
    let starts = letters.next().is_some_and(|first| first.is_ascii_alphabetic() || "_$".contains(first));
    let goes_on = letters.all(|letter| letter.is_ascii_alphanumeric() || "_$".contains(letter));
    if starts && goes_on { name.to_owned() } else { quoted(name) }
}

/// The name of a method. `new` would be the signature of a constructor.
pub(super) fn method(name: &str) -> String {
    if name == "new" { quoted(name) } else { key(name) }
}

/// A string literal.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            _ if letter.is_control() || is_invisible(letter) => escape(letter, &mut quoted),
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

/// As UTF-16 units, which every version of the language reads.
fn escape(letter: char, to: &mut String) {
    for unit in letter.encode_utf16(&mut [0; 2]) {
        // Writing to a string does not fail.
        let _ = write!(to, "\\u{unit:04x}");
    }
}

/// Characters that a reader does not see: line separators that end a line in JavaScript, marks that turn the direction of
/// what follows, and the tags in which a whole hidden text can be written. The two joiners that scripts and emoji need
/// are not among them.
fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// On one line, without what cannot be seen. Reads no more of the text than is needed for so many characters.
pub(super) fn collapsed(text: &str, most: usize) -> String {
    let mut line = String::new();
    let mut length = 0;
    for word in text.split(|letter: char| letter.is_whitespace() || letter.is_control()) {
        let before = line.len();
        if before > 0 {
            line.push(' ');
        }
        let start = line.len();
        line.extend(word.chars().filter(|letter| !is_invisible(*letter)).take(most + 1));
        if line.len() == start {
            line.truncate(before);
        }
        length += line[before..].chars().count();
        if length > most {
            break;
        }
    }
    line
}

/// At most so many characters, ended with an ellipsis and between two words where one ends near the limit.
pub(super) fn cut(text: &str, most: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(most) else { return text.to_owned() };
    let kept = &text[..end];
    let word = kept.rfind(' ').filter(|space| *space * 4 >= end * 3);
    let kept = word.map_or(kept, |space| &kept[..space]);
    kept.trim_end_matches([' ', ',', ';', ':', '.', '(']).to_owned() + "…"
}

/// A comment with this text, which must be on one line. It can neither end the comment nor be an instruction to the
/// compiler: `@ts-expect-error` in front of a line without an error is an error.
pub(super) fn comment(opening: &str, text: &str) -> String {
    format!("{opening} {} */", text.replace("*/", "* /").replace("@ts-", "@ ts-"))
}

/// `list-item` as `ListItem`; something that is an identifier, whatever the name is.
pub(super) fn pascal_case(name: &str) -> String {
    /// Names of definitions can be paths of a hundred characters; the end of one is what tells it from others.
    const MOST: usize = 40;
    let mut pascal = String::new();
    let mut starts = true;
    for letter in name.chars() {
        if !letter.is_ascii_alphanumeric() {
            starts = true;
        } else if std::mem::take(&mut starts) {
            pascal.push(letter.to_ascii_uppercase());
        } else {
            pascal.push(letter);
        }
    }
    let pascal = pascal.split_off(pascal.len().saturating_sub(MOST));
    if pascal.starts_with(|first: char| first.is_ascii_alphabetic()) { pascal } else { format!("T{pascal}") }
}

/// Whether two names differ only by case, spaces and punctuation.
pub(super) fn is_same_name(one: &str, other: &str) -> bool {
    fn letters(name: &str) -> impl Iterator<Item = char> {
        name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase)
    }
    letters(one).eq(letters(other))
}
