//! As much of a URL as a request needs.

use crate::ToolError;

/// A URL taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parts<'a> {
    pub(super) secure: bool,
    /// `host` or `host:port`.
    pub(super) authority: &'a str,
    /// With the query, without the fragment.
    pub(super) path: String,
}

/// Takes a URL apart. What is in the parts is the host's to check.
pub(super) fn split(url: &str) -> Result<Parts<'_>, ToolError> {
    let invalid = |problem: &str| ToolError::invalid(format!("`{url}` is not a URL to request: {problem}."));
    if url.bytes().any(|byte| byte <= b' ' || byte == 0x7f) {
        return Err(invalid("it has spaces or control characters"));
    }
    let url_without_fragment = url.split('#').next().unwrap_or_default();
    let (scheme, rest) =
        url_without_fragment.split_once("://").ok_or_else(|| invalid("it does not begin with `https://`"))?;
    let secure = match scheme.to_ascii_lowercase().as_str() {
        "https" => true,
        "http" => false,
        _ => return Err(invalid("it is neither `https` nor `http`")),
    };
    let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    if authority.is_empty() {
        return Err(invalid("it names no host"));
    }
    // A query may follow the host at once; a request always has a path.
    let slash = if path.starts_with('/') { "" } else { "/" };
    Ok(Parts { secure, authority, path: format!("{slash}{}", encoded_path(path)) })
}

/// Letters beyond ASCII as UTF-8 in percent signs; everything else as it is written.
fn encoded_path(path: &str) -> String {
    let mut encoded = String::with_capacity(path.len());
    for character in path.chars() {
        if character.is_ascii() {
            encoded.push(character);
        } else {
            push_encoded(&mut encoded, character);
        }
    }
    encoded
}

/// Adds `name=value` to the query, before the fragment.
pub(super) fn push_parameter(url: &mut String, name: &str, value: &str) {
    let fragment = url.find('#').map(|at| url.split_off(at)).unwrap_or_default();
    url.push(if url.contains('?') { '&' } else { '?' });
    push_component(url, name);
    url.push('=');
    push_component(url, value);
    url.push_str(&fragment);
}

/// RFC 3986 §2.3: what is not unreserved is encoded.
fn push_component(url: &mut String, text: &str) {
    for character in text.chars() {
        if character.is_ascii_alphanumeric() || "-._~".contains(character) {
            url.push(character);
        } else {
            push_encoded(url, character);
        }
    }
}

fn push_encoded(url: &mut String, character: char) {
    let mut buffer = [0; 4];
    for byte in character.encode_utf8(&mut buffer).bytes() {
        url.push_str(&format!("%{byte:02X}"));
    }
}
