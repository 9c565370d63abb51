//! "Did you mean", without a dependency: guests build this crate, so it stays small.

/// The candidate that is most like what was written, if one is like it at all.
pub(crate) fn nearest<'a>(written: &str, candidates: &[&'a str]) -> Option<&'a str> {
    // A third of the letters wrong is still a slip; more is another word.
    let tolerated = (written.chars().count() / 3).max(1);
    candidates
        .iter()
        .map(|candidate| (distance(written, candidate), *candidate))
        .filter(|(distance, _)| *distance <= tolerated)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// What to add to an error about `written`: the nearest candidate, or all of them.
pub(crate) fn suggestion(written: &str, candidates: &[&str]) -> String {
    match nearest(written, candidates) {
        Some(candidate) => format!("did you mean `{candidate}`?"),
        None => format!("there are {}", listed(candidates)),
    }
}

/// `` `a`, `b` and `c` ``.
pub(crate) fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// Levenshtein's: insertions, deletions and substitutions from one to the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in other.iter().enumerate() {
            let substituted = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::{listed, nearest};

    #[test]
    fn a_slip_is_recognised_and_another_word_is_not() {
        let known = ["read_only", "idempotent", "title"];
        assert_eq!(nearest("readonly", &known), Some("read_only"));
        assert_eq!(nearest("idempotnet", &known), Some("idempotent"));
        assert_eq!(nearest("tile", &known), Some("title"));
        assert_eq!(nearest("cache", &known), None);
    }

    #[test]
    fn a_list_reads_as_a_sentence() {
        assert_eq!(listed(&["a"]), "`a`");
        assert_eq!(listed(&["a", "b", "c"]), "`a`, `b` and `c`");
    }
}
