//! The place of an error in the source, as a person would point at it.

use bulkhead_schema::{Place, ScriptFailure};

/// How much of a line is shown, in characters, before and after the place.
const AROUND: usize = 60;

/// The message, with the line and a caret below the place.
pub fn with_excerpt(failure: &ScriptFailure, source: &str) -> String {
    let message = &failure.error.message;
    match failure.place.and_then(|place| excerpt(source, place)) {
        Some(excerpt) => format!("{message}\n{excerpt}"),
        None => message.clone(),
    }
}

fn excerpt(source: &str, place: Place) -> Option<String> {
    let line = source.lines().nth(usize::try_from(place.line).ok()?.checked_sub(1)?)?;
    let characters: Vec<char> = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let at = usize::try_from(place.column).ok()?.saturating_sub(1).min(characters.len());
    let (from, to) = (at.saturating_sub(AROUND), (at + AROUND).min(characters.len()));
    let (before, after) = (if from > 0 { "…" } else { "" }, if to < characters.len() { "…" } else { "" });
    let shown: String = characters[from..to].iter().collect();
    let label = format!("{} | ", place.line);
    let gap = " ".repeat(label.len() + before.chars().count() + (at - from));
    Some(format!("{label}{before}{shown}{after}\n{gap}^ line {}, column {}", place.line, place.column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_below_the_place() {
        let shown = excerpt("let a = 1;\nlet bé = foo.bar;", Place { line: 2, column: 10 });
        assert_eq!(shown.as_deref(), Some("2 | let bé = foo.bar;\n             ^ line 2, column 10"));
    }

    #[test]
    fn long_lines_are_shown_around_it() {
        let source = format!("{}!{}", "a".repeat(500), "b".repeat(500));
        let shown = excerpt(&source, Place { line: 1, column: 501 }).unwrap_or_default();
        let (line, caret) = shown.split_once('\n').unwrap_or_default();
        assert!(line.chars().count() < 140 && line.ends_with('…'), "{line}");
        assert_eq!(line.chars().nth(caret.find('^').unwrap_or_default()), Some('!'));
    }

    #[test]
    fn a_place_that_is_not_there_shows_nothing() {
        assert!(excerpt("a", Place { line: 0, column: 1 }).is_none());
        assert!(excerpt("a", Place { line: 2, column: 1 }).is_none());
        assert!(excerpt("a", Place { line: 1, column: 999 }).is_some());
    }
}
