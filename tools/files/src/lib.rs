//! Lists, reads, searches, writes and edits files in the directories it was given.
//!
//! The functions that models call are in [`tools`]; what they do is in modules that know nothing of tools.

pub mod edit;
pub mod list;
pub mod read;
pub mod search;
mod text;
pub mod tools;
mod walk;
pub mod write;

use bulkhead_sdk::component;
use tools::{edit_file, list_files, read_file, search_files, write_file};

component! {
    name: "files",
    title: "Files",
    description: "Lists, reads, searches, writes and edits files in the directories that the operator gave it.",
    requests: [
        directory("/work", write, reason = "To work on the files in it; given for reading only, nothing is changed."),
        directory("/docs", read, reason = "To read and search documents.", optional),
        directory("/data", read, reason = "To read and search data files.", optional),
    ],
    tools: [list_files, read_file, search_files, write_file, edit_file],
}
