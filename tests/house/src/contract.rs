//! The contract documents itself.

/// The interfaces, worlds, functions and types of a WIT file that have no doc comment.
pub fn undocumented(wit: &str) -> Vec<String> {
    let mut missing = Vec::new();
    let mut documented = false;
    for line in wit.lines().map(str::trim) {
        if line.starts_with("///") {
            documented = true;
        } else if !line.starts_with('@') {
            if let Some(name) = declared(line)
                && !documented
            {
                missing.push(format!("{name} has no doc comment"));
            }
            documented = false;
        }
    }
    missing
}

/// What a line declares, such as `record media`.
fn declared(line: &str) -> Option<String> {
    const WORDS: &[&str] = &["interface", "world", "record", "variant", "enum", "flags", "resource", "type"];
    let mut words = line.split(|c: char| c.is_whitespace() || c == '{' || c == '(' || c == ';');
    let (first, second) = (words.next()?, words.find(|word| !word.is_empty()));
    if WORDS.contains(&first) {
        return Some(format!("{first} {}", second.unwrap_or_default()));
    }
    let is_function = second.is_some_and(|word| ["func", "async", "static"].contains(&word));
    let name = first.strip_suffix(':').filter(|_| is_function)?;
    Some(format!("function {name}"))
}

#[cfg(test)]
mod tests;
