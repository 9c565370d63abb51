//! Where data comes from, and what format it is in.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use bulkhead_sdk::ToolError;
use bulkhead_tool_common::{Directories, thousands};
use encoding_rs::{Encoding, UTF_8};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is held in memory whole, at most. Values take ten to twenty times the size of their text, so that a call with 64 MiB
/// of memory is full at 2 to 3 MiB of CSV, and this much is for calls that were given more.
pub const LARGEST_WHOLE: u64 = 16 * 1024 * 1024;

/// What is gone through row by row, at most. It takes about 30,000 instructions for a row of seven columns: the default
/// fuel is enough for 150,000 rows, and this much is for calls that were given more.
pub const LARGEST_ROWS: u64 = 256 * 1024 * 1024;

/// How much is looked at to tell the format.
const PEEKED: usize = 16 * 1024;

/// A format of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// One JSON document.
    Json,
    /// A JSON value on each line (also called NDJSON).
    Jsonl,
    /// Rows of fields between commas, or another delimiter.
    Csv,
    /// Rows of fields between tabs.
    Tsv,
}

impl Format {
    /// As in the arguments.
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
        }
    }
}

/// Data that is about to be read.
pub struct Source {
    /// The file's path, or `the text`.
    pub name: String,
    /// In bytes.
    pub size: u64,
    /// What it is, as said or as it looks.
    pub format: Format,
    /// The beginning, for those who have to look ahead.
    pub beginning: Vec<u8>,
    reader: Box<dyn BufRead>,
}

impl Source {
    /// Opens a file or a text; exactly one of them is given.
    ///
    /// # Errors
    ///
    /// `invalid`, `no_directory_granted`, `not_found`, `is_directory`, `not_data`, `too_large`.
    pub fn open(
        directories: impl FnOnce() -> Directories,
        path: Option<&str>,
        text: Option<String>,
        format: Option<Format>,
    ) -> Result<Self, ToolError> {
        let (name, size, reader): (_, _, Box<dyn BufRead>) = match (path, text) {
            (Some(path), None) => {
                let location = directories().file(path)?;
                let (file, size) = location.open()?;
                (location.name, size, Box::new(BufReader::with_capacity(PEEKED, file)))
            }
            (None, Some(text)) => {
                ("the text".to_owned(), text.len() as u64, Box::new(Cursor::new(text.into_bytes())))
            }
            _ => return Err(ToolError::invalid("Give either a path or a text.")),
        };
        if size > LARGEST_ROWS {
            return Err(too_large(&name, size, LARGEST_ROWS, "Split it into smaller files."));
        }
        Self::new(name, size, reader, format)
    }

    /// For tests: bytes called `x`, which claim to be of any size.
    #[cfg(test)]
    pub(crate) fn of(bytes: Vec<u8>, size: u64, format: Format) -> Self {
        let beginning = bytes[..bytes.len().min(PEEKED)].to_vec();
        Self { name: "x".to_owned(), size, format, beginning, reader: Box::new(Cursor::new(bytes)) }
    }

    fn new(
        name: String,
        size: u64,
        mut reader: Box<dyn BufRead>,
        format: Option<Format>,
    ) -> Result<Self, ToolError> {
        let failed = |error: io::Error| ToolError::from(error).context(format_args!("Reading {name}"));
        let mut beginning = fill(&mut reader).map_err(failed)?;
        match Encoding::for_bom(&beginning) {
            Some((encoding, length)) if encoding == UTF_8 => {
                reader.consume(length);
                beginning.drain(..length);
            }
            Some((encoding, _)) => {
                let mut bytes = Vec::new();
                reader.take(LARGEST_WHOLE).read_to_end(&mut bytes).map_err(failed)?;
                let text = encoding.decode(&bytes).0.into_owned().into_bytes();
                beginning = text[..text.len().min(PEEKED)].to_vec();
                reader = Box::new(Cursor::new(text));
            }
            None => {}
        }
        if beginning.contains(&0) {
            return Err(ToolError::new(
                "not_data",
                format!("{name} is not text, and no format that can be read."),
            ));
        }
        let format = format.or_else(|| by_name(&name)).unwrap_or_else(|| by_look(&beginning));
        Ok(Self { name, size, format, beginning, reader })
    }

    /// The rest of it, to be read.
    pub fn into_reader(self) -> Box<dyn BufRead> {
        self.reader
    }

    /// All of it.
    ///
    /// # Errors
    ///
    /// `too_large`.
    pub fn read_whole(mut self, otherwise: &str) -> Result<Vec<u8>, ToolError> {
        self.must_fit(otherwise)?;
        let mut bytes = Vec::with_capacity(self.size as usize);
        self.reader.read_to_end(&mut bytes).map_err(|error| ToolError::from(error).context(&self.name))?;
        Ok(bytes)
    }

    /// Refuses what cannot be held in memory.
    ///
    /// # Errors
    ///
    /// `too_large`, with what to do.
    pub fn must_fit(&self, otherwise: &str) -> Result<(), ToolError> {
        if self.size > LARGEST_WHOLE {
            return Err(too_large(&self.name, self.size, LARGEST_WHOLE, otherwise));
        }
        Ok(())
    }
}

fn too_large(name: &str, size: u64, most: u64, otherwise: &str) -> ToolError {
    let (size, most) = (thousands(size), thousands(most));
    ToolError::too_large(format!("{name} has {size} bytes; at most {most} can be read at once. {otherwise}"))
}

/// The beginning. A file that is read in pieces gives as much as its buffer holds.
fn fill(reader: &mut Box<dyn BufRead>) -> io::Result<Vec<u8>> {
    let beginning = reader.fill_buf()?;
    Ok(beginning[..beginning.len().min(PEEKED)].to_vec())
}

fn by_name(name: &str) -> Option<Format> {
    let (_, extension) = name.rsplit_once('.')?;
    match extension.to_ascii_lowercase().as_str() {
        "json" | "geojson" | "ipynb" | "har" => Some(Format::Json),
        "jsonl" | "ndjson" => Some(Format::Jsonl),
        "csv" => Some(Format::Csv),
        "tsv" | "tab" => Some(Format::Tsv),
        _ => None,
    }
}

fn by_look(beginning: &[u8]) -> Format {
    let text = String::from_utf8_lossy(beginning);
    let text = text.trim_start();
    let is_json = |text: &str| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let (first, second) = (lines.next().unwrap_or_default(), lines.next());
    match second {
        Some(second) if is_json(first) && second.trim_start().starts_with(['{', '[']) => Format::Jsonl,
        _ if text.starts_with(['{', '[']) || is_json(text) => Format::Json,
        _ if first.contains('\t') && !first.contains(',') => Format::Tsv,
        _ => Format::Csv,
    }
}

#[cfg(test)]
mod tests;
