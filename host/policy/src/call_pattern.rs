//! Which other tools a component may call.

use std::fmt;
use std::str::FromStr;

use crate::RuleError;

/// A tool's public name, or the beginning of one and a star: `read_file`, `files_*`.
///
/// ```
/// use bulkhead_policy::CallPattern;
/// let pattern: CallPattern = "files_*".parse()?;
/// assert!(pattern.matches("files_read") && !pattern.matches("fetch"));
/// # Ok::<(), bulkhead_policy::RuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallPattern {
    begin: String,
    any_end: bool,
}

impl CallPattern {
    /// Whether the tool of this name is meant.
    pub fn matches(&self, tool: &str) -> bool {
        if self.any_end { tool.starts_with(&self.begin) } else { tool == self.begin }
    }

    /// Whether every name that the other means is meant by this one too.
    pub fn covers(&self, other: &Self) -> bool {
        if self.any_end { other.begin.starts_with(&self.begin) } else { self == other }
    }

    /// Whether there is a name that both mean.
    pub fn overlaps(&self, other: &Self) -> bool {
        match (self.any_end, other.any_end) {
            (true, true) => self.begin.starts_with(&other.begin) || other.begin.starts_with(&self.begin),
            (true, false) => self.matches(&other.begin),
            (false, _) => other.matches(&self.begin),
        }
    }
}

impl FromStr for CallPattern {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let (begin, any_end) = text.strip_suffix('*').map_or((text, false), |begin| (begin, true));
        let plain = begin.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b));
        // MCP's names have at most 128 characters.
        if !plain || begin.len() > 128 || (begin.is_empty() && !any_end) {
            return Err(RuleError {
                problem: "this is no name of a tool".to_owned(),
                expected: "a tool's name, 1 to 128 of A-Z a-z 0-9 _ - . with at most one `*`, at the end",
                example: "\"fetch_page\"",
            });
        }
        Ok(Self { begin: begin.to_owned(), any_end })
    }
}

impl fmt::Display for CallPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let star = if self.any_end { "*" } else { "" };
        write!(f, "{}{star}", self.begin)
    }
}

#[cfg(test)]
mod tests;
