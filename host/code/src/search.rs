//! Ranks the tools of a catalog against a request in plain words.
//!
//! Two signals are joined. Words: a BM25F score over the weighted fields of
//! each entry, with stemming, completions and small typos, where a word of the
//! request also stands for what a general lexicon says it may mean. Meaning:
//! the angle between the averaged word vectors of the request and of the entry.
//! Lexicon and vectors are inside the binary: nothing is loaded or asked at run
//! time, and the same input always gives the same order.

mod action;
mod fuse;
mod lexical;
mod lexicon;
mod meaning;
mod near;
mod postings;
mod request;
mod shapes;
mod table;
mod text;
mod tune;

#[cfg(test)]
mod tests;

use fuse::Names;
use meaning::Meaning;
use postings::Postings;
use request::wishes;
use text::{Fields, fields};

/// One tool of the catalog, as the index reads it.
#[derive(Debug, Clone)]
pub struct Entry<'a> {
    /// The identifier of the tool; it is split into words.
    pub name: &'a str,
    /// A short human title, where there is one.
    pub title: Option<&'a str>,
    /// The prose that says what the tool does.
    pub description: &'a str,
    /// The arguments that the tool takes.
    pub parameters: Vec<Parameter<'a>>,
    /// Free labels, such as the name of the server or of a group.
    pub tags: Vec<&'a str>,
}

/// One argument of a tool.
#[derive(Debug, Clone)]
pub struct Parameter<'a> {
    /// The identifier of the argument; it is split into words.
    pub name: &'a str,
    /// The prose that says what the argument is for.
    pub description: &'a str,
}

/// One found entry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// The position of the entry in the catalog that the index was built from.
    pub entry: usize,
    /// The fused score: higher is better, comparable within one search only.
    pub score: f32,
}

/// A searchable catalog; it keeps no reference to the entries it was built from.
#[derive(Debug)]
pub struct Index {
    postings: Postings,
    meaning: Meaning,
    names: Names,
}

impl Index {
    /// Reads all entries once and prepares them for searching.
    pub fn build<'a>(entries: impl IntoIterator<Item = Entry<'a>>) -> Index {
        // Read here, so that the first search is as quick as the others.
        lexicon::lexicon();
        let texts: Vec<Fields> = entries.into_iter().map(|entry| fields(&entry)).collect();
        let postings = Postings::build(&texts);
        let meaning = Meaning::build(&texts, &postings);
        Index { meaning, names: Names::build(&texts), postings }
    }

    /// The best entries for a request, at most `most`, among those admitted.
    ///
    /// `admit` is asked with the position of an entry and can hide it, for
    /// instance for lack of permission. Equal scores are ordered by position.
    pub fn search(&self, request: &str, most: usize, admit: impl Fn(usize) -> bool) -> Vec<Hit> {
        let wishes = wishes(request);
        let words = lexical::score(&self.postings, &wishes);
        let meaning = self.meaning.score(&wishes, &self.postings);
        let asked = action::of_request(request, &wishes);
        self.names.top(&self.names.fuse(&words, &meaning, asked), most, admit)
    }

    /// How many entries the index holds.
    pub fn len(&self) -> usize {
        self.postings.entries()
    }

    /// Whether the index holds no entry at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
