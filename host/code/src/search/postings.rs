//! The inverted index: for each stem, the entries that hold it and how much.

use std::collections::HashMap;

use super::text::{FIELDS, Fields, stem};
use super::tune;

/// How often one stem stands in each field of one entry.
#[derive(Debug, Clone, Copy)]
struct Count {
    entry: u32,
    fields: [u16; FIELDS],
}

/// How much one entry holds of one stem.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weight {
    /// The position of the entry.
    pub(super) entry: u32,
    /// The BM25F share, already saturated.
    pub(super) share: f32,
    /// 1 if the stem stands in the name, otherwise 0.
    pub(super) named: f32,
}

/// Everything known of one stem.
#[derive(Debug)]
pub(super) struct Term {
    /// The stem itself.
    pub(super) stem: String,
    /// The first whole word that gave this stem; it has the meaning.
    pub(super) word: String,
    /// How telling the stem is: rare ones more.
    pub(super) idf: f32,
    /// The entries that hold it, and how much of it.
    pub(super) weights: Vec<Weight>,
    counts: Vec<Count>,
}

/// All stems of the catalog.
#[derive(Debug, Default)]
pub(super) struct Postings {
    pub(super) terms: Vec<Term>,
    by_stem: HashMap<String, usize>,
    /// For each entry, how telling the words of its name are together.
    pub(super) names: Vec<f32>,
    lengths: Vec<[u16; FIELDS]>,
    stems: HashMap<String, usize>,
}

impl Postings {
    /// Reads all entries.
    pub(super) fn build(texts: &[Fields]) -> Postings {
        let mut postings = Postings::default();
        texts.iter().for_each(|fields| postings.add(fields));
        postings.finish();
        postings
    }

    /// What is known of a stem, if any entry holds it.
    pub(super) fn find(&self, stem: &str) -> Option<&Term> {
        self.by_stem.get(stem).and_then(|&term| self.terms.get(term))
    }

    fn add(&mut self, fields: &Fields) {
        let entry = self.lengths.len() as u32;
        let mut lengths = [0_u16; FIELDS];
        for (field, words) in fields.iter().enumerate() {
            lengths[field] = words.len().min(usize::from(u16::MAX)) as u16;
            for word in words {
                let term = self.term(word);
                self.count(term, entry, field);
            }
        }
        self.lengths.push(lengths);
    }

    /// Turns counts into shares, once all entries are known.
    fn finish(&mut self) {
        let entries = self.lengths.len() as f32;
        let average = self.average();
        self.names = vec![0.0; self.lengths.len()];
        for term in &mut self.terms {
            let found = term.counts.len() as f32;
            term.idf = (1.0 + (entries - found + 0.5) / (found + 0.5)).ln().powf(tune::IDF_POWER);
            term.weights = term.counts.iter().map(|count| weigh(count, &self.lengths, &average)).collect();
            for weight in &term.weights {
                self.names[weight.entry as usize] += weight.named * term.idf;
            }
            term.counts = Vec::new();
        }
        self.stems = HashMap::new();
    }

    /// How many entries were added.
    pub(super) fn entries(&self) -> usize {
        self.lengths.len()
    }

    /// The term of a word; stemming is slow, so each word is stemmed once.
    fn term(&mut self, word: &str) -> usize {
        if let Some(&term) = self.stems.get(word) {
            return term;
        }
        let stem = stem(word);
        let next = self.terms.len();
        let term = *self.by_stem.entry(stem.clone()).or_insert(next);
        if term == next {
            let word = word.to_owned();
            self.terms.push(Term { stem, word, idf: 0.0, weights: Vec::new(), counts: Vec::new() });
        }
        self.stems.insert(word.to_owned(), term);
        term
    }

    fn count(&mut self, term: usize, entry: u32, field: usize) {
        let counts = &mut self.terms[term].counts;
        if counts.last().is_none_or(|last| last.entry != entry) {
            counts.push(Count { entry, fields: [0; FIELDS] });
        }
        if let Some(last) = counts.last_mut() {
            last.fields[field] = last.fields[field].saturating_add(1);
        }
    }

    fn average(&self) -> [f32; FIELDS] {
        let mut sum = [0.0_f32; FIELDS];
        for lengths in &self.lengths {
            for field in 0..FIELDS {
                sum[field] += f32::from(lengths[field]);
            }
        }
        sum.map(|total| (total / self.lengths.len().max(1) as f32).max(1.0))
    }
}

/// The BM25F share of one stem in one entry: field counts are evened out by
/// length and weighted before they are saturated together.
fn weigh(count: &Count, lengths: &[[u16; FIELDS]], average: &[f32; FIELDS]) -> Weight {
    let length = &lengths[count.entry as usize];
    let mut total = 0.0;
    for field in 0..FIELDS {
        let relative = f32::from(length[field]) / average[field];
        let even = 1.0 - tune::LENGTH[field] + tune::LENGTH[field] * relative;
        total += tune::FIELD[field] * f32::from(count.fields[field]) / even;
    }
    let named = f32::from(u8::from(count.fields[0] > 0));
    Weight { entry: count.entry, share: total / (tune::SATURATION + total), named }
}
