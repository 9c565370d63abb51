//! Tells a value that a request quotes from a word that it uses.
//!
//! `docs/intro.md` in a request is an argument, not a wish for "docs"; but
//! that it is a file says something about the tool that will take it.

/// What the shape of a quoted value hints at; nothing for a plain word.
pub(super) fn hints(token: &str) -> &'static [&'static str] {
    let token = token.trim_matches(|c: char| !c.is_alphanumeric() && !"#$€/~".contains(c));
    if token.contains("://") || token.starts_with("www.") {
        &["url", "link", "page"]
    } else if token.contains('@') && token.contains('.') {
        &["email", "user", "address"]
    } else if token.starts_with('#') && digits(&token[1..]) {
        &["issue", "pull request", "number"]
    } else if token.starts_with(['$', '€']) {
        &["amount", "price"]
    } else if is_date(token) {
        &["date"]
    } else if is_version(token) {
        &["version", "release", "tag"]
    } else if is_file(token) {
        &["file", "path", "contents"]
    } else if token.matches('/').count() == 1 && token.len() > 4 {
        &["repository"]
    } else if is_hash(token) {
        &["commit", "id"]
    } else {
        &[]
    }
}

/// Whether a token is a value and not a word: its parts tell little of the wish.
pub(super) fn is_value(token: &str) -> bool {
    let inner = token.trim_matches(|c: char| !c.is_alphanumeric() && c != '#');
    inner.contains(['/', '_', '@', '.', ':', '#', '=', '\\']) || is_hash(inner)
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_date(token: &str) -> bool {
    let parts: Vec<&str> = token.split(['-', '/']).collect();
    parts.len() == 3 && parts.iter().all(|part| digits(part))
}

fn is_version(token: &str) -> bool {
    let bare = token.trim_start_matches('v');
    bare.contains('.') && bare.split('.').all(digits) && bare.split('.').count() < 4
        || token.len() > 1 && token.starts_with('v') && digits(bare)
}

/// A name with a short ending made of letters, as `notes.txt` or `a/b/main.rs`.
fn is_file(token: &str) -> bool {
    token.rsplit_once('.').is_some_and(|(stem, end)| {
        let short = (1..=5).contains(&end.len()) && end.bytes().all(|b| b.is_ascii_alphanumeric());
        short && end.bytes().any(|b| b.is_ascii_lowercase()) && stem.len() > 1 && !digits(stem)
    })
}

/// A long run of hexadecimal digits that holds both letters and figures.
fn is_hash(token: &str) -> bool {
    token.len() >= 6
        && token.bytes().all(|byte| byte.is_ascii_hexdigit())
        && token.bytes().any(|byte| byte.is_ascii_digit())
        && token.bytes().any(|byte| byte.is_ascii_alphabetic())
}
