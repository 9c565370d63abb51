//! URIs against the templates of `#[resource(template = "…")]`: simple `{name}` and reserved `{+name}` expressions of
//! RFC 6570, which the macro has checked.

/// A part of a template.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// As it stands.
    Literal(&'static str),
    /// A value that ends before the next `/`, `?` or `#`.
    Simple,
    /// A value with anything in it.
    Reserved,
}

/// The values of the expressions, in order and decoded, if the URI comes from these parts.
pub fn values(parts: &[Part], uri: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    matches(parts, uri, &mut found).then_some(found)
}

fn matches(parts: &[Part], uri: &str, found: &mut Vec<String>) -> bool {
    let Some((first, rest)) = parts.split_first() else { return uri.is_empty() };
    let reserved = match first {
        Part::Literal(text) => {
            return uri.strip_prefix(text).is_some_and(|after| matches(rest, after, found));
        }
        Part::Simple => false,
        Part::Reserved => true,
    };
    let longest = match reserved {
        true => uri.len(),
        false => uri.find(['/', '?', '#']).unwrap_or(uri.len()),
    };
    // The longest value first; the macro lets no two expressions stand side by side, so that the parts after it decide.
    for end in (1..=longest).rev().filter(|end| uri.is_char_boundary(*end)) {
        let kept = found.len();
        let Some(value) = decoded(&uri[..end]) else { continue };
        found.push(value);
        if matches(rest, &uri[end..], found) {
            return true;
        }
        found.truncate(kept);
    }
    false
}

/// Without percent-encoding; nothing when what it encodes is no UTF-8.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
                let (high, low) = (digit(rest.next())?, digit(rest.next())?);
                u8::try_from(high * 16 + low).ok()?
            }
            plain => plain,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTE: &[Part] = &[Part::Literal("note://"), Part::Simple, Part::Literal("/"), Part::Simple];

    fn found(parts: &[Part], uri: &str) -> Option<Vec<String>> {
        values(parts, uri)
    }

    #[test]
    fn values_are_taken_and_decoded() {
        let expected = vec!["2026".to_owned(), "a b/ü".to_owned()];
        assert_eq!(found(NOTE, "note://2026/a%20b%2F%C3%BC"), Some(expected));
        for other in
            ["note://2026/", "note:///x", "note://2026/a/b", "notes://1/2", "note://1/%zz", "note://1/%ff"]
        {
            assert_eq!(found(NOTE, other), None, "{other}");
        }
    }

    #[test]
    fn a_reserved_value_has_slashes() {
        let path = [Part::Literal("file://"), Part::Reserved, Part::Literal(".md")];
        assert_eq!(found(&path, "file:///a/b.md.md"), Some(vec!["/a/b.md".to_owned()]));
        assert_eq!(found(&path, "file://.md"), None);
    }
}
