//! Whether a `/` divides or begins a regular expression.

use super::{
    Before, Kind, Scan, is_line_end,
    lengths::{regex_length, sign_length},
    words,
};

impl Scan<'_> {
    /// Reads a `/` that begins no comment.
    pub(super) fn slash(&mut self) -> Option<(Kind, usize)> {
        let line_end = self.previous_line_end();
        let before = self.previous.map_or(Before::Operator, |it| it.after);
        let length = regex_length(self.rest());
        match (before, length) {
            (Before::Operator, _) => Some((Kind::Literal, length.unwrap_or(1))),
            (Before::Operand, _) if !line_end => Some((Kind::Sign, sign_length(self.rest()))),
            (_, None) => Some((Kind::Sign, 1)),
            (_, Some(length)) => self.unsure_slash(length),
        }
    }

    /// A `/` that may divide or begin a regular expression of this length. It
    /// is read as dividing where that hides nothing from the depth's guard.
    fn unsure_slash(&mut self, length: usize) -> Option<(Kind, usize)> {
        let (body, after) = self.rest().split_at_checked(length)?;
        let hides = if after.starts_with(['/', '*']) {
            // As a comment; the other way its line would be read as code.
            let line = after.get(..after.find(is_line_end).unwrap_or(after.len()))?;
            self.hidden += line.split(|c: char| !c.is_alphanumeric()).count();
            line.contains(['`', '}']) || line.contains("/*")
        } else {
            body.contains(['"', '\'', '`', '(', ')', '[', ']', '{', '}'])
        };
        if hides {
            self.unclear = Some(self.at);
            return None;
        }
        Some((Kind::Sign, 1))
    }

    /// Whether a line ends right before here.
    fn previous_line_end(&self) -> bool {
        let from = self.previous.map_or(0, |it| it.start + it.text.len());
        self.source.get(from..self.at).is_some_and(|it| it.contains(is_line_end))
    }

    /// What a lexeme leaves behind for a `/` that follows it.
    pub(super) fn after(
        &mut self,
        kind: Kind,
        text: &str,
        before: Before,
        line_end: bool,
        dotted: bool,
    ) -> Before {
        match kind {
            Kind::Literal => Before::Operand,
            Kind::Word if dotted => Before::Operand,
            Kind::Word if words::is_operator(text) => Before::Operator,
            Kind::Word if words::is_unsure(text) => Before::Unsure,
            Kind::Word => Before::Operand,
            Kind::Open(bracket) => {
                self.open.push((bracket, bracket == b'(' && self.begins_header()));
                Before::Operator
            }
            Kind::Close(bracket) => self.close(bracket),
            Kind::Sign => match text {
                ">" => Before::Unsure,
                "?" if self.cast => Before::Unsure,
                "!" | "++" | "--" if before == Before::Operand && !line_end => Before::Operand,
                "!" | "++" | "--" if before == Before::Unsure => Before::Unsure,
                _ => Before::Operator,
            },
        }
    }

    /// Notes whether the statement has a cast.
    pub(super) fn note_cast(&mut self, kind: Kind, text: &str, before: Before, begins: bool) {
        match (kind, text) {
            (Kind::Word, "as" | "satisfies") => self.cast = true,
            (Kind::Word, _) if begins && before == Before::Operand => self.cast = false,
            (Kind::Sign, ";") => self.cast = false,
            _ => {}
        }
    }

    fn begins_header(&self) -> bool {
        self.previous.is_some_and(|it| {
            it.kind == Kind::Word && !it.dotted && (words::has_header(it.text) || it.text == "await")
        })
    }

    fn close(&mut self, bracket: u8) -> Before {
        let opening = match bracket {
            b')' => b'(',
            b']' => b'[',
            b'}' => b'{',
            other => other,
        };
        let header = match self.open.last() {
            Some((open, header)) if *open == opening => {
                let header = *header;
                self.open.pop();
                header
            }
            _ => false,
        };
        match bracket {
            b'}' => Before::Unsure,
            _ if header => Before::Operator,
            _ => Before::Operand,
        }
    }
}
