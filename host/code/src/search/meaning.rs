//! Scores entries by what they mean, with word vectors.

use super::postings::Postings;
use super::request::Wish;
use super::table::table;
use super::text::{Fields, is_stop, stem};
use super::tune;

/// How rare a word is taken to be that no entry holds, as an inverse frequency.
const UNKNOWN: f32 = 5.0;

/// The vectors of the catalog.
#[derive(Debug)]
pub(super) struct Meaning {
    entries: Vec<Vec<f32>>,
    center: Vec<f32>,
}

impl Meaning {
    /// Makes a vector of each entry, of length one.
    ///
    /// What all entries of a catalog have in common tells none of them apart,
    /// so their mean is taken away from each, and later from the request. In a
    /// small catalog the mean is mostly chance, and less of it is taken.
    pub(super) fn build(texts: &[Fields], postings: &Postings) -> Meaning {
        let mut entries: Vec<Vec<f32>> = texts.iter().map(|fields| of_entry(fields, postings)).collect();
        let mut center = vec![0.0; table().dims];
        for entry in &entries {
            add(&mut center, entry, 1.0 / (texts.len() as f32 + tune::SMALL));
        }
        for entry in &mut entries {
            add(entry, &center, -1.0);
            scale(entry);
        }
        Meaning { entries, center }
    }

    /// How near the request is to every entry, from -1 to 1.
    pub(super) fn score(&self, request: &[Wish], postings: &Postings) -> Vec<f32> {
        let said = request.iter().filter_map(|wish| Some((wish.word.as_deref()?, wish.weight)));
        let mut asked = mean(said, postings);
        add(&mut asked, &mean(meant(request, postings), postings), tune::MEANT);
        if asked.iter().all(|&cell| cell == 0.0) {
            return vec![0.0; self.entries.len()];
        }
        scale(&mut asked);
        add(&mut asked, &self.center, -1.0);
        scale(&mut asked);
        self.entries.iter().map(|entry| dot(entry, &asked)).collect()
    }
}

/// The catalog words that the request may mean beside those that it says.
fn meant<'a>(request: &'a [Wish], postings: &'a Postings) -> impl Iterator<Item = (&'a str, f32)> {
    request.iter().flat_map(move |wish| {
        let terms = wish.meant.iter().flatten().filter_map(|stem| postings.find(stem));
        terms.map(|term| (term.word.as_str(), wish.weight))
    })
}

fn of_entry(fields: &Fields, postings: &Postings) -> Vec<f32> {
    let mut sum = vec![0.0; table().dims];
    for (words, weight) in fields.iter().zip(tune::VECTOR) {
        let part = mean(words.iter().map(|word| (word.as_str(), 1.0)), postings);
        add(&mut sum, &part, weight);
    }
    scale(&mut sum);
    sum
}

/// The mean of the vectors of some words, where rare words count more.
fn mean<'a>(words: impl Iterator<Item = (&'a str, f32)>, postings: &Postings) -> Vec<f32> {
    let mut sum = vec![0.0; table().dims];
    let mut total = 0.0;
    for (word, weight) in words.filter(|(word, _)| !is_stop(word)) {
        if let Some(vector) = table().vector(word) {
            let rare = postings.find(&stem(word)).map_or(UNKNOWN, |term| term.idf);
            let weight = weight * rare.powf(tune::RARE);
            add(&mut sum, &vector, weight);
            total += weight;
        }
    }
    if total > 0.0 {
        sum.iter_mut().for_each(|cell| *cell /= total);
    }
    sum
}

fn add(sum: &mut [f32], part: &[f32], weight: f32) {
    for (cell, part) in sum.iter_mut().zip(part) {
        *cell += weight * part;
    }
}

/// Brings a vector to length one; one without any length stays as it is.
fn scale(vector: &mut [f32]) {
    let length = dot(vector, vector).sqrt();
    if length > 1e-9 {
        vector.iter_mut().for_each(|cell| *cell /= length);
    }
}

/// Eight sums side by side, so that the compiler can use wide registers.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0_f32; 8];
    let (left, right) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f32 = left.remainder().iter().zip(right.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in left.zip(right) {
        for lane in 0..8 {
            sums[lane] += x[lane] * y[lane];
        }
    }
    sums.iter().sum::<f32>() + rest
}
