//! Parts of a file replaced.

use bulkhead_sdk::ToolError;
use bulkhead_tool_common::{Directories, Location, cut_start};
use imara_diff::{Algorithm, BasicLineDiffPrinter, Diff, InternedInput, UnifiedDiffConfig};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::write::{existing, read_whole, replace};

/// A diff is for checking what was done; what is longer was not small to begin with.
const DIFF: usize = 8 * 1024;

/// One replacement.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// The exact text to replace, with its white space and line breaks. It must occur exactly once, unless `all` is set:
    /// take enough lines around the change.
    #[schemars(length(min = 1))]
    pub find: String,
    /// The text to put in its place; empty to delete it.
    pub replace: String,
    /// Replace every occurrence, at least one.
    #[serde(default)]
    pub all: bool,
}

/// What was changed.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub struct Edited {
    /// The file.
    pub path: String,
    /// How many places were changed.
    pub replacements: usize,
    /// The change as a unified diff, cut off when it is longer than 8 KiB.
    pub diff: String,
    /// False when this was a rehearsal.
    pub written: bool,
}

/// Edits a file: all edits, in their order, or none.
///
/// # Errors
///
/// `no_match`, `ambiguous_match`, `not_text`, `invalid`, and those of reading and writing.
pub fn edit(
    directories: &Directories,
    path: &str,
    edits: &[Edit],
    rehearse: bool,
) -> Result<Edited, ToolError> {
    let location = directories.file(path)?;
    let Some(size) = existing(&location)? else {
        return Err(location.error(&std::io::ErrorKind::NotFound.into()));
    };
    let old = String::from_utf8(read_whole(&location, size)?).map_err(|_| {
        ToolError::new("not_text", format!("`{}` is not UTF-8 text, and cannot be edited.", location.name))
    })?;
    let (new, replacements) = apply(&location, &old, edits)?;
    if !rehearse {
        replace(&location, new.as_bytes())?;
    }
    Ok(Edited { diff: diff(&old, &new), path: location.name, replacements, written: !rehearse })
}

fn apply(location: &Location, old: &str, edits: &[Edit]) -> Result<(String, usize), ToolError> {
    let windows = old.contains("\r\n");
    let (mut text, mut total) = (old.to_owned(), 0);
    for (index, edit) in edits.iter().enumerate() {
        let edit = if windows { with_returns(edit) } else { edit.clone() };
        let count = check(&text, &edit).map_err(|error| {
            let which = if edits.len() == 1 {
                String::new()
            } else {
                format!(" (edit {} of {})", index + 1, edits.len())
            };
            error.context(format_args!("`{}` was not changed{which}", location.name))
        })?;
        text = text.replace(&edit.find, &edit.replace);
        total += count;
    }
    Ok((text, total))
}

/// Models write `\n` for a line break also where the file has `\r\n`.
fn with_returns(edit: &Edit) -> Edit {
    let convert = |text: &str| text.replace("\r\n", "\n").replace('\n', "\r\n");
    Edit { find: convert(&edit.find), replace: convert(&edit.replace), all: edit.all }
}

/// In how many places the edit applies.
fn check(text: &str, edit: &Edit) -> Result<usize, ToolError> {
    if edit.find.is_empty() {
        return Err(ToolError::invalid("The text to find is empty."));
    }
    if edit.find == edit.replace {
        return Err(ToolError::invalid("The text to find and its replacement are the same."));
    }
    let places: Vec<usize> = text.match_indices(&edit.find).map(|(at, _)| line_of(text, at)).collect();
    match places.len() {
        0 => Err(no_match(text, &edit.find)),
        count if count == 1 || edit.all => Ok(count),
        count => Err(ambiguous(count, &places)),
    }
}

fn line_of(text: &str, at: usize) -> usize {
    memchr::memchr_iter(b'\n', &text.as_bytes()[..at]).count() + 1
}

fn ambiguous(count: usize, places: &[usize]) -> ToolError {
    // Enough to choose from.
    let lines = &places[..count.min(10)];
    let list: Vec<String> = lines.iter().map(usize::to_string).collect();
    ToolError::new(
        "ambiguous_match",
        format!(
            "The text to find occurs {count} times (in lines {}{}). Take more of the lines around it, or set all.",
            list.join(", "),
            if count > lines.len() { ", …" } else { "" }
        ),
    )
    .detail(json!({ "count": count, "lines": lines }))
}

fn no_match(text: &str, find: &str) -> ToolError {
    let hint = match close(text, find) {
        Some((line, shown)) => format!(
            "Line {line} differs in white space only: {}. Copy the text exactly.",
            json!(cut_start(shown, 300))
        ),
        None => "Read the file and copy the text exactly.".to_owned(),
    };
    ToolError::new("no_match", format!("The text to find does not occur. {hint}"))
}

/// The line where the text would begin if white space did not matter.
fn close<'a>(text: &'a str, find: &str) -> Option<(usize, &'a str)> {
    let squeeze = |line: &str| line.split_whitespace().collect::<String>();
    let wanted: Vec<String> = find.lines().map(squeeze).filter(|line| !line.is_empty()).collect();
    let lines: Vec<(usize, &str, String)> = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line, squeeze(line)))
        .filter(|(_, _, squeezed)| !squeezed.is_empty())
        .collect();
    if wanted.is_empty() {
        return None;
    }
    let same = |window: &[(usize, &str, String)]| {
        window.iter().zip(&wanted).all(|((_, _, line), wanted)| line.contains(wanted.as_str()))
    };
    let window = lines.windows(wanted.len()).find(|window| same(window))?;
    window.first().map(|(number, line, _)| (*number, *line))
}

fn diff(old: &str, new: &str) -> String {
    let lines = InternedInput::new(old, new);
    let mut diff = Diff::compute(Algorithm::Histogram, &lines);
    diff.postprocess_lines(&lines);
    let printer = BasicLineDiffPrinter(&lines.interner);
    cut_start(&diff.unified_diff(&printer, UnifiedDiffConfig::default(), &lines).to_string(), DIFF)
}

#[cfg(test)]
mod tests;
