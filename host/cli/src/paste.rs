//! How an MCP client reaches this program: the words that start it, and the addresses that it serves.

use std::path::{Path, PathBuf};

use crate::{args::Source, host::Configured};

/// The server under this policy, as a client's configuration names it.
pub struct Paste {
    /// This program.
    pub program: PathBuf,
    /// Its arguments for standard input and output. Every path in them is absolute: a client starts it from a folder of its
    /// own.
    pub arguments: Vec<String>,
}

impl Paste {
    pub fn new(source: &Source, configured: &Configured) -> Self {
        let mut arguments = vec!["serve".to_owned(), "--stdio".to_owned()];
        let mut add = |flag: &str, path: &Path| {
            arguments.extend([flag.to_owned(), absolute(path).display().to_string()]);
        };
        add("--dir", &configured.directory);
        configured.file.iter().for_each(|file| add("--config", file));
        source.cache.iter().for_each(|cache| add("--cache", cache));
        let program = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("bulkhead"));
        Self { program, arguments }
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
