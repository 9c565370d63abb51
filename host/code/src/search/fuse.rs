//! Joins the scores and picks the best entries.

use std::collections::HashMap;

use super::action::{Action, of_name};
use super::text::{Fields, stem};
use super::{Hit, tune};

/// How many times more entries are looked at than asked for, so that there
/// are others to put before the repeated ones.
const DEEPER: usize = 8;

/// What the names of the entries tell beside their words.
#[derive(Debug)]
pub(super) struct Names {
    actions: Vec<Option<Action>>,
    /// Entries with the same number have the same name but for figures.
    kinds: Vec<usize>,
}

impl Names {
    /// Reads the names of all entries.
    pub(super) fn build(texts: &[Fields]) -> Names {
        let mut known: HashMap<Vec<&str>, usize> = HashMap::new();
        let mut names = Names { actions: Vec::new(), kinds: Vec::new() };
        for [name, ..] in texts {
            let letters = name.iter().filter(|word| !word.bytes().any(|byte| byte.is_ascii_digit()));
            let next = known.len();
            names.kinds.push(*known.entry(letters.map(String::as_str).collect()).or_insert(next));
            names.actions.push(of_name(name.iter().map(|word| stem(word))));
        }
        names
    }

    /// The best admitted entries; ties go to the earlier position.
    pub(super) fn top(&self, scores: &[f32], most: usize, admit: impl Fn(usize) -> bool) -> Vec<Hit> {
        let mut hits: Vec<Hit> = scores
            .iter()
            .enumerate()
            .filter(|&(entry, &score)| score > 0.0 && admit(entry))
            .map(|(entry, &score)| Hit { entry, score })
            .collect();
        hits.sort_by(order);
        hits.truncate(most.saturating_mul(DEEPER));
        self.spread(&mut hits);
        hits.truncate(most);
        hits
    }

    /// Lets each further tool of one name wait a little: a few places are
    /// better filled with different tools than with variants of one.
    fn spread(&self, hits: &mut [Hit]) {
        let mut seen: HashMap<usize, i32> = HashMap::new();
        for hit in hits.iter_mut() {
            let before = seen.entry(self.kinds[hit.entry]).or_default();
            hit.score *= tune::REPEAT.powi(*before);
            *before += 1;
        }
        hits.sort_by(order);
    }

    /// One score of each entry: words and meaning, less for the wrong action.
    pub(super) fn fuse(&self, words: &[f32], meaning: &[f32], asked: Option<Action>) -> Vec<f32> {
        let both = words.iter().zip(meaning).zip(&self.actions);
        both.map(|((word, near), &action)| {
            let wrong = asked.is_some() && action.is_some() && asked != action;
            let factor = if wrong { 1.0 - tune::ACTION } else { 1.0 };
            factor * (word + tune::MEANING * near.max(0.0))
        })
        .collect()
    }
}

fn order(a: &Hit, b: &Hit) -> std::cmp::Ordering {
    b.score.total_cmp(&a.score).then(a.entry.cmp(&b.entry))
}
