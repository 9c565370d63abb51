//! A quick look for scripts that are JavaScript already.

use super::scan::{Before, Kind, Lexeme, Scan};

/// Whether a text can hold no TypeScript, by a look at its words and signs.
///
/// Never true for a text that means something else when read as TypeScript,
/// such as `f<string>(x)`. Often false for plain JavaScript: the answer only
/// saves the parsing.
#[must_use]
pub fn is_plain(source: &str) -> bool {
    let mut look = Look::default();
    let mut scan = Scan::new(source);
    scan.by_ref().all(|lexeme| look.take(lexeme)) && scan.unclear.is_none() && look.is_complete()
}

/// What has been seen inside one pair of brackets.
#[derive(Default)]
struct Level {
    bracket: u8,
    /// The `?` and `case` whose `:` is still to come.
    colons: u32,
    /// Whether the bracket may hold an arrow's parameters.
    parameters: bool,
    /// Whether the bracket holds a function's parameters.
    function: bool,
}

#[derive(Default)]
struct Look<'s> {
    outer: Vec<Level>,
    level: Level,
    /// The bracket that was closed last.
    closed: Level,
    previous: Option<Lexeme<'s>>,
    earlier: Option<Lexeme<'s>>,
    /// Whether a `<` came, which a later `>` may close.
    angle: bool,
    /// Whether a function's name or parameters come next.
    function: bool,
}

impl<'s> Look<'s> {
    /// Whether the text may still be plain after this lexeme.
    fn take(&mut self, it: Lexeme<'s>) -> bool {
        if !self.follows(it) {
            return false;
        }
        let plain = match it.kind {
            Kind::Open(bracket) => {
                self.open(bracket);
                true
            }
            Kind::Close(_) => {
                self.closed = std::mem::replace(&mut self.level, self.outer.pop().unwrap_or_default());
                true
            }
            Kind::Word if !it.dotted => self.word(it),
            Kind::Sign => self.sign(it),
            _ => true,
        };
        self.earlier = self.previous.replace(it);
        plain
    }

    /// Whether the lexeme may follow the one before it.
    fn follows(&self, it: Lexeme<'s>) -> bool {
        let Some(previous) = self.previous else {
            return true;
        };
        match previous.text {
            // A parameter or member that may be left out.
            "?" => !matches!(it.text, ":" | ")" | "," | "=" | ";" | "}"),
            // A function without a body only declares its types.
            ")" if self.closed.function => it.text == "{",
            _ => true,
        }
    }

    /// Whether no function's body is missing at the end.
    fn is_complete(&self) -> bool {
        let parameters = self.closed.function && self.previous.is_some_and(|it| it.text == ")");
        !self.function && !parameters
    }

    fn open(&mut self, bracket: u8) {
        let previous = self.previous;
        let parameters = previous.is_none_or(|it| it.after != Before::Operand || it.text == "async");
        let function = std::mem::take(&mut self.function) && bracket == b'(';
        let inner = Level { bracket, colons: 0, parameters, function };
        self.outer.push(std::mem::replace(&mut self.level, inner));
    }

    fn word(&mut self, it: Lexeme<'s>) -> bool {
        match it.text {
            "function" => self.function = true,
            "case" | "default" => self.level.colons += 1,
            "this" => return self.previous.is_none_or(|it| it.text != "("),
            word => return !is_of_typescript(word),
        }
        true
    }

    fn sign(&mut self, it: Lexeme<'s>) -> bool {
        match it.text {
            "<" => self.angle = true,
            ">" | ">=" => return !self.angle,
            "?" => self.level.colons += 1,
            ":" => return self.colon(),
            "!" => return it.before == Before::Operator || it.on_new_line,
            "@" => return false,
            _ => {}
        }
        true
    }

    /// Whether a `:` is surely no type's.
    fn colon(&mut self) -> bool {
        if self.is_property() {
            return true;
        }
        let arrow = self.previous.is_some_and(|it| it.text == ")") && self.closed.parameters;
        if self.level.colons == 0 || arrow {
            return false;
        }
        self.level.colons -= 1;
        true
    }

    /// Whether the lexeme before is an object's key; classes are never plain.
    fn is_property(&self) -> bool {
        let key = self.previous.is_some_and(|it| matches!(it.kind, Kind::Word | Kind::Literal));
        key && self.level.bracket == b'{' && self.earlier.is_some_and(|it| matches!(it.text, "{" | ","))
    }
}

fn is_of_typescript(word: &str) -> bool {
    matches!(
        word,
        "abstract"
            | "accessor"
            | "as"
            | "asserts"
            | "class"
            | "declare"
            | "enum"
            | "export"
            | "global"
            | "implements"
            | "import"
            | "interface"
            | "is"
            | "module"
            | "namespace"
            | "override"
            | "private"
            | "protected"
            | "public"
            | "readonly"
            | "satisfies"
            | "type"
    )
}
