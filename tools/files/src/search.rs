//! Where a pattern occurs in files.

use std::fs::File;
use std::io::Read;

use bulkhead_sdk::ToolError;
use bulkhead_tool_common::{ANSWER, Directories, Location, Place, cut_around, cut_start};
use regex::bytes::{Regex, RegexBuilder};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::{Sniff, sniff};
use crate::walk::{Entry, Kind, MOST_ENTRIES, Walk};

mod lines;
use lines::MatchingLines;

/// Larger files are skipped and counted: they are data rather than text, and each is held in memory whole.
const LARGEST_FILE: u64 = 8 * 1024 * 1024;

/// A search ends after this much text and says that it is incomplete: a few seconds of work, well within a call's fuel.
const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// How much of a line is shown.
const LINE: usize = 400;

/// Whether `a` finds `A`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Case {
    /// No.
    #[default]
    Sensitive,
    /// Yes.
    Insensitive,
    /// Yes, unless the pattern has a capital letter.
    Smart,
}

/// What to answer with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Output {
    /// Every line that matches.
    #[default]
    Lines,
    /// Every file with a match, and how many lines match in it.
    Files,
}

/// What to search for, and where.
#[derive(Clone, Debug)]
pub struct Query {
    /// A regular expression, or a text when `literal`.
    pub pattern: String,
    /// Whether the pattern is a text.
    pub literal: bool,
    /// Whether `a` finds `A`.
    pub case: Case,
    /// A directory or a file.
    pub path: String,
    /// A glob that the files must match.
    pub glob: Option<String>,
    /// How many lines to show before and after a match.
    pub context: usize,
    /// What to answer with.
    pub output: Output,
    /// Whether hidden and ignored files count.
    pub include_hidden: bool,
    /// How many results to pass over.
    pub start: usize,
    /// How many results to give.
    pub limit: usize,
}

/// A page of what was found.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Found {
    /// Lines that match, when `output` is `lines`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub matches: Vec<Match>,
    /// Files with a match, when `output` is `files`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileMatches>,
    /// How many results there are on all pages.
    pub total: usize,
    /// The `start` of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_start: Option<usize>,
    /// How many files were searched.
    pub searched_files: usize,
    /// How many were skipped because they are not text.
    #[serde(skip_serializing_if = "is_zero")]
    pub skipped_binary: usize,
    /// How many were skipped because they are larger than 8 MiB or could not be read.
    #[serde(skip_serializing_if = "is_zero")]
    pub skipped_other: usize,
    /// False when there was too much to search: `total` is then what was found so far. Search a smaller directory.
    pub complete: bool,
}

/// A line that matches.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub struct Match {
    /// The file.
    pub path: String,
    /// The line's number.
    pub line: u64,
    /// The line, shortened around the match when it is long.
    pub text: String,
    /// The lines before it, when context was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    /// The lines after it, when context was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
}

/// A file with a match.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub struct FileMatches {
    /// The file.
    pub path: String,
    /// How many of its lines match.
    pub lines: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Searches.
///
/// # Errors
///
/// `no_directory_granted`, `not_found`, `bad_pattern`; `not_text` and `too_large` for a single file.
pub fn search(directories: &Directories, query: &Query) -> Result<Found, ToolError> {
    let regex = compile(query)?;
    let place = directories.resolve(&query.path)?;
    let mut page = Page { query, regex, room: ANSWER, bytes: 0, full: false, found: Found::default() };
    page.found.complete = true;
    if let Place::Below(location) = &place
        && !location.metadata()?.is_dir()
    {
        page.only(location)?;
        return Ok(page.found);
    }
    let walk = Walk::of(directories, &place)?.matching(query.glob.as_deref())?.hidden(query.include_hidden);
    for (index, entry) in walk.entries().enumerate() {
        if index >= MOST_ENTRIES || page.bytes >= MOST_BYTES {
            page.found.complete = false;
            break;
        }
        page.entry(&entry);
    }
    Ok(page.found)
}

fn compile(query: &Query) -> Result<Regex, ToolError> {
    let pattern = if query.literal { regex::escape(&query.pattern) } else { query.pattern.clone() };
    let insensitive = match query.case {
        Case::Sensitive => false,
        Case::Insensitive => true,
        Case::Smart => !query.pattern.chars().any(char::is_uppercase),
    };
    RegexBuilder::new(&pattern)
        .case_insensitive(insensitive)
        // `^` and `$` are about lines, as in every search.
        .multi_line(true)
        .crlf(true)
        .build()
        .map_err(|error| bad_pattern(&error))
}

fn bad_pattern(error: &regex::Error) -> ToolError {
    let hint = "Set literal to true to search for the text as it is. The syntax is that of Rust's regex: no \
                look-around and no back-references.";
    ToolError::new("bad_pattern", format!("The pattern cannot be used. {error}\n{hint}"))
}

/// The results so far.
struct Page<'a> {
    query: &'a Query,
    regex: Regex,
    /// Bytes that the answer may still grow by.
    room: usize,
    /// Bytes searched.
    bytes: u64,
    /// Whether no more results are given, only counted.
    full: bool,
    found: Found,
}

impl Page<'_> {
    fn entry(&mut self, entry: &Entry) {
        if entry.kind != Kind::File {
            return;
        }
        match load(&entry.location) {
            Ok(Ok(text)) => self.file(&entry.location, &text),
            Ok(Err(Skipped::Binary)) => self.found.skipped_binary += 1,
            Ok(Err(Skipped::TooLarge(_))) | Err(_) => self.found.skipped_other += 1,
        }
    }

    /// The one file that was named: what would be skipped is an error.
    fn only(&mut self, location: &Location) -> Result<(), ToolError> {
        match load(location)? {
            Ok(text) => self.file(location, &text),
            Err(Skipped::Binary) => {
                let message = format!("`{}` is not a text file, and cannot be searched.", location.name);
                return Err(ToolError::new("not_text", message));
            }
            Err(Skipped::TooLarge(size)) => {
                return Err(ToolError::too_large(format!(
                    "`{}` has {size} bytes; files of more than {LARGEST_FILE} bytes are not searched.",
                    location.name
                )));
            }
        }
        Ok(())
    }

    fn file(&mut self, location: &Location, text: &[u8]) {
        self.found.searched_files += 1;
        self.bytes += text.len() as u64;
        // Clones share what they are made of; the page is borrowed while its lines are added.
        let regex = self.regex.clone();
        let matching = MatchingLines::new(&regex, text);
        match self.query.output {
            Output::Files => {
                let lines = matching.count();
                if lines > 0 {
                    self.add_file(FileMatches { path: location.name.clone(), lines });
                }
            }
            Output::Lines => {
                for (number, line, at) in matching {
                    self.add_line(location, text, number, line, at);
                }
            }
        }
    }

    /// Whether the next result is on this page, when it takes so many bytes.
    fn takes(&mut self, bytes: impl FnOnce() -> usize) -> bool {
        let index = self.found.total;
        self.found.total += 1;
        let given = self.found.matches.len() + self.found.files.len();
        if index < self.query.start || self.full {
            return false;
        }
        let bytes = bytes();
        // One result is always given, so that paging comes to an end.
        if given >= self.query.limit || (bytes > self.room && given > 0) {
            self.full = true;
            self.found.next_start = Some(index);
            return false;
        }
        self.room = self.room.saturating_sub(bytes);
        true
    }

    fn add_file(&mut self, file: FileMatches) {
        if self.takes(|| file.path.len() + 40) {
            self.found.files.push(file);
        }
    }

    fn add_line(&mut self, location: &Location, text: &[u8], number: u64, line: &[u8], at: usize) {
        if self.found.total < self.query.start || self.full {
            self.found.total += 1;
            return;
        }
        let shown = cut_around(&String::from_utf8_lossy(line), at, LINE);
        let (before, after) = lines::around(text, line, self.query.context);
        let cut = |line: &[u8]| cut_start(&String::from_utf8_lossy(line), LINE);
        let (before, after): (Vec<_>, Vec<_>) =
            (before.into_iter().map(cut).collect(), after.into_iter().map(cut).collect());
        let found = Match { path: location.name.clone(), line: number, text: shown, before, after };
        let bytes = || {
            let lines = found.before.iter().chain(&found.after).chain([&found.text, &found.path]);
            // The keys and quotes of a result are about as much as four words.
            40 + lines.map(|line| line.len() + 4).sum::<usize>()
        };
        if self.takes(bytes) {
            self.found.matches.push(found);
        }
    }
}

enum Skipped {
    Binary,
    TooLarge(u64),
}

fn load(location: &Location) -> Result<Result<Vec<u8>, Skipped>, ToolError> {
    let (file, size) = location.open()?;
    if size > LARGEST_FILE {
        return Ok(Err(Skipped::TooLarge(size)));
    }
    read_text(file, size).map_err(|error| location.error(&error))
}

fn read_text(mut file: File, size: u64) -> std::io::Result<Result<Vec<u8>, Skipped>> {
    // A file that grows meanwhile does not matter, as long as it does not fill the memory.
    let mut text = Vec::with_capacity(size.min(LARGEST_FILE) as usize);
    file.by_ref().take(crate::text::SNIFFED).read_to_end(&mut text)?;
    if sniff(&text) != Sniff::Text {
        return Ok(Err(Skipped::Binary));
    }
    file.take(LARGEST_FILE).read_to_end(&mut text)?;
    Ok(Ok(text))
}

#[cfg(test)]
mod tests;
