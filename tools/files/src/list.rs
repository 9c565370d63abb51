//! What is in a directory.

use std::fs;
use std::time::SystemTime;

use bulkhead_sdk::ToolError;
use bulkhead_tool_common::{Directories, Place};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::walk::{Entry, Kind, MOST_ENTRIES, Walk};

/// In which order entries come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// By path.
    #[default]
    Path,
    /// Last changed first.
    Newest,
    /// Largest first.
    Largest,
}

/// What to list.
#[derive(Clone, Debug)]
pub struct Query {
    /// The directory.
    pub dir: String,
    /// A glob that the entries must match.
    pub glob: Option<String>,
    /// How many levels to go down.
    pub depth: usize,
    /// In which order.
    pub sort: Sort,
    /// Whether hidden and ignored files count.
    pub include_hidden: bool,
    /// How many entries to pass over.
    pub start: usize,
    /// How many entries to give.
    pub limit: usize,
}

/// A page of a listing.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Listing {
    /// The directory that was listed.
    pub dir: String,
    /// Its entries, of this page.
    pub entries: Vec<Listed>,
    /// How many entries there are on all pages.
    pub total: usize,
    /// The `start` of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_start: Option<usize>,
    /// False when the tree was too large to be gone through: `total` is then what was seen of it.
    pub complete: bool,
}

/// An entry of a listing.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub struct Listed {
    /// The whole path, which the other functions take.
    pub path: String,
    /// What it is.
    pub kind: Kind,
    /// Of a file, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// When it was changed last, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modified: Option<String>,
}

/// Lists a directory.
///
/// # Errors
///
/// `no_directory_granted`, `not_found`, `not_a_directory`, `bad_pattern`.
pub fn list(directories: &Directories, query: &Query) -> Result<Listing, ToolError> {
    let place = directories.resolve(&query.dir)?;
    let dir = directory_name(&place)?;
    let walk = Walk::of(directories, &place)?
        .matching(query.glob.as_deref())?
        .depth(query.depth)
        .hidden(query.include_hidden);
    let mut entries: Vec<Entry> = walk.entries().take(MOST_ENTRIES + 1).collect();
    let complete = entries.len() <= MOST_ENTRIES;
    entries.truncate(MOST_ENTRIES);
    sort(&mut entries, query.sort);

    let total = entries.len();
    let end = query.start.saturating_add(query.limit).min(total);
    let page = entries.get(query.start..end).unwrap_or_default();
    Ok(Listing {
        dir,
        entries: page.iter().map(listed).collect(),
        total,
        next_start: (end < total).then_some(end),
        complete,
    })
}

fn directory_name(place: &Place) -> Result<String, ToolError> {
    let location = match place {
        Place::Top => return Ok("/".to_owned()),
        Place::Below(location) => location,
    };
    if location.metadata()?.is_dir() {
        return Ok(location.name.clone());
    }
    let message = format!("`{}` is a file. Use read_file to see what is in it.", location.name);
    Err(ToolError::new("not_a_directory", message))
}

fn sort(entries: &mut [Entry], sort: Sort) {
    let metadata = |entry: &Entry| fs::symlink_metadata(&entry.location.real).ok();
    match sort {
        // The walk has gone by path, with all that is in a directory after it.
        Sort::Path => {}
        Sort::Newest => {
            entries.sort_by_cached_key(|entry| {
                let modified = metadata(entry).and_then(|metadata| metadata.modified().ok());
                std::cmp::Reverse(modified.unwrap_or(SystemTime::UNIX_EPOCH))
            });
        }
        Sort::Largest => entries.sort_by_cached_key(|entry| {
            let size =
                if entry.kind == Kind::File { metadata(entry).map(|metadata| metadata.len()) } else { None };
            std::cmp::Reverse(size)
        }),
    }
}

fn listed(entry: &Entry) -> Listed {
    let metadata = fs::symlink_metadata(&entry.location.real).ok();
    Listed {
        path: entry.location.name.clone(),
        kind: entry.kind,
        size: metadata.as_ref().filter(|_| entry.kind == Kind::File).map(fs::Metadata::len),
        modified: metadata.and_then(|metadata| metadata.modified().ok()).and_then(to_seconds),
    }
}

/// Nobody asks for parts of a second, and they cost tokens.
fn to_seconds(time: SystemTime) -> Option<String> {
    let time = jiff::Timestamp::try_from(time).ok()?;
    jiff::Timestamp::from_second(time.as_second()).ok().map(|time| time.to_string())
}

#[cfg(test)]
mod tests;
