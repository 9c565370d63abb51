//! Where the operator wants a store: the text of the policy file, taken apart.

use std::path::PathBuf;

use crate::Error;

/// Where a SQLite database is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Location {
    /// In memory; it ends with the program.
    Memory,
    /// In a file, by the path as it was written.
    File(PathBuf),
}

impl Location {
    /// Reads `sqlite:PATH` or `sqlite::memory:`. A path is taken as it stands: nothing in it is decoded, and there are
    /// no options behind it.
    pub(crate) fn parse(url: &str) -> Result<Self, Error> {
        let Some(path) = url.strip_prefix("sqlite:") else {
            return Err(Error::NoSuchStore { written: kind(url) });
        };
        let refuse = |problem| Error::BadPath { written: url.to_owned(), problem };
        match path.strip_prefix("//").unwrap_or(path) {
            ":memory:" => Ok(Self::Memory),
            "" => Err(refuse("has no path")),
            path if path.ends_with('/') => Err(refuse("is a folder")),
            // What was meant as an option, such as `?mode=ro`, must not become a file that is written to.
            path if path.contains('?') => Err(refuse("has options, and none are taken")),
            path if path.contains('\0') => Err(refuse("has a zero byte")),
            path => Ok(Self::File(PathBuf::from(path))),
        }
    }
}

/// The scheme of an address, and nothing behind it.
fn kind(url: &str) -> String {
    let scheme = url.split_once(':').map(|(scheme, _)| scheme);
    let is_name = |scheme: &&str| {
        !scheme.is_empty() && scheme.len() <= 16 && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    scheme.filter(is_name).map_or_else(|| "this".to_owned(), |scheme| format!("`{scheme}:`"))
}

#[cfg(test)]
mod tests;
