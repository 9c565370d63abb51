//! What people say and what catalogs call it: a general list of both.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::text::{stem, words};

/// Words that can stand apart from their verb.
const PARTICLES: &[&str] = &["away", "back", "down", "off", "on", "out", "over", "up", "togeth"];
/// How far apart, in words.
const FARTHEST: usize = 5;

/// The list; its own head says what belongs there.
static LINES: &str = include_str!("lexicon.txt");

/// One thing that may be meant: the stems of a word or of a short phrase.
pub(super) type Meant = Vec<String>;

/// A phrase of the list and the line that it stands on.
type Phrase = (Vec<String>, usize);

/// The list, ready for looking up.
#[derive(Default)]
pub(super) struct Lexicon {
    /// The phrases by their first stem.
    phrases: HashMap<String, Vec<Phrase>>,
    /// For each line what is meant.
    meant: Vec<Vec<Meant>>,
}

/// The list of this binary, read at first use.
pub(super) fn lexicon() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    LEXICON.get_or_init(|| Lexicon::parse(LINES))
}

impl Lexicon {
    fn parse(text: &str) -> Lexicon {
        let mut lexicon = Lexicon::default();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        for (said, meant) in lines.filter_map(|line| line.split_once(": ")) {
            let line = lexicon.meant.len();
            for phrase in said.split(", ").map(stems) {
                if let Some(first) = phrase.first() {
                    lexicon.phrases.entry(first.clone()).or_default().push((phrase, line));
                }
            }
            lexicon.meant.push(meant.split(", ").map(stems).collect());
        }
        lexicon
    }

    /// What the phrases that begin at the head of `request` may mean, with the
    /// number of words each phrase takes.
    pub(super) fn at(&self, request: &[String]) -> Vec<(usize, &[Meant])> {
        let Some(phrases) = request.first().and_then(|first| self.phrases.get(first)) else {
            return Vec::new();
        };
        let held = phrases.iter().filter(|(phrase, _)| begins(request, phrase));
        held.map(|(phrase, line)| (phrase.len(), self.meant[*line].as_slice())).collect()
    }
}

/// Whether the request begins with a phrase. A phrasal verb may stand around
/// its object, as in "hand the keys over".
fn begins(request: &[String], phrase: &[String]) -> bool {
    if request.starts_with(phrase) {
        return true;
    }
    match phrase {
        [verb, particle] if PARTICLES.contains(&particle.as_str()) => {
            let reach = request.len().min(1 + FARTHEST);
            request.first() == Some(verb) && request[1..reach].contains(particle)
        }
        _ => false,
    }
}

pub(super) fn stems(phrase: &str) -> Vec<String> {
    words(phrase).iter().map(|word| stem(word)).collect()
}
