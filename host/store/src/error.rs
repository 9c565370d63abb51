//! Why a store could not be opened, or did not do what it was asked. For the operator; the model never sees these.
//! A path in them is the one that the operator wrote.

use std::io;

/// The store failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// What was written names no kind of store that there is.
    #[error(
        "{written} is no store that this program has; write `sqlite:PATH`, such as `sqlite:state/bulkhead.db`, or `sqlite::memory:`"
    )]
    NoSuchStore {
        /// The kind that was asked for. The rest is left out, because such addresses carry passwords.
        written: String,
    },
    /// It is SQLite, but not a path.
    #[error("`{written}` {problem}; write a path, such as `sqlite:state/bulkhead.db`")]
    BadPath {
        /// As the operator wrote it.
        written: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The file, or the folder that it is in, cannot be made or opened.
    #[error("the store {path} cannot be opened: {source}")]
    Unreachable {
        /// As the operator wrote it.
        path: String,
        /// What the system said.
        source: io::Error,
    },
    /// The file system cannot do what a database with several users needs.
    #[error("the store {path} is on a file system without shared memory or locks; put it on a local disk")]
    Unfit {
        /// As the operator wrote it.
        path: String,
    },
    /// Every user of the machine could change it, or put another in its place.
    #[error(
        "every user of this machine can write to {what} of the store {path} (mode {mode:o}); take that away with chmod o-w, or choose a folder of its own"
    )]
    Exposed {
        /// As the operator wrote it.
        path: String,
        /// The file or the folder.
        what: &'static str,
        /// The permissions.
        mode: u32,
    },
    /// Something else's database, or no database at all.
    #[error("{path} is not a store of Bulkhead's; choose another path")]
    Foreign {
        /// As the operator wrote it.
        path: String,
    },
    /// A newer program has written it.
    #[error(
        "the store {path} is of version {found}, and this program knows versions up to {known}; use the newer program, or another path"
    )]
    Newer {
        /// As the operator wrote it.
        path: String,
        /// The version that it has.
        found: i64,
        /// The last version that this program knows.
        known: i64,
    },
    /// Others write so much, or one of them so long, that there was no turn in ten seconds.
    #[error("the store was locked for too long; see which other program has it open, or try again")]
    Busy,
    /// There is no room on the disk.
    #[error("the disk of the store is full; make room and try again")]
    Full,
    /// Its content is not what was written.
    #[error("the store is damaged ({detail}); put a copy of it in its place, or move it away to begin anew")]
    Damaged {
        /// What is known.
        detail: String,
    },
    /// Anything else; the database's words.
    #[error("the store failed: {detail}")]
    Failed {
        /// What the database says.
        detail: String,
    },
}

/// A value was not written.
#[derive(Debug, thiserror::Error)]
pub enum SetError {
    /// Another version is there than the expected one.
    #[error("the version is {version}, not the expected one")]
    Conflict {
        /// Of what is there; 0 for nothing.
        version: u64,
    },
    /// The scope would hold too much.
    #[error("the state would be larger than {limit} bytes")]
    TooManyBytes {
        /// The quota's.
        limit: u64,
    },
    /// The scope would hold too many keys.
    #[error("the state would have more than {limit} keys")]
    TooManyKeys {
        /// The quota's.
        limit: u64,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] Error),
}
