//! Waiting for SQLite's lock, which other programs may hold.

use std::future::Future;
use std::time::Duration;

use sqlx::Transaction;
use sqlx::sqlite::SqlitePool;

use super::failure::{failed, is_busy};
use crate::Error;

/// How long something waits for the lock in all. A program that writes holds it for milliseconds.
pub(super) const PATIENCE: Duration = LOOK.saturating_mul(LOOKS);

/// How long SQLite itself waits for the lock before it says so. It looks again after 1, 2, 5, 10, 15, … 100 ms: ever more
/// rarely, so that a program which writes all the time, and leaves the lock for microseconds only, could keep
/// another one waiting for good. Beginning anew keeps the looks close together.
pub(super) const LOOK: Duration = Duration::from_millis(50);

/// How often to begin anew: ten seconds.
const LOOKS: u32 = 200;

/// Some waits SQLite refuses without waiting at all, because two that wait for each other could be a deadlock.
const PAUSE: Duration = Duration::from_millis(5);

/// Does it again for as long as the lock is held.
pub(super) async fn patiently<T, F>(mut act: impl FnMut() -> F) -> sqlx::Result<T>
where
    F: Future<Output = sqlx::Result<T>>,
{
    for _ in 1..LOOKS {
        match act().await {
            Err(error) if is_busy(&error) => tokio::time::sleep(PAUSE).await,
            done => return done,
        }
    }
    act().await
}

/// Begins a transaction that may write. It has the lock from the start: one that reads first and wants to write later
/// fails when another has written meanwhile.
pub(super) async fn begin(writer: &SqlitePool) -> Result<Transaction<'static, sqlx::Sqlite>, Error> {
    patiently(|| writer.begin_with("BEGIN IMMEDIATE")).await.map_err(|error| failed(&error))
}
