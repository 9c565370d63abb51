//! The words that the scan before parsing looks at.

/// After these an operand follows, so that a `/` begins a regular expression.
pub(super) fn is_operator(word: &str) -> bool {
    matches!(
        word,
        "return"
            | "typeof"
            | "case"
            | "do"
            | "else"
            | "in"
            | "instanceof"
            | "new"
            | "throw"
            | "delete"
            | "await"
            | "extends"
    )
}

/// These are operators in some places and operands in others.
pub(super) fn is_unsure(word: &str) -> bool {
    matches!(word, "void" | "of" | "yield" | "default")
}

/// Their brackets hold a header, and a statement follows.
pub(super) fn has_header(word: &str) -> bool {
    matches!(word, "if" | "for" | "while" | "with")
}

/// The parser calls itself for what stands after these.
pub(super) fn nests(word: &str) -> bool {
    matches!(
        word,
        "typeof"
            | "void"
            | "delete"
            | "await"
            | "yield"
            | "new"
            | "keyof"
            | "unique"
            | "readonly"
            | "infer"
            | "asserts"
            | "is"
            | "extends"
            | "class"
            | "function"
            | "async"
            | "abstract"
    )
}

/// A statement stands inside the statement that begins with these.
pub(super) fn nests_statement(word: &str) -> bool {
    matches!(word, "if" | "for" | "while" | "do" | "else" | "with")
}

/// These go on with a statement that a `}` or a line's end seems to finish.
pub(super) fn goes_on(word: &str) -> bool {
    matches!(word, "else" | "while" | "catch" | "finally")
}

/// These go on with an expression or a type.
pub(super) fn joins(word: &str) -> bool {
    matches!(word, "in" | "instanceof" | "as" | "satisfies" | "of" | "is" | "extends" | "implements")
}

/// Whether a statement may be complete after the word.
pub(super) fn may_end(word: &str) -> bool {
    !(nests(word)
        || nests_statement(word)
        || is_operator(word)
        || joins(word)
        || is_unsure(word)
        || matches!(word, "declare" | "export" | "let" | "const" | "var"))
}

/// Words and signs after which a type may begin.
pub(super) fn begins_type(text: &str) -> bool {
    matches!(
        text,
        ":" | "=>"
            | "|"
            | "&"
            | "<"
            | ">"
            | ","
            | "("
            | "["
            | "?"
            | "..."
            | "new"
            | "is"
            | "as"
            | "satisfies"
            | "extends"
            | "keyof"
            | "unique"
            | "readonly"
            | "infer"
            | "asserts"
    )
}
