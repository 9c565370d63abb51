//! What is wrong with a policy file, and where.

use std::fmt;

/// A place in the policy file, with its line for the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// The line's text.
    pub text: String,
    /// How many characters of the line are meant.
    pub width: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl Place {
    /// The line with the part that is meant underlined.
    fn picture(&self) -> String {
        // A tab keeps its width under any tab stop when the underline has it too.
        let indent: String =
            self.text.chars().take(self.column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        format!("  | {}\n  | {indent}{}", self.text, "^".repeat(self.width.max(1)))
    }
}

/// Why a policy file was not accepted. The text is for the operator and has everything: place, key, what was
/// expected, and an example that works.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// The text is not TOML.
    #[error("{place}: this is not TOML: {detail}\n{}\nexample:\n{example}", place.picture())]
    Syntax {
        /// Where.
        place: Box<Place>,
        /// What the TOML parser says.
        detail: String,
        /// Lines that work.
        example: &'static str,
    },
    /// A key that means nothing here.
    #[error("{place}: {key} is not a known key{}\n{}\nexpected one of: {known}\nexample:\n{example}", did_you_mean(nearest.as_deref()), place.picture())]
    UnknownKey {
        /// Where.
        place: Box<Place>,
        /// The key, with the tables that it is in.
        key: String,
        /// The known key that is nearest, if one is near.
        nearest: Option<String>,
        /// Every key that is known there.
        known: String,
        /// Lines that work.
        example: &'static str,
    },
    /// A value that means nothing here, or is out of range.
    #[error("{place}: {key} is {found}: {problem}\n{}\nexpected {expected}\nexample:\n{example}", place.picture())]
    Value {
        /// Where.
        place: Box<Place>,
        /// The key, with the tables that it is in.
        key: String,
        /// The value as it stands there, shortened.
        found: String,
        /// What is wrong with it.
        problem: String,
        /// What is right.
        expected: String,
        /// Lines that work.
        example: &'static str,
    },
    /// Two entries that cannot both hold.
    #[error("{place}: {key}: {problem}\n{}\nexample:\n{example}", place.picture())]
    Conflict {
        /// Where the second one is.
        place: Box<Place>,
        /// The key, with the tables that it is in.
        key: String,
        /// Why they cannot both hold.
        problem: String,
        /// Lines that work.
        example: &'static str,
    },
}

impl PolicyError {
    /// Where in the file.
    pub fn place(&self) -> &Place {
        match self {
            Self::Syntax { place, .. }
            | Self::UnknownKey { place, .. }
            | Self::Value { place, .. }
            | Self::Conflict { place, .. } => place,
        }
    }
}

/// Why a rule's text (an HTTP rule, an address) was not accepted, wherever it was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}; expected {expected}, such as {example}")]
pub struct RuleError {
    /// What is wrong.
    pub problem: String,
    /// What is right.
    pub expected: &'static str,
    /// A rule that works.
    pub example: &'static str,
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map(|key| format!(": did you mean `{key}`?")).unwrap_or_default()
}
