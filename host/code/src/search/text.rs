//! Cuts prose and identifiers into words.

use rust_stemmers::{Algorithm, Stemmer};

use super::Entry;

/// How many fields an entry is read as.
pub(super) const FIELDS: usize = 6;

/// Words of an entry, field by field: name, title, description, tags,
/// parameter names, parameter prose.
pub(super) type Fields = [Vec<String>; FIELDS];

/// Words that carry no wish: a request is not about them.
const STOP: &[&str] = &[
    "a",
    "about",
    "again",
    "all",
    "also",
    "am",
    "an",
    "and",
    "any",
    "are",
    "as",
    "at",
    "be",
    "been",
    "but",
    "by",
    "can",
    "could",
    "did",
    "do",
    "does",
    "every",
    "everything",
    "for",
    "from",
    "had",
    "has",
    "have",
    "he",
    "her",
    "here",
    "his",
    "how",
    "i",
    "if",
    "in",
    "into",
    "is",
    "it",
    "its",
    "just",
    "let",
    "like",
    "m",
    "may",
    "me",
    "my",
    "need",
    "no",
    "not",
    "now",
    "of",
    "on",
    "or",
    "our",
    "please",
    "re",
    "s",
    "she",
    "should",
    "so",
    "some",
    "somewhere",
    "t",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "this",
    "those",
    "to",
    "us",
    "ve",
    "want",
    "was",
    "we",
    "were",
    "what",
    "which",
    "will",
    "with",
    "would",
    "you",
    "your",
];

/// Cuts a text into lower-case words.
///
/// A run of letters and digits is one chunk. A chunk in mixed case or with
/// digits is an identifier more often than not: it gives its parts, and then
/// itself as a whole, since `GitHub` is asked for as `github` as well.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for chunk in text.split(|c: char| !c.is_alphanumeric()) {
        if chunk.is_empty() {
            continue;
        }
        let parts = parts(chunk);
        if parts.len() > 1 {
            out.extend(parts.iter().map(|part| part.to_lowercase()));
        }
        out.push(chunk.to_lowercase());
    }
    out
}

/// The parts of one chunk, cut where the case or the kind of character turns.
fn parts(chunk: &str) -> Vec<&str> {
    let letters: Vec<(usize, char)> = chunk.char_indices().collect();
    let mut out = Vec::new();
    let mut start = 0;
    for pair in 1..letters.len() {
        let (at, now) = letters[pair];
        let next = letters.get(pair + 1).map(|&(_, c)| c);
        if turns(letters[pair - 1].1, now, next) {
            out.push(&chunk[start..at]);
            start = at;
        }
    }
    out.push(&chunk[start..]);
    out
}

/// Whether a new part begins at `now`: `aB`, `ABc` (before `B`), `a1`, `1a`.
fn turns(before: char, now: char, next: Option<char>) -> bool {
    if before.is_numeric() != now.is_numeric() {
        return true;
    }
    let ends_capitals = before.is_uppercase() && next.is_some_and(char::is_lowercase);
    // A plural in capitals such as `URLs` or `IDs` is one word.
    let plural = next == Some('s') && before.is_uppercase();
    now.is_uppercase() && (before.is_lowercase() || (ends_capitals && !plural))
}

/// The words of every field of an entry.
pub(super) fn fields(entry: &Entry<'_>) -> Fields {
    let mut names = Vec::new();
    let mut prose = Vec::new();
    for parameter in &entry.parameters {
        names.extend(words(parameter.name));
        prose.extend(words(parameter.description));
    }
    let tags = entry.tags.iter().flat_map(|tag| words(tag)).collect();
    let title = words(entry.title.unwrap_or_default());
    [words(entry.name), title, words(entry.description), tags, names, prose]
}

/// Whether a word carries no wish.
pub(super) fn is_stop(word: &str) -> bool {
    STOP.binary_search(&word).is_ok()
}

/// The English stem of a lower-case word.
pub(super) fn stem(word: &str) -> String {
    Stemmer::create(Algorithm::English).stem(word).into_owned()
}
