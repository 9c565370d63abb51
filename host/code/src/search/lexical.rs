//! Scores entries by the words they share with the request.

use std::collections::HashMap;

use super::near::likeness;
use super::postings::{Postings, Term};
use super::request::Wish;
use super::text::stem;
use super::tune;

/// How many catalog words one unknown word of a request may stand for.
const MOST_SPELLINGS: usize = 8;

/// The score of every entry, from 0 to about 1: the share of the request's
/// telling words that the entry holds.
pub(super) fn score(postings: &Postings, request: &[Wish]) -> Vec<f32> {
    let mut scores = vec![0.0; postings.entries()];
    let mut covered = vec![0.0; postings.entries()];
    let mut best = Best::new(postings.entries());
    let mut possible = 0.0;
    for wish in request {
        possible += wish.weight * grant(postings, wish, &mut best);
        best.drain_into(&mut scores, &mut covered, wish.weight);
    }
    if possible > 0.0 {
        scores.iter_mut().for_each(|score| *score /= possible);
    }
    raise(&mut scores, &covered, &postings.names);
    scores
}

/// Raises entries whose name the request explains: `issues/lock` over
/// `issues/lock-when-stale`, if nothing stale was asked for.
fn raise(scores: &mut [f32], covered: &[f32], names: &[f32]) {
    for ((score, covered), name) in scores.iter_mut().zip(covered).zip(names) {
        *score *= 1.0 + tune::COVER * (covered / name.max(0.1)).min(1.0);
    }
}

/// Gathers the best score of each entry for one wish, and says how good the
/// score could have been.
fn grant(postings: &Postings, wish: &Wish, best: &mut Best) -> f32 {
    let mut possible: f32 = 0.0;
    if let Some(word) = &wish.word {
        for (term, worth) in spelled(postings, word) {
            possible = possible.max(best.offer_term(term, worth));
        }
    }
    for meant in &wish.meant {
        possible = possible.max(grant_meant(postings, meant, best));
    }
    possible
}

/// The same for one thing that is meant: all its words count together.
fn grant_meant(postings: &Postings, meant: &[String], best: &mut Best) -> f32 {
    let part = tune::LEXICON / meant.len().max(1) as f32;
    let terms: Vec<&Term> = meant.iter().filter_map(|stem| postings.find(stem)).collect();
    if let [term] = terms.as_slice() {
        return best.offer_term(term, part);
    }
    let mut sums: HashMap<u32, (f32, f32)> = HashMap::new();
    for term in &terms {
        for weight in &term.weights {
            let sum = sums.entry(weight.entry).or_default();
            sum.0 += part * term.idf * weight.share;
            sum.1 += tune::LEXICON * term.idf * weight.named;
        }
    }
    for (entry, (score, named)) in sums {
        best.offer(entry, score, named);
    }
    terms.iter().map(|term| part * term.idf).sum()
}

/// The catalog words spelled like a word, with their worth: the word itself,
/// or else its completions and the words it may be a slip of.
fn spelled<'a>(postings: &'a Postings, word: &str) -> Vec<(&'a Term, f32)> {
    let stem = stem(word);
    if let Some(term) = postings.find(&stem) {
        return vec![(term, 1.0)];
    }
    let all = postings.terms.iter().map(|term| (term, likeness(&stem, &term.stem)));
    let mut found: Vec<(&Term, f32)> = all.filter(|&(_, worth)| worth > 0.0).collect();
    // The sort is stable, so that equals stay in the order of the catalog.
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    found.truncate(MOST_SPELLINGS);
    found
}

/// The best score of each entry for one wish, and how telling that word is in
/// the name: an entry with three words for one thing is not three times as apt.
struct Best {
    scores: Vec<(f32, f32)>,
    touched: Vec<u32>,
}

impl Best {
    fn new(entries: usize) -> Best {
        Best { scores: vec![(0.0, 0.0); entries], touched: Vec::new() }
    }

    /// Offers a term to all entries that hold it, and says what it can bring.
    fn offer_term(&mut self, term: &Term, worth: f32) -> f32 {
        let value = worth * term.idf;
        for weight in &term.weights {
            self.offer(weight.entry, value * weight.share, value * weight.named);
        }
        value
    }

    fn offer(&mut self, entry: u32, score: f32, named: f32) {
        let kept = &mut self.scores[entry as usize];
        if kept.0 == 0.0 {
            self.touched.push(entry);
        }
        *kept = (score.max(kept.0), named.max(kept.1));
    }

    fn drain_into(&mut self, scores: &mut [f32], covered: &mut [f32], weight: f32) {
        for entry in self.touched.drain(..) {
            let entry = entry as usize;
            let (score, named) = std::mem::take(&mut self.scores[entry]);
            scores[entry] += weight * score;
            covered[entry] += weight * named;
        }
    }
}
