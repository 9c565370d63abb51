//! What a source file says: its code without comments and strings, and the paths in it.

/// The code of a file, with every comment, string and character literal left out.
pub fn without_text(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let skipped = text_length(rest, code.chars().next_back());
        if skipped > 0 {
            code.push(' ');
            rest = &rest[skipped..];
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    code
}

/// How many bytes of comment or literal `rest` begins with.
fn text_length(rest: &str, before: Option<char>) -> usize {
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return block_comment(rest);
    }
    if rest.starts_with('"') {
        return quoted(rest);
    }
    // `r` and `br` begin a raw string only where no name goes before: `for"` is none.
    if !before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
        let raw = rest.strip_prefix('b').unwrap_or(rest).strip_prefix('r');
        if let Some(after) = raw {
            let hashes = after.bytes().take_while(|byte| *byte == b'#').count();
            if after[hashes..].starts_with('"') {
                let end = format!("\"{}", "#".repeat(hashes));
                let start = rest.len() - after.len() + hashes + 1;
                return rest[start..].find(&end).map_or(rest.len(), |at| start + at + end.len());
            }
        }
    }
    character(rest)
}

/// Block comments nest.
fn block_comment(rest: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

fn quoted(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// `'x'` and `'\n'`, but not the lifetime `'x`.
fn character(rest: &str) -> usize {
    let Some(inside) = rest.strip_prefix('\'') else { return 0 };
    if inside.starts_with('\\') {
        return inside[2..].find('\'').map_or(0, |at| at + 4);
    }
    let Some(c) = inside.chars().next() else { return 0 };
    if inside[c.len_utf8()..].starts_with('\'') { c.len_utf8() + 2 } else { 0 }
}

/// Every path in the code, such as `std::fs::read`; those of a `use` with braces are written out.
pub fn paths(code: &str) -> Vec<String> {
    let tokens = tokens(code);
    let mut paths = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        at = match tokens[at].as_str() {
            "use" => use_tree(&tokens, at + 1, "", &mut paths),
            token if is_name(token) => {
                let (path, next) = path(&tokens, at);
                paths.push(path);
                next
            }
            _ => at + 1,
        };
    }
    paths
}

/// Reads one tree of a `use` and gives where it ends.
fn use_tree(tokens: &[String], mut at: usize, prefix: &str, paths: &mut Vec<String>) -> usize {
    let mut path = prefix.to_owned();
    while let Some(token) = tokens.get(at) {
        match token.as_str() {
            "{" => {
                at += 1;
                while tokens.get(at).is_some_and(|token| token != "}") {
                    at = use_tree(tokens, at, &path, paths);
                    at += usize::from(tokens.get(at).is_some_and(|token| token == ","));
                }
                return at + 1;
            }
            // The name that it is given here is looked for where it stands.
            "as" => at += 2,
            "," | "}" | ";" => break,
            part => {
                path.push_str(part);
                at += 1;
            }
        }
    }
    if !path.is_empty() {
        paths.push(path);
    }
    at
}

fn path(tokens: &[String], mut at: usize) -> (String, usize) {
    let mut path = tokens[at].clone();
    while tokens.get(at + 1).is_some_and(|token| token == "::")
        && tokens.get(at + 2).is_some_and(|token| is_name(token))
    {
        path.push_str("::");
        path.push_str(&tokens[at + 2]);
        at += 2;
    }
    (path, at + 1)
}

/// Names, `::`, and every other character by itself.
pub(crate) fn tokens(code: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut chars = code.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_whitespace() {
            continue;
        }
        let mut token = String::from(c);
        if is_part(c) {
            while let Some(next) = chars.next_if(|next| is_part(*next)) {
                token.push(next);
            }
        } else if c == ':' && chars.next_if_eq(&':').is_some() {
            token.push(':');
        }
        tokens.push(token);
    }
    tokens
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub(crate) fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Which of `unsaid` are in this source. A path is found wherever it stands in a longer one.
pub fn said<'a>(source: &str, unsaid: &[&'a str]) -> Vec<&'a str> {
    let paths = paths(&without_text(source));
    let within = |path: &String, part: &str| format!("::{path}::").contains(&format!("::{part}::"));
    unsaid.iter().filter(|part| paths.iter().any(|path| within(path, part))).copied().collect()
}

/// Which macros that print, and functions that end the program, are used in this source.
pub fn prints_or_exits(source: &str) -> Vec<&'static str> {
    const PRINTING: &[&str] = &["print", "println", "eprint", "eprintln", "dbg"];
    const ENDING: &[&str] = &["process::exit", "process::abort"];
    let code = without_text(source);
    let tokens = tokens(&code);
    let called = |name: &&&str| tokens.windows(2).any(|pair| pair[0] == **name && pair[1] == "!");
    let mut found: Vec<_> = PRINTING.iter().filter(called).copied().collect();
    found.extend(said(source, ENDING));
    found
}

#[cfg(test)]
mod tests;
