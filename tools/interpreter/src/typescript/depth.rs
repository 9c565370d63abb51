//! A guard against text that nests too deep for the parser's stack.
//!
//! The parser calls itself for what stands in brackets, after prefix
//! operators, in the branches of `?:`, after `=>`, `=`, `else` and so on. The
//! guard counts what is pending of all these at each place. It may count more
//! than the parser has pending, never fewer.

mod level;

use super::{
    Refusal,
    scan::{Before, Kind, Lexeme, Scan},
    words,
};

use level::Level;

/// How much may be pending; a stack of 1 MiB holds about twice as much.
pub(super) const LIMIT: usize = 200;

/// Refuses a script that nests too deep, or whose depth cannot be told.
pub(super) fn check(source: &str) -> Result<(), Refusal> {
    let mut guard = Guard::default();
    let mut scan = Scan::new(source);
    while let Some(lexeme) = scan.next() {
        guard.take(lexeme);
        if guard.depth() as usize + scan.hidden > LIMIT {
            let message = "This nests too deep: split it into smaller statements or functions.";
            return Err(Refusal::at(source, lexeme.start, message.to_owned()));
        }
    }
    scan.unclear.map_or(Ok(()), |offset| Err(unclear(source, offset)))
}

fn unclear(source: &str, offset: usize) -> Refusal {
    let slash = source.get(offset..).is_some_and(|it| it.starts_with('/'));
    let message = if slash {
        "It is not clear whether this `/` divides or begins a regular expression: put the \
            expression in parentheses."
    } else {
        "Names with `\\` escapes are not supported: write the letters themselves."
    };
    Refusal::at(source, offset, message.to_owned())
}

#[derive(Default)]
struct Guard<'s> {
    outer: Vec<Level>,
    /// What is pending in all the outer levels.
    below: u32,
    level: Level,
    previous: Option<Lexeme<'s>>,
    /// Whether the lexeme before the previous one was a `:`.
    after_colon: bool,
    /// Whether the previous lexeme closed a function type's parameters.
    parameters: bool,
    /// Whether the previous lexeme may have been taken for a `=>`.
    arrow: bool,
}

impl<'s> Guard<'s> {
    fn depth(&self) -> u32 {
        self.below + self.level.pending()
    }

    fn take(&mut self, it: Lexeme<'s>) {
        // The parser takes whatever follows a function type's parameters for
        // its `=>`, and goes on inside it: nothing is complete there.
        let arrow = std::mem::take(&mut self.parameters) && it.text != "=>";
        if arrow {
            self.level.expression += 1;
        } else if !self.arrow {
            self.boundary(it);
        }
        self.juxtaposed(it);
        match it.kind {
            Kind::Open(bracket) => self.open(bracket, bracket == b'(' && self.may_be_type()),
            Kind::Close(bracket) => self.close(bracket),
            Kind::Word if !it.dotted => self.word(it.text),
            Kind::Sign if !(arrow && it.text == ",") => self.sign(it),
            _ => {}
        }
        self.after_colon = self.previous.is_some_and(|it| it.text == ":");
        self.arrow = arrow;
        self.previous = Some(it);
    }

    /// Whether a bracket that comes next may begin a function's type.
    fn may_be_type(&self) -> bool {
        let Some(previous) = self.previous else {
            return false;
        };
        match previous.text {
            "=" => self.level.alias || self.level.angle > 0,
            text => self.arrow || words::begins_type(text),
        }
    }

    fn open(&mut self, bracket: u8, parameters: bool) {
        self.below += self.level.pending() + 1;
        let inner = Level { bracket, parameters, ..Level::default() };
        self.outer.push(std::mem::replace(&mut self.level, inner));
    }

    /// Closes the innermost bracket. One that does not match is passed over:
    /// counting too much does no harm.
    fn close(&mut self, bracket: u8) {
        let opening = match bracket {
            b')' => b'(',
            b']' => b'[',
            b'}' => b'{',
            other => other,
        };
        if self.level.bracket != opening {
            return;
        }
        if let Some(outer) = self.outer.pop() {
            self.below -= outer.pending() + 1;
            self.parameters = self.level.parameters;
            self.level = outer;
        }
    }

    /// Forgets what is complete where a statement ends before this lexeme.
    fn boundary(&mut self, it: Lexeme<'s>) {
        let Some(previous) = self.previous else {
            return;
        };
        let after_semicolon = previous.text == ";";
        let operand = matches!(it.kind, Kind::Word | Kind::Literal);
        let after_block = previous.kind == Kind::Close(b'}') && it.kind == Kind::Word;
        let at_line_end = it.on_new_line
            && operand
            && previous.after == Before::Operand
            && (previous.kind != Kind::Word || previous.dotted || words::may_end(previous.text));
        if !(after_semicolon || after_block || at_line_end) {
            return;
        }
        if words::goes_on(it.text) {
            self.level.end_expression();
        } else if after_semicolon || !words::joins(it.text) {
            self.level.end_statement();
        }
    }

    /// Two operands in a row are no JavaScript, but the parser may see a
    /// function's type whose `=>` is missing, and go on inside it.
    fn juxtaposed(&mut self, it: Lexeme<'s>) {
        let operand = matches!(it.kind, Kind::Word | Kind::Literal) && !it.on_new_line;
        let after = |it: Lexeme<'s>| it.kind != Kind::Word && it.after == Before::Operand;
        if operand && self.previous.is_some_and(after) {
            self.level.expression += 1;
        }
    }

    fn word(&mut self, word: &str) {
        if words::nests_statement(word) {
            self.level.statement += 1;
        } else if words::nests(word) {
            self.level.expression += 1;
        } else if matches!(word, "namespace" | "module") {
            self.level.dots = true;
        } else if word == "type" {
            self.level.alias = true;
        }
    }

    fn sign(&mut self, it: Lexeme<'s>) {
        let previous = self.previous.map_or("", |it| it.text);
        let prefix = it.before != Before::Operand || it.on_new_line;
        let level = &mut self.level;
        match it.text {
            "," if level.angle == 0 => level.expression = 0,
            "<" => {
                level.angle += 1;
                level.expression += u32::from(prefix);
            }
            ">" => level.angle = level.angle.saturating_sub(1),
            // The rest of a `<<=` or `>>=`.
            "<=" if previous == "<" => level.expression += 1,
            ">=" if previous == ">" => level.expression += 1,
            "." if level.dots => level.expression += 1,
            "?" | "=>" | "=" | "**" | "**=" | "/=" | "~" | "@" => level.expression += 1,
            "!" | "+" | "-" | "++" | "--" if prefix => level.expression += 1,
            ":" if self.after_colon || previous == ")" => {
                level.expression += 1;
            }
            _ => {}
        }
    }
}
