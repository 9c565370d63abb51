//! Names that may have been meant.

/// The names most like `wanted`, best first, at most three.
pub fn nearest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    // Below this, words share a few letters only.
    const ALIKE: f64 = 0.8;
    let wanted = wanted.to_lowercase();
    let mut scored: Vec<(f64, &str)> = names
        .into_iter()
        .map(|name| (likeness(&wanted, &name.to_lowercase()), name))
        .filter(|(score, _)| *score >= ALIKE)
        .collect();
    scored.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    scored.into_iter().take(3).map(|(_, name)| name).collect()
}

/// Jaro-Winkler sees common beginnings but no swapped letters in short words; the other measure does, and a third of a
/// word is then as good as the same.
fn likeness(one: &str, other: &str) -> f64 {
    let swapped = strsim::normalized_damerau_levenshtein(one, other) + 0.2;
    strsim::jaro_winkler(one, other).max(swapped)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn typing_errors_are_found_and_other_words_are_not() {
        let names = ["Cargo.toml", "Cargo.lock", "README.md", "src"];
        assert_eq!(nearest("cargo.tml", names), ["Cargo.toml", "Cargo.lock"]);
        assert_eq!(nearest("READNE.md", names), ["README.md"]);
        assert!(nearest("zebra", names).is_empty());
    }
}
