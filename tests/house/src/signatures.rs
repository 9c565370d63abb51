//! What a crate shows to others: the signatures of the public items in the modules that its `lib.rs` exports from.

use crate::code::{is_name, paths, tokens, without_text};

/// The modules that a `lib.rs` makes public or exports items of.
pub fn shown_modules(lib: &str) -> Vec<String> {
    let tokens = tokens(&without_text(lib));
    let mut modules: Vec<String> = tokens
        .windows(3)
        .filter(|window| window[0] == "pub" && (window[1] == "use" || window[1] == "mod"))
        .map(|window| window[2].clone())
        .collect();
    modules.sort();
    modules.dedup();
    modules
}

/// The public signatures of a file that name something of the package `foreign`.
pub fn leaks(source: &str, foreign: &str) -> Vec<String> {
    let code = without_text(source);
    let names = foreign_names(&code, foreign);
    let tokens = tokens(&code);
    let mut leaks = Vec::new();
    for at in 0..tokens.len() {
        let shown = match tokens[at].as_str() {
            "pub" if tokens.get(at + 1).is_some_and(|next| next != "(") => signature(&tokens, at),
            // Implementing a trait is public whatever it is for.
            "impl" => head(&tokens, at),
            _ => continue,
        };
        let foreign_type = |token: &&String| is_name(token) && names.contains(token);
        if let Some(name) = shown.iter().find(foreign_type) {
            leaks
                .push(format!("{name} in `{}`", shown.iter().take(8).cloned().collect::<Vec<_>>().join(" ")));
        }
    }
    leaks
}

/// The package's own name and every name that a `use` brings from it or from a package whose name begins with it.
fn foreign_names(code: &str, foreign: &str) -> Vec<String> {
    let mut names: Vec<String> = paths(code)
        .iter()
        .filter(|path| path.split("::").next().is_some_and(|first| first.starts_with(foreign)))
        .flat_map(|path| [path.split("::").next(), path.rsplit("::").next()])
        .flatten()
        .map(str::to_owned)
        .collect();
    // Names that Rust's prelude has, too, are told apart by their path: `wasmtime::Result` begins with `wasmtime`.
    names.retain(|name| !["Result", "Error", "self"].contains(&name.as_str()));
    names.sort();
    names.dedup();
    names
}

/// From `pub` to the end of what it shows: the whole of an enum or trait, the head of anything else.
fn signature(tokens: &[String], at: usize) -> &[String] {
    match tokens.get(at + 1).map(String::as_str) {
        Some("enum" | "trait") => body(tokens, at),
        Some("use" | "mod") => until(tokens, at, &[";", "{"]),
        Some("fn" | "async" | "const" | "struct" | "type" | "static" | "unsafe") => {
            until(tokens, at, &["{", ";"])
        }
        // A field.
        _ => until(tokens, at, &[",", "}", ";"]),
    }
}

fn head(tokens: &[String], at: usize) -> &[String] {
    until(tokens, at, &["{", ";"])
}

fn until<'a>(tokens: &'a [String], at: usize, ends: &[&str]) -> &'a [String] {
    let rest = &tokens[at..];
    let end = rest.iter().position(|token| ends.contains(&token.as_str())).unwrap_or(rest.len());
    &rest[..end]
}

fn body(tokens: &[String], at: usize) -> &[String] {
    let rest = &tokens[at..];
    let mut depth = 0_usize;
    for (end, token) in rest.iter().enumerate() {
        match token.as_str() {
            "{" => depth += 1,
            "}" if depth == 1 => return &rest[..end],
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    rest
}

#[cfg(test)]
mod tests;
