//! Which URIs a template stands for (RFC 6570): enough to know whose resource a URI is. What its variables mean is the
//! component's own affair.

/// Why a text is no template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TemplateError(&'static str);

/// A URI template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UriTemplate {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Literal(String),
    /// Whether its value may have reserved characters in it, `/` among them.
    Expression {
        reserved: bool,
    },
}

/// The operators after which a value may have a `/` in it: reserved, fragment, path segments, and the two of queries.
const WIDE: &[char] = &['+', '#', '/', '?', '&'];

impl UriTemplate {
    /// Reads a template.
    ///
    /// # Errors
    ///
    /// When a brace has no partner, and when an expression names no variable.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(start) = rest.find('{') {
            literal(&rest[..start], &mut parts)?;
            let end =
                rest.find('}').filter(|end| *end > start).ok_or(TemplateError("a `{` without its `}`"))?;
            parts.push(expression(&rest[start + 1..end])?);
            rest = &rest[end + 1..];
        }
        literal(rest, &mut parts)?;
        Ok(Self { parts })
    }

    /// Whether the URI could come from this template.
    pub fn matches(&self, uri: &str) -> bool {
        // For each part, the offsets that the parts before it can have ended at: linear in the URI for each part, so
        // that no template takes longer than its length times the URI's.
        let mut reached = vec![false; uri.len() + 1];
        reached[0] = true;
        for part in &self.parts {
            reached = part.advance(uri, &reached);
        }
        reached[uri.len()]
    }
}

impl Part {
    fn advance(&self, uri: &str, reached: &[bool]) -> Vec<bool> {
        let mut next = vec![false; reached.len()];
        match self {
            Part::Literal(text) => {
                for (start, _) in reached.iter().enumerate().filter(|(_, reached)| **reached) {
                    if uri.as_bytes()[start..].starts_with(text.as_bytes()) {
                        next[start + text.len()] = true;
                    }
                }
            }
            Part::Expression { reserved } => {
                let mut open = reached[0];
                for (at, byte) in uri.bytes().enumerate() {
                    open &= *reserved || !matches!(byte, b'/' | b'?' | b'#');
                    // A value is never empty: `note://` is not a note.
                    next[at + 1] = open;
                    open |= reached[at + 1];
                }
            }
        }
        next
    }
}

fn literal(text: &str, parts: &mut Vec<Part>) -> Result<(), TemplateError> {
    if text.contains('}') {
        return Err(TemplateError("a `}` without its `{`"));
    }
    if !text.is_empty() {
        parts.push(Part::Literal(text.to_owned()));
    }
    Ok(())
}

fn expression(text: &str) -> Result<Part, TemplateError> {
    let reserved = text.starts_with(WIDE);
    let names = text.trim_start_matches(|c| WIDE.contains(&c) || c == '.' || c == ';');
    let is_variable = |name: &str| {
        let name = name.split(':').next().unwrap_or_default().trim_end_matches('*');
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '%' | '-');
        !name.is_empty() && name.chars().all(plain)
    };
    if !names.split(',').all(is_variable) {
        return Err(TemplateError("an expression without the name of a variable"));
    }
    Ok(Part::Expression { reserved })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failing test should stop")]

    use super::*;

    fn matches(template: &str, uri: &str) -> bool {
        UriTemplate::parse(template).unwrap().matches(uri)
    }

    #[test]
    fn a_value_ends_at_a_slash_unless_the_template_says_otherwise() {
        for (template, uri, expected) in [
            ("note://{year}/{title}", "note://2026/plans", true),
            ("note://{year}/{title}", "note://2026/plans/draft", false),
            ("note://{year}/{title}", "note:///plans", false),
            ("note://{year}/{title}", "note://2026/", false),
            ("file://{+path}", "file:///a/b/c", true),
            ("file://{+path}", "file://", false),
            ("test://template/{id}/data", "test://template/123/data", true),
            ("test://template/{id}/data", "test://template/1/2/data", false),
            ("{a}{b}", "xy", true),
            ("{a}{b}", "x", false),
            ("a{x}a", "aaa", true),
            ("a{x}a", "aa", false),
            ("fixed://only", "fixed://only", true),
            ("fixed://only", "fixed://onl", false),
            ("s://{x}", "s://a?b", false),
            ("s://ü{x}", "s://üé", true),
        ] {
            assert_eq!(matches(template, uri), expected, "{template} {uri}");
        }
    }

    #[test]
    fn a_hostile_pair_is_read_in_no_time() {
        let template = "{a}a".repeat(200);
        assert!(!matches(&template, &"a".repeat(20_000).replace("aaaaaaaaaa", "aaaaaaaaab")));
    }

    #[test]
    fn what_is_no_template_is_said() {
        for text in ["a{b", "a}b", "a{}b", "{+}", "{a,}", "{a b}", "}{"] {
            assert!(UriTemplate::parse(text).is_err(), "{text}");
        }
        assert!(UriTemplate::parse("s://{a}/{+b,c*}{?d:3}").is_ok());
    }
}
