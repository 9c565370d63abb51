//! The directories that a tool was given, and paths in them.
//!
//! A tool declares the places where it looks, such as `/work` and `/docs`, and the operator grants any of them. What a
//! place is on the operator's machine, the tool never learns. Here, paths are taken apart as text and kept below the
//! places; that no path leads out of them, through links or otherwise, is the sandbox's doing and not this module's.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use bulkhead_sdk::ToolError;

use crate::nearest;

/// The directories that were granted, of those declared.
#[derive(Clone, Debug)]
pub struct Directories {
    declared: Vec<String>,
    granted: Vec<Directory>,
}

/// A directory that was granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directory {
    /// As the model names it, such as `/work`.
    pub name: String,
    /// Where it is opened: the same in the sandbox, elsewhere in a test.
    pub real: PathBuf,
}

/// What a path names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// `/`: all directories together.
    Top,
    /// A directory or something in it.
    Below(Location),
}

/// A path in a granted directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// As the model names it, such as `/work/src/main.rs`.
    pub name: String,
    /// Where it is opened.
    pub real: PathBuf,
    /// How many of the last components of `real` are below the granted directory.
    depth: usize,
}

impl Directories {
    /// Those of the declared directories that can be opened.
    pub fn granted(declared: &[&str]) -> Self {
        let granted = declared
            .iter()
            .filter(|name| fs::metadata(name).is_ok())
            .map(|name| Directory { name: (*name).to_owned(), real: PathBuf::from(name) });
        Self {
            declared: declared.iter().map(|name| (*name).to_owned()).collect(),
            granted: granted.collect(),
        }
    }

    /// For tests: names and the directories they stand for.
    pub fn at(named: &[(&str, &Path)]) -> Self {
        let granted =
            named.iter().map(|(name, real)| Directory { name: (*name).to_owned(), real: (*real).to_owned() });
        Self {
            declared: named.iter().map(|(name, _)| (*name).to_owned()).collect(),
            granted: granted.collect(),
        }
    }

    /// All of them, at least one.
    ///
    /// # Errors
    ///
    /// `no_directory_granted` when there is none.
    pub fn all(&self) -> Result<&[Directory], ToolError> {
        if self.granted.is_empty() { Err(self.none(&self.declared)) } else { Ok(&self.granted) }
    }

    /// What a path names. A relative path is below the first directory, unless it begins with the name of one.
    ///
    /// # Errors
    ///
    /// `no_directory_granted`, `not_found` for an absolute path elsewhere, `invalid` for what is no path.
    pub fn resolve(&self, path: &str) -> Result<Place, ToolError> {
        let directories = self.all()?;
        let parts = normal(path)?;
        let begins = |directory: &&Directory| parts.first() == directory.name.strip_prefix('/').as_ref();
        if let Some(directory) = directories.iter().find(begins) {
            return Ok(Place::Below(directory.location(&parts[1..])));
        }
        match (parts.first(), path.starts_with('/'), directories) {
            // One directory is the same as all of them.
            (None, _, [only]) => Ok(Place::Below(only.location(&[]))),
            (None, ..) => Ok(Place::Top),
            (Some(first), true, _) => Err(self.elsewhere(path, first)),
            (Some(_), false, _) => Ok(Place::Below(directories[0].location(&parts))),
        }
    }

    /// What a path names, when it must be below a directory.
    ///
    /// # Errors
    ///
    /// As [`Directories::resolve`], and `is_directory` for `/`.
    pub fn file(&self, path: &str) -> Result<Location, ToolError> {
        match self.resolve(path)? {
            Place::Below(location) => Ok(location),
            Place::Top => Err(is_directory("/")),
        }
    }

    fn elsewhere(&self, path: &str, first: &str) -> ToolError {
        let declared = format!("/{first}");
        if self.declared.contains(&declared) {
            return self.none(&[declared]);
        }
        ToolError::not_found(format!("`{path}` is in none of the directories given: {}.", self.names()))
    }

    fn names(&self) -> String {
        let names: Vec<String> =
            self.granted.iter().map(|directory| format!("`{}`", directory.name)).collect();
        names.join(", ")
    }

    fn none(&self, wanted: &[String]) -> ToolError {
        let (wanted, example) = (wanted.join("` or `"), wanted.first().map_or("/work", String::as_str));
        let others = if self.granted.is_empty() {
            String::new()
        } else {
            format!(" These were given: {}.", self.names())
        };
        ToolError::new(
            "no_directory_granted",
            format!(
                "The operator has given this tool no directory at `{wanted}`.{others} The operator can give one in \
                 bulkhead.toml: fs = [{{ host = \"a/directory\", guest = \"{example}\", access = \"read\" }}]."
            ),
        )
    }
}

/// A path's components, without `.` and `..`.
fn normal(path: &str) -> Result<Vec<&str>, ToolError> {
    if path.contains('\0') {
        return Err(ToolError::invalid("A path cannot contain the character NUL."));
    }
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.pop().is_none() => {
                return Err(ToolError::invalid(format!("`{path}` leads out of the directories given.")));
            }
            ".." => {}
            part => parts.push(part),
        }
    }
    Ok(parts)
}

fn is_directory(name: &str) -> ToolError {
    ToolError::new("is_directory", format!("`{name}` is a directory. Use list_files to see what is in it."))
}

impl Directory {
    fn location(&self, parts: &[&str]) -> Location {
        let mut location = Location { name: self.name.clone(), real: self.real.clone(), depth: 0 };
        for part in parts {
            location = location.join(part);
        }
        location
    }

    /// The directory as a place.
    pub fn top(&self) -> Location {
        self.location(&[])
    }
}

impl Location {
    /// Something in this directory.
    #[must_use]
    pub fn join(&self, name: &str) -> Self {
        Self { name: format!("{}/{name}", self.name), real: self.real.join(name), depth: self.depth + 1 }
    }

    /// What the operating system knows of it, following links.
    ///
    /// # Errors
    ///
    /// As [`Location::error`].
    pub fn metadata(&self) -> Result<fs::Metadata, ToolError> {
        fs::metadata(&self.real).map_err(|error| self.error(&error))
    }

    /// Opens it as a file to read, and gives its size.
    ///
    /// # Errors
    ///
    /// `is_directory`, and as [`Location::error`].
    pub fn open(&self) -> Result<(fs::File, u64), ToolError> {
        let metadata = self.metadata()?;
        if metadata.is_dir() {
            return Err(is_directory(&self.name));
        }
        let file = fs::File::open(&self.real).map_err(|error| self.error(&error))?;
        Ok((file, metadata.len()))
    }

    /// The directory that it is in; nothing for a granted directory itself.
    pub fn parent(&self) -> Option<Self> {
        let (depth, real) = (self.depth.checked_sub(1)?, self.real.parent()?);
        let (name, _) = self.name.rsplit_once('/')?;
        Some(Self { name: name.to_owned(), real: real.to_owned(), depth })
    }

    /// What went wrong at this place, in words that help: for a name that is not there, those that are like it.
    pub fn error(&self, error: &io::Error) -> ToolError {
        match error.kind() {
            ErrorKind::NotFound => self.not_found(),
            ErrorKind::IsADirectory => is_directory(&self.name),
            ErrorKind::NotADirectory => {
                ToolError::not_found(format!("`{}` is not there: a part of its path is a file.", self.name))
            }
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => ToolError::not_allowed(format!(
                "`{}` may not be accessed in this way. The operator may have given the directory for reading only \
                 (access = \"write\" in bulkhead.toml would allow more), or the path is a link that leads out of it.",
                self.name
            )),
            _ => ToolError::from(io::Error::new(error.kind(), error.to_string()))
                .context(format_args!("`{}`", self.name)),
        }
    }

    fn not_found(&self) -> ToolError {
        // The deepest part of the path that is there is where to look on.
        let mut missing = self.clone();
        while let Some(parent) = missing.parent() {
            if parent.real.is_dir() {
                return parent.lacks(&missing, self);
            }
            missing = parent;
        }
        ToolError::not_found(format!("There is no `{}`.", self.name))
    }

    fn lacks(&self, missing: &Self, wanted: &Self) -> ToolError {
        // A larger directory is better searched than listed in an error.
        const NAMES: usize = 2_000;
        let names: Vec<String> = fs::read_dir(&self.real)
            .into_iter()
            .flatten()
            .flatten()
            .take(NAMES)
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        let name = missing.name.rsplit('/').next().unwrap_or_default();
        let near: Vec<String> = nearest(name, names.iter().map(String::as_str))
            .into_iter()
            .map(|name| format!("{}/{name}", self.name))
            .collect();
        let hint = match near.as_slice() {
            [] => format!("`{}` has nothing of a name like `{name}`.", self.name),
            near => format!("Was `{}` meant?", near.join("` or `")),
        };
        ToolError::not_found(format!("There is no `{}`. {hint}", wanted.name))
            .detail(serde_json::json!({ "nearest": near }))
    }
}

#[cfg(test)]
mod tests;
