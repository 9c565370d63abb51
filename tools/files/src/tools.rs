//! The functions that models call.

use bulkhead_sdk::{ToolError, tool};
use bulkhead_tool_common::Directories;

use crate::edit::{self, Edit, Edited};
use crate::list::{self, Listing, Sort};
use crate::read::{self, Excerpt, Part};
use crate::search::{self, Case, Found, Output};
use crate::write::{self, Mode, Written};

/// Where the tool looks, as `component!` requests it.
const DECLARED: [&str; 3] = ["/work", "/docs", "/data"];

fn granted() -> Directories {
    Directories::granted(&DECLARED)
}

/// Lists files and directories, with sizes and times. Use it to see what there is, or to find files by name: with a glob
/// it goes through the whole tree. The operator gives directories such as `/work`; `/` means all of them. Paths in
/// results are whole paths that the other functions take. Hidden files and those that `.gitignore` names are left out
/// unless asked for.
#[tool(title = "List files", read_only, idempotent, closed_world, tags = ["directory", "find", "glob"])]
pub fn list_files(
    /// The directory.
    #[arg(default = "/".to_owned())]
    dir: String,
    /// A glob such as `*.rs` (names anywhere below), `src/**/*.rs` (paths below `dir`) or `*.{md,txt}`. All entries when
    /// absent.
    glob: Option<String>,
    /// How many levels to go down; 1 lists the directory itself. 1 when absent, without end when there is a glob.
    #[schemars(range(min = 1, max = 100))]
    depth: Option<u32>,
    /// In which order.
    #[arg(default)]
    sort: Sort,
    /// Whether to show hidden and ignored files too.
    #[arg(default)]
    include_hidden: bool,
    /// How many entries to pass over: the `next_start` of the page before.
    #[arg(default)]
    start: u32,
    /// How many entries to give.
    #[arg(default = 100, min = 1, max = 200)]
    limit: u32,
) -> Result<Listing, ToolError> {
    let depth = depth.map_or(if glob.is_some() { usize::MAX } else { 1 }, |depth| depth as usize);
    let (start, limit) = (start as usize, limit as usize);
    list::list(&granted(), &list::Query { dir, glob, depth, sort, include_hidden, start, limit })
}

/// Reads a part of a text file: by default its first 500 lines. An answer has at most 32 KiB and says how to read on
/// (`next_start_line`). To find something in a large file, use search_files first. Files that are not text can be read by
/// bytes, in Base64.
#[tool(title = "Read a file", read_only, idempotent, closed_world, tags = ["cat", "head", "tail"])]
pub fn read_file(
    /// The file, such as `/work/README.md`.
    path: String,
    /// The first line to read: 1 is the first of the file, -1 the last, -50 the fiftieth from the end.
    #[arg(default = 1)]
    start_line: i64,
    /// How many lines to read, at most.
    #[arg(default = 500, min = 1, max = 5000)]
    line_count: u32,
    /// Begin each line with its number and a tab.
    #[arg(default)]
    numbered: bool,
    /// Read bytes instead of lines, from this position; 0 is the first. For long lines and for files that are not text.
    start_byte: Option<u64>,
    /// How many bytes to read, when start_byte is given.
    #[arg(default = 16384, min = 1, max = 32768)]
    byte_count: u32,
) -> Result<Excerpt, ToolError> {
    let part = match start_byte {
        Some(start) => Part::Bytes { start, count: byte_count as usize },
        None => Part::Lines { start: start_line, count: line_count as usize, numbered },
    };
    read::read(&granted(), &path, part)
}

/// Searches the text of files for a regular expression, line by line, and gives the lines with their numbers. Use it
/// instead of reading whole files. Binary files, files over 8 MiB, hidden files and those that `.gitignore` names are
/// left out.
#[tool(title = "Search files", read_only, idempotent, closed_world, tags = ["grep", "regex", "find"])]
#[expect(clippy::too_many_arguments, reason = "each is an argument of the model's")]
pub fn search_files(
    /// A regular expression (the syntax of Rust's regex: no look-around, no back-references).
    #[schemars(length(min = 1))]
    pattern: String,
    /// Take the pattern as a text and not as a regular expression.
    #[arg(default)]
    literal: bool,
    /// Whether `a` finds `A`.
    #[arg(default)]
    case: Case,
    /// The directory or the file to search.
    #[arg(default = "/".to_owned())]
    path: String,
    /// Search only files that match this glob, such as `*.rs` or `src/**/*.{ts,tsx}`.
    glob: Option<String>,
    /// How many lines to show before and after each match.
    #[arg(default, max = 10)]
    context: u32,
    /// `lines` for each matching line, `files` for the files and how many lines match in each.
    #[arg(default)]
    output: Output,
    /// Whether to search hidden and ignored files too.
    #[arg(default)]
    include_hidden: bool,
    /// How many results to pass over: the `next_start` of the page before.
    #[arg(default)]
    start: u32,
    /// How many results to give.
    #[arg(default = 50, min = 1, max = 500)]
    limit: u32,
) -> Result<Found, ToolError> {
    let (context, start, limit) = (context as usize, start as usize, limit as usize);
    let query =
        search::Query { pattern, literal, case, path, glob, context, output, include_hidden, start, limit };
    search::search(&granted(), &query)
}

/// Writes a text file, whole or not at all; missing directories are made. By default only a new file: to replace one, say
/// so with the mode. To change parts of a file, use edit_file.
#[tool(title = "Write a file", destructive, closed_world, tags = ["create", "save", "append"])]
pub fn write_file(
    /// The file, such as `/work/notes/today.md`.
    path: String,
    /// The text.
    text: String,
    /// `create` fails when the file is there, `overwrite` replaces it, `append` adds to its end.
    #[arg(default)]
    mode: Mode,
) -> Result<Written, ToolError> {
    write::write(&granted(), &path, &text, mode)
}

/// Replaces exact texts in a file and gives the change as a diff. Read the part of the file first. When any of the edits
/// does not fit, nothing is written, and the error says which and why.
#[tool(title = "Edit a file", destructive, closed_world, tags = ["replace", "change", "patch"])]
pub fn edit_file(
    /// The file, such as `/work/src/main.rs`.
    path: String,
    /// The replacements; each is made in the result of the one before.
    #[schemars(length(min = 1))]
    edits: Vec<Edit>,
    /// Only show the diff, and write nothing.
    #[arg(default)]
    dry_run: bool,
) -> Result<Edited, ToolError> {
    edit::edit(&granted(), &path, &edits, dry_run)
}

#[cfg(test)]
mod tests;
