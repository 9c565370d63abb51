//! Going through a tree of files, in the order of their names.

use bulkhead_sdk::ToolError;
use bulkhead_tool_common::{Directories, Directory, Location, Place};
use globset::{GlobBuilder, GlobMatcher};
use ignore::WalkBuilder;

/// A walk ends here and says that it is incomplete. The host allows a call a million steps of its own work; an entry
/// takes a few.
pub(crate) const MOST_ENTRIES: usize = 100_000;

/// What kind of thing an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link, which is not followed here.
    Symlink,
    /// A device, a socket or the like.
    Other,
}

/// Something that a walk comes by.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) location: Location,
    pub(crate) kind: Kind,
}

/// What a walk goes through.
pub(crate) struct Walk {
    starts: Vec<Location>,
    pattern: Option<Pattern>,
    depth: usize,
    hidden: bool,
    /// Whether the starts are entries as well.
    with_starts: bool,
}

impl Walk {
    /// Everything in a place, without what is hidden or ignored.
    pub(crate) fn of(directories: &Directories, place: &Place) -> Result<Self, ToolError> {
        let (starts, with_starts) = match place {
            Place::Top => (directories.all()?.iter().map(Directory::top).collect(), true),
            Place::Below(location) => (vec![location.clone()], false),
        };
        Ok(Self { starts, pattern: None, depth: usize::MAX, hidden: false, with_starts })
    }

    /// Only what matches the pattern, if there is one.
    pub(crate) fn matching(mut self, pattern: Option<&str>) -> Result<Self, ToolError> {
        self.pattern = pattern.map(Pattern::new).transpose()?;
        Ok(self)
    }

    /// Only so many levels; 1 is what is directly in it.
    pub(crate) fn depth(mut self, depth: usize) -> Self {
        self.depth = depth;
        self
    }

    /// Whether to go through what is hidden or ignored as well.
    pub(crate) fn hidden(mut self, hidden: bool) -> Self {
        self.hidden = hidden;
        self
    }

    /// The entries. What cannot be read is left out: it is of no use to the one who asked.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> {
        self.starts.iter().flat_map(move |start| {
            let own = self.with_starts.then(|| Entry { location: start.clone(), kind: Kind::Directory });
            // The start is the first level, where it is an entry.
            let below = self.depth.saturating_sub(usize::from(self.with_starts));
            own.into_iter()
                .filter(|entry| self.matches(start, &entry.location))
                .chain(self.below(start, below))
        })
    }

    fn below(&self, start: &Location, depth: usize) -> impl Iterator<Item = Entry> {
        let walk = WalkBuilder::new(&start.real)
            .max_depth(Some(depth))
            .sort_by_file_name(Ord::cmp)
            .standard_filters(!self.hidden)
            // What lies above the directory, and the operator's own settings, are not this tool's to see.
            .parents(false)
            .git_global(false)
            // A directory may be a part of a repository only.
            .require_git(false)
            .build();
        walk.flatten()
            .filter(|entry| entry.depth() > 0)
            .filter_map(|entry| {
                let below = entry.path().strip_prefix(&start.real).ok()?.to_str()?;
                let location = below.split('/').fold(start.clone(), |location, part| location.join(part));
                let kind = entry.file_type()?;
                let kind = match () {
                    () if kind.is_file() => Kind::File,
                    () if kind.is_dir() => Kind::Directory,
                    () if kind.is_symlink() => Kind::Symlink,
                    () => Kind::Other,
                };
                Some(Entry { location, kind })
            })
            .filter(move |entry| self.matches(start, &entry.location))
    }

    fn matches(&self, start: &Location, location: &Location) -> bool {
        let below = location.name.strip_prefix(&start.name).unwrap_or_default().trim_start_matches('/');
        self.pattern.as_ref().is_none_or(|pattern| pattern.matches(below, &location.name))
    }
}

/// A glob: without a `/` for names, with one for paths.
struct Pattern {
    glob: GlobMatcher,
    of: PatternOf,
}

#[derive(Clone, Copy)]
enum PatternOf {
    Name,
    Below,
    Whole,
}

impl Pattern {
    fn new(text: &str) -> Result<Self, ToolError> {
        let of = match text.find('/') {
            None => PatternOf::Name,
            Some(0) => PatternOf::Whole,
            Some(_) => PatternOf::Below,
        };
        let glob = GlobBuilder::new(text.trim_start_matches("./"))
            .literal_separator(true)
            .build()
            .map_err(|error| ToolError::new("bad_pattern", format!("The glob cannot be used: {error}.")))?;
        Ok(Self { glob: glob.compile_matcher(), of })
    }

    fn matches(&self, below: &str, whole: &str) -> bool {
        self.glob.is_match(match self.of {
            PatternOf::Name => whole.rsplit('/').next().unwrap_or_default(),
            PatternOf::Below => below,
            PatternOf::Whole => whole,
        })
    }
}
