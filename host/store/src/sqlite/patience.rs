//! Waiting for SQLite's lock, which other programs may hold.

use std::future::Future;
use std::time::Duration;

use sqlx::Transaction;
use sqlx::sqlite::SqlitePool;
use tokio::time::{sleep, timeout};

use super::failure::{failed, is_busy};
use crate::Error;

/// How long something waits for its turn in all. A program that writes holds the lock for milliseconds.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// How long SQLite itself waits for the lock before it says so. It looks again after 1, 2, 5, 10, 15, … 100 ms: ever more
/// rarely, while a program that writes all the time leaves the lock for microseconds only. Beginning anew keeps the
/// looks close together: beside such a program the longest of 60 waits was 1 s with SQLite alone, and 10 to 250 ms so.
pub(super) const LOOK: Duration = Duration::from_millis(50);

/// Some waits SQLite refuses without waiting at all, because two that wait for each other could be a deadlock.
const PAUSE: Duration = Duration::from_millis(5);

/// Does it again for as long as the lock is held, but not longer than [`PATIENCE`]; then it is dropped wherever it
/// stands.
pub(super) async fn patiently<T, F>(mut act: impl FnMut() -> F) -> sqlx::Result<T>
where
    F: Future<Output = sqlx::Result<T>>,
{
    let until_it_is_done = async {
        loop {
            match act().await {
                Err(error) if is_busy(&error) => sleep(PAUSE).await,
                done => return done,
            }
        }
    };
    timeout(PATIENCE, until_it_is_done).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
}

/// Begins a transaction that may write. It has the lock from the start: one that reads first and wants to write later
/// fails when another has written meanwhile.
pub(super) async fn begin(writer: &SqlitePool) -> Result<Transaction<'static, sqlx::Sqlite>, Error> {
    patiently(|| writer.begin_with("BEGIN IMMEDIATE")).await.map_err(|error| failed(&error))
}
