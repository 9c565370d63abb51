//! What SQLite says, in the words of this crate. The codes are those of <https://sqlite.org/rescode.html>.

use std::io;

use crate::Error;

const PERMISSION: i32 = 3;
const BUSY: i32 = 5;
const LOCKED: i32 = 6;
const READ_ONLY: i32 = 8;
const IO: i32 = 10;
const CORRUPT: i32 = 11;
const FULL: i32 = 13;
const CANNOT_OPEN: i32 = 14;
const NOT_A_DATABASE: i32 = 26;

/// For errors of statements. Neither their text nor SQLite's has a value in it.
pub(super) fn failed(error: &sqlx::Error) -> Error {
    match code(error) {
        Some(BUSY | LOCKED) => Error::Busy,
        Some(FULL) => Error::Full,
        Some(CORRUPT | NOT_A_DATABASE) => Error::Damaged { detail: error.to_string() },
        _ if matches!(error, sqlx::Error::PoolTimedOut) => Error::Busy,
        _ => Error::Failed { detail: error.to_string() },
    }
}

/// Whether the lock is held by another.
pub(super) fn is_busy(error: &sqlx::Error) -> bool {
    matches!(code(error), Some(BUSY | LOCKED))
}

/// For errors while `path` is opened, which is when they say more of the file than of its content.
pub(super) fn not_opened(error: &sqlx::Error, path: &str) -> Error {
    let path = path.to_owned();
    match code(error) {
        Some(NOT_A_DATABASE) => Error::Foreign { path },
        Some(PERMISSION | READ_ONLY | IO | CANNOT_OPEN) => {
            let hint = format!("{error}; this user must be able to write to it and to its folder");
            Error::Unreachable { path, source: io::Error::other(hint) }
        }
        _ => failed(error),
    }
}

/// The primary code: the lowest byte of the one that SQLite gives.
fn code(error: &sqlx::Error) -> Option<i32> {
    let extended: i32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(extended & 0xff)
}
