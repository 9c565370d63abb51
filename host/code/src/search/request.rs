//! Reads a request: what it says, and what each word of it may mean.

use super::lexicon::{Meant, lexicon, stems};
use super::shapes::{hints, is_value};
use super::text::{is_stop, stem, words};
use super::tune;

/// Words of a request beyond this many are left out: a wish is said sooner,
/// and a search must stay quick whatever is pasted into it.
const MOST_WORDS: usize = 120;

/// One thing that a request asks for.
#[derive(Debug)]
pub(super) struct Wish {
    /// The word that says it; none if it takes a phrase to say it.
    pub(super) word: Option<String>,
    /// What it may mean, beside what it says.
    pub(super) meant: Vec<Meant>,
    /// How much it counts.
    pub(super) weight: f32,
}

/// One word as it stands in the request.
struct Said {
    word: String,
    weight: f32,
}

/// The wishes of a request, in order and each once.
///
/// A request made of nothing but stop words keeps them: they are all there is.
pub(super) fn wishes(text: &str) -> Vec<Wish> {
    let (said, mut out) = read(text);
    let stems: Vec<String> = said.iter().map(|said| stem(&said.word)).collect();
    let only_stops = said.iter().all(|said| is_stop(&said.word));
    for (at, said) in said.iter().enumerate() {
        let (single, phrase) = meant(&stems[at..]);
        if only_stops || !is_stop(&said.word) {
            add(&mut out, said, single);
        }
        if !phrase.is_empty() {
            out.push(Wish { word: None, meant: phrase, weight: 1.0 });
        }
    }
    out
}

/// Cuts the request into words, and takes hints from the values it quotes.
fn read(text: &str) -> (Vec<Said>, Vec<Wish>) {
    let mut said = Vec::new();
    let mut wishes = Vec::new();
    for token in text.split_whitespace().take(MOST_WORDS) {
        let hints = hints(token);
        if !hints.is_empty() {
            let meant = hints.iter().map(|hint| stems(hint)).collect();
            wishes.push(Wish { word: None, meant, weight: tune::SHAPE });
        }
        let weight = if is_value(token) { tune::VALUE } else { 1.0 };
        said.extend(words(token).into_iter().map(|word| {
            let number = word.bytes().all(|byte| byte.is_ascii_digit());
            let weight = if number { tune::NUMBER } else { weight };
            Said { word, weight }
        }));
    }
    said.truncate(MOST_WORDS);
    (said, wishes)
}

/// What the first word alone may mean, and what the phrases it begins may.
fn meant(stems: &[String]) -> (Vec<Meant>, Vec<Meant>) {
    let mut single = Vec::new();
    let mut phrase = Vec::new();
    for (taken, list) in lexicon().at(stems) {
        let into = if taken == 1 { &mut single } else { &mut phrase };
        into.extend_from_slice(list);
    }
    (single, phrase)
}

fn add(out: &mut Vec<Wish>, said: &Said, meant: Vec<Meant>) {
    if !out.iter().any(|wish| wish.word.as_ref() == Some(&said.word)) {
        out.push(Wish { word: Some(said.word.clone()), meant, weight: said.weight });
    }
}
