//! A part of a file.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bulkhead_sdk::ToolError;
use bulkhead_tool_common::{ANSWER, Directories, Location, thousands};
use schemars::JsonSchema;
use serde::Serialize;

use crate::text::{self, Sniff};

mod lines;
use lines::Lines;

/// Beyond this, lines are not counted to the end: it would take longer than it is worth.
const COUNTED: u64 = 64 * 1024 * 1024;

/// What to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Lines from `start` (1 is the first, -1 the last), at most `count`.
    Lines {
        /// Where to begin.
        start: i64,
        /// How many.
        count: usize,
        /// Whether each line begins with its number and a tab.
        numbered: bool,
    },
    /// Bytes from `start` (0 is the first), at most `count`.
    Bytes {
        /// Where to begin.
        start: u64,
        /// How many.
        count: usize,
    },
}

/// A part of a file.
#[derive(Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Excerpt {
    /// The file.
    pub path: String,
    /// The text, or the bytes in Base64 when `encoding` says so.
    pub text: String,
    /// `base64` when the bytes that were asked for are no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<&'static str>,
    /// The number of the first line in `text`, when lines were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_line: Option<u64>,
    /// The number of the last line in `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_line: Option<u64>,
    /// How many lines the file has, when lines were asked for and it is not too large to count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_lines: Option<u64>,
    /// The file's size in bytes.
    pub size: u64,
    /// The `start_line` that reads on; absent at the end of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_start_line: Option<u64>,
    /// The `start_byte` that reads on, when bytes were asked for or a line is longer than an answer can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_start_byte: Option<u64>,
    /// Anything else to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Reads a part of a file.
///
/// # Errors
///
/// `no_directory_granted`, `not_found`, `is_directory`, `not_text`, `out_of_range`, `too_large`.
pub fn read(directories: &Directories, path: &str, part: Part) -> Result<Excerpt, ToolError> {
    let location = directories.file(path)?;
    let (mut file, size) = location.open()?;
    let excerpt = match part {
        Part::Bytes { start, count } => bytes(&location, &mut file, size, start, count)?,
        Part::Lines { start, count, numbered } => {
            must_be_text(&location, &mut file, size)?;
            let start = first_line(&location, &mut file, size, start)?;
            lines(&location, file, start, count, numbered)?
        }
    };
    Ok(Excerpt { path: location.name, size, ..excerpt })
}

fn must_be_text(location: &Location, file: &mut File, size: u64) -> Result<(), ToolError> {
    let mut beginning = Vec::new();
    file.take(text::SNIFFED).read_to_end(&mut beginning).map_err(|error| location.error(&error))?;
    file.rewind().map_err(|error| location.error(&error))?;
    let what = match text::sniff(&beginning) {
        Sniff::Text => return Ok(()),
        Sniff::Utf16 => "is text in UTF-16, which this function does not read as lines",
        Sniff::Binary => "is not a text file",
    };
    Err(ToolError::new(
        "not_text",
        format!(
            "`{}` {what} ({} bytes). Give start_byte and byte_count to get its bytes in Base64.",
            location.name,
            thousands(size)
        ),
    ))
}

/// The number of the line to begin with, when it was counted from the end.
fn first_line(location: &Location, file: &mut File, size: u64, start: i64) -> Result<u64, ToolError> {
    if let Ok(start) = u64::try_from(start) {
        return Ok(start.max(1));
    }
    if size > COUNTED {
        return Err(ToolError::too_large(format!(
            "`{}` has {} bytes, too many to count its lines from the end. Give a start_byte near the size instead.",
            location.name,
            thousands(size)
        )));
    }
    let total = text::count_lines(&mut *file).map_err(|error| location.error(&error))?;
    file.rewind().map_err(|error| location.error(&error))?;
    Ok(total.saturating_sub(start.unsigned_abs()) + 1)
}

fn lines(
    location: &Location,
    file: File,
    start: u64,
    count: usize,
    numbered: bool,
) -> Result<Excerpt, ToolError> {
    let mut lines = Lines::new(start, count, numbered, ANSWER);
    let mut reader = BufReader::with_capacity(64 * 1024, file);
    while !lines.done() || lines.read() < COUNTED {
        let chunk = reader.fill_buf().map_err(|error| location.error(&error))?;
        if chunk.is_empty() {
            lines.end();
            break;
        }
        lines.push(chunk);
        let length = chunk.len();
        reader.consume(length);
    }
    lines.excerpt().map_err(|total| {
        ToolError::new(
            "out_of_range",
            format!("`{}` has {} lines; there is no line {start}.", location.name, thousands(total)),
        )
        .detail(serde_json::json!({ "total_lines": total }))
    })
}

fn bytes(
    location: &Location,
    file: &mut File,
    size: u64,
    start: u64,
    count: usize,
) -> Result<Excerpt, ToolError> {
    if start > 0 && start >= size {
        return Err(ToolError::new(
            "out_of_range",
            format!("`{}` has {} bytes; there is no byte {start}.", location.name, thousands(size)),
        ));
    }
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(start))
        .and_then(|_| file.take(count.min(ANSWER) as u64).read_to_end(&mut bytes))
        .map_err(|error| location.error(&error))?;
    let (text, used, encoding) = match text::whole_characters(&bytes) {
        Some((text, used)) => (text.to_owned(), used, None),
        None => {
            // Four characters for three bytes.
            bytes.truncate(ANSWER / 4 * 3);
            (STANDARD.encode(&bytes), bytes.len(), Some("base64"))
        }
    };
    let next = start + used as u64;
    Ok(Excerpt { text, encoding, next_start_byte: (next < size).then_some(next), ..Excerpt::default() })
}

#[cfg(test)]
mod tests;
