//! A scan of a script's words and signs that needs no stack.
//!
//! It knows texts, templates, comments and regular expressions, and stops
//! where it cannot tell whether a `/` divides and the answer matters.

use super::{place::is_line_end, words};

mod lengths;
mod slash;

use lengths::{is_word, run, sign_length, text_length};

/// What a lexeme is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Word,
    /// A number, a text, a template without values or a regular expression.
    Literal,
    Sign,
    /// A bracket, or a template's `${`, which is given as a backtick.
    Open(u8),
    Close(u8),
}

/// Whether an operand has just ended, which tells what a `/` is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Before {
    Operand,
    Operator,
    Unsure,
}

/// A word, a literal or a sign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexeme<'s> {
    pub(super) kind: Kind,
    pub(super) text: &'s str,
    pub(super) start: usize,
    /// Whether a line ends before it.
    pub(super) on_new_line: bool,
    /// What had been read before it, and what has been read with it.
    pub(super) before: Before,
    pub(super) after: Before,
    /// Whether it is a name after a dot.
    pub(super) dotted: bool,
}

/// The scan, which gives lexemes until the end or an unclear `/`.
pub(super) struct Scan<'s> {
    source: &'s str,
    at: usize,
    /// The open brackets, and whether each holds a statement's header.
    open: Vec<(u8, bool)>,
    previous: Option<Lexeme<'s>>,
    /// A template's part that begins right after the one before it.
    again: bool,
    /// Whether the statement has a cast, whose type a `?` may end.
    cast: bool,
    /// How much may nest in what was read as comments.
    pub(super) hidden: usize,
    /// Where it is unclear whether a `/` divides, or what a word is.
    pub(super) unclear: Option<usize>,
}

impl<'s> Scan<'s> {
    pub(super) fn new(source: &'s str) -> Self {
        let at = if source.starts_with("#!") { source.find(is_line_end).unwrap_or(source.len()) } else { 0 };
        Self {
            source,
            at,
            open: Vec::new(),
            previous: None,
            again: false,
            cast: false,
            hidden: 0,
            unclear: None,
        }
    }

    fn rest(&self) -> &'s str {
        self.source.get(self.at..).unwrap_or_default()
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.source.as_bytes().get(self.at + ahead).copied().unwrap_or_default()
    }

    /// Skips blanks and comments, and tells whether a line ended among them.
    fn skip(&mut self) -> bool {
        let mut line_end = false;
        loop {
            let length = match self.byte(0) {
                b' ' | b'\t' | 0x0b | 0x0c => 1,
                b'\n' | b'\r' => {
                    line_end = true;
                    1
                }
                b'/' => self.comment(&mut line_end),
                0x80.. => self.wide_blank(&mut line_end),
                _ => 0,
            };
            if length == 0 {
                return line_end;
            }
            self.at += length;
        }
    }

    /// The length of a comment, or 0.
    fn comment(&self, line_end: &mut bool) -> usize {
        let rest = self.rest();
        match self.byte(1) {
            b'/' => rest.find(is_line_end).unwrap_or(rest.len()),
            b'*' => {
                let close = rest.get(2..).and_then(|it| it.find("*/"));
                let length = close.map_or(rest.len(), |it| it + 4);
                *line_end |= rest.get(..length).is_some_and(|it| it.contains(is_line_end));
                length
            }
            _ => 0,
        }
    }

    /// The length of a blank that is not ASCII, or 0.
    fn wide_blank(&self, line_end: &mut bool) -> usize {
        let Some(c) = self.rest().chars().next() else {
            return 0;
        };
        *line_end |= is_line_end(c);
        if c.is_whitespace() || c == '\u{feff}' { c.len_utf8() } else { 0 }
    }

    fn read(&mut self, c: char) -> Option<(Kind, usize)> {
        Some(match c {
            '\'' | '"' => (Kind::Literal, text_length(self.rest())),
            '`' => self.template(1),
            '}' if self.open.last().is_some_and(|it| it.0 == b'`') => {
                self.again = true;
                (Kind::Close(b'`'), 0)
            }
            '(' | '[' | '{' => (Kind::Open(c as u8), 1),
            ')' | ']' | '}' => (Kind::Close(c as u8), 1),
            '0'..='9' => (Kind::Literal, run(self.rest(), |c| c == '.' || is_word(c))),
            '/' => return self.slash(),
            _ if is_word(c) || c == '#' => return self.name(),
            _ => (Kind::Sign, sign_length(self.rest())),
        })
    }

    /// A word, which must not be written with escapes: they hide keywords.
    fn name(&mut self) -> Option<(Kind, usize)> {
        let length = run(self.rest(), |c| c == '#' || is_word(c)).max(1);
        if self.rest().get(..length)?.contains('\\') {
            self.unclear = Some(self.at);
            return None;
        }
        Some((Kind::Word, length))
    }

    /// A template's part from after its `` ` `` or `}` on.
    fn template(&self, from: usize) -> (Kind, usize) {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let mut at = from;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'\\' => at += 1,
                b'`' => return (Kind::Literal, at + 1),
                b'$' if bytes.get(at + 1) == Some(&b'{') => return (Kind::Open(b'`'), at + 2),
                _ => {}
            }
            at += 1;
        }
        (Kind::Literal, rest.len())
    }
}

impl<'s> Iterator for Scan<'s> {
    type Item = Lexeme<'s>;

    fn next(&mut self) -> Option<Lexeme<'s>> {
        let again = std::mem::take(&mut self.again);
        let on_new_line = !again && self.skip();
        let c = self.rest().chars().next()?;
        let (kind, length) = if again { self.template(1) } else { self.read(c)? };
        let start = self.at;
        let text = self.source.get(start..start + length)?;
        self.at += length;
        let previous = self.previous;
        let before = previous.map_or(Before::Operator, |it| it.after);
        let dotted = kind == Kind::Word && previous.is_some_and(|it| matches!(it.text, "." | "?."));
        self.note_cast(kind, text, before, on_new_line && !dotted);
        let after = self.after(kind, text, before, on_new_line, dotted);
        let lexeme = Lexeme { kind, text, start, on_new_line, before, after, dotted };
        self.previous = Some(lexeme);
        Some(lexeme)
    }
}
