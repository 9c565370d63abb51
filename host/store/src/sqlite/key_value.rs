//! Key-value state in SQLite.

use std::time::{SystemTime, UNIX_EPOCH};

use futures::FutureExt;
use futures::future::BoxFuture;
use sqlx::sqlite::SqliteConnection;
use sqlx::{query, query_as, query_scalar};

use super::Sqlite;
use super::failure::failed;
use super::patience::begin;
use crate::usage::{There, Usage};
use crate::{Entry, Error, KeyPage, KeyValue, Quota, Scope, SetError, Write, range};

impl KeyValue for Sqlite {
    fn get<'a>(
        &'a self,
        scope: &'a Scope,
        key: &'a str,
        now: SystemTime,
    ) -> BoxFuture<'a, Result<Option<Entry>, Error>> {
        self.read(scope, key, now).boxed()
    }

    fn set<'a>(
        &'a self,
        scope: &'a Scope,
        write: Write<'a>,
        quota: Quota,
        now: SystemTime,
    ) -> BoxFuture<'a, Result<u64, SetError>> {
        self.write(scope, write, quota, now).boxed()
    }

    fn delete<'a>(&'a self, scope: &'a Scope, key: &'a str) -> BoxFuture<'a, Result<(), Error>> {
        self.remove(scope, key).boxed()
    }

    fn list_keys<'a>(
        &'a self,
        scope: &'a Scope,
        prefix: &'a str,
        cursor: Option<&'a str>,
        most: usize,
        now: SystemTime,
    ) -> BoxFuture<'a, Result<KeyPage, Error>> {
        self.page(scope, prefix, cursor, most, now).boxed()
    }
}

impl Sqlite {
    async fn read(&self, scope: &Scope, key: &str, now: SystemTime) -> Result<Option<Entry>, Error> {
        let sql = "SELECT value, version FROM state_entries \
                   WHERE scope = (SELECT id FROM state_scopes WHERE component = ? AND principal = ?) \
                   AND key = ? AND (expires IS NULL OR expires > ?)";
        let row: Option<(Vec<u8>, i64)> = query_as(sql)
            .bind(&scope.component)
            .bind(&scope.principal)
            .bind(key.as_bytes())
            .bind(micros(now))
            .fetch_optional(&self.readers)
            .await
            .map_err(|error| failed(&error))?;
        Ok(row.map(|(value, version)| Entry { value, version: version.cast_unsigned() }))
    }

    /// Reads from the top down; whatever refuses drops the transaction, and with it all that was done before.
    async fn write(
        &self,
        scope: &Scope,
        write: Write<'_>,
        quota: Quota,
        now: SystemTime,
    ) -> Result<u64, SetError> {
        let mut transaction = begin(&self.writer).await?;
        let written = write_within(&mut transaction, scope, write, quota, micros(now)).await?;
        transaction.commit().await.map_err(|error| failed(&error))?;
        Ok(written)
    }

    async fn remove(&self, scope: &Scope, key: &str) -> Result<(), Error> {
        let sql = "DELETE FROM state_entries \
                   WHERE scope = (SELECT id FROM state_scopes WHERE component = ? AND principal = ?) AND key = ?";
        let mut transaction = begin(&self.writer).await?;
        query(sql)
            .bind(&scope.component)
            .bind(&scope.principal)
            .bind(key.as_bytes())
            .execute(&mut *transaction)
            .await
            .map_err(|error| failed(&error))?;
        transaction.commit().await.map_err(|error| failed(&error))
    }

    async fn page(
        &self,
        scope: &Scope,
        prefix: &str,
        cursor: Option<&str>,
        most: usize,
        now: SystemTime,
    ) -> Result<KeyPage, Error> {
        let sql = "SELECT key FROM state_entries \
                   WHERE scope = (SELECT id FROM state_scopes WHERE component = ? AND principal = ?) \
                   AND key >= ? AND key < ? AND (expires IS NULL OR expires > ?) ORDER BY key LIMIT ?";
        let (start, end) = range::of(prefix, cursor);
        let most = most.max(1);
        let found: Vec<Vec<u8>> = query_scalar(sql)
            .bind(&scope.component)
            .bind(&scope.principal)
            .bind(start)
            .bind(end)
            .bind(micros(now))
            // One more than wanted, to know whether there are more.
            .bind(i64::try_from(most.saturating_add(1)).unwrap_or(i64::MAX))
            .fetch_all(&self.readers)
            .await
            .map_err(|error| failed(&error))?;
        let is_last = found.len() <= most;
        let keys: Vec<String> =
            found.into_iter().take(most).map(String::from_utf8).collect::<Result<_, _>>().map_err(no_text)?;
        let next = if is_last { None } else { keys.last().cloned() };
        Ok(KeyPage { keys, next })
    }
}

async fn write_within(
    transaction: &mut SqliteConnection,
    scope: &Scope,
    write: Write<'_>,
    quota: Quota,
    now: i64,
) -> Result<u64, SetError> {
    let error = |error| SetError::Store(failed(&error));
    let (id, version) = next_version(transaction, scope).await.map_err(error)?;
    forget_expired(transaction, id, now).await.map_err(error)?;
    usage(transaction, id, write.key).await.map_err(error)?.admit(&write, quota)?;
    put(transaction, id, version, write).await.map_err(error)?;
    Ok(version.cast_unsigned())
}

/// The scope's id, and the version that the write will have.
async fn next_version(transaction: &mut SqliteConnection, scope: &Scope) -> sqlx::Result<(i64, i64)> {
    let sql = "INSERT INTO state_scopes (component, principal, version) VALUES (?, ?, 1) \
               ON CONFLICT (component, principal) DO UPDATE SET version = version + 1 RETURNING id, version";
    query_as(sql).bind(&scope.component).bind(&scope.principal).fetch_one(transaction).await
}

/// How many expired entries of other scopes a write deletes. It makes one at most, so that any number above 1 catches
/// up; and it does not wait long for this many.
const OTHERS: i64 = 16;

/// Deletes what has expired: all of this scope, so that its sums are right, and a few of others, which may never be
/// written to again.
async fn forget_expired(transaction: &mut SqliteConnection, scope: i64, now: i64) -> sqlx::Result<()> {
    let own = "DELETE FROM state_entries WHERE scope = ? AND expires <= ?";
    query(own).bind(scope).bind(now).execute(&mut *transaction).await?;
    let others = "DELETE FROM state_entries WHERE id IN \
                  (SELECT id FROM state_entries WHERE expires <= ? ORDER BY expires LIMIT ?)";
    query(others).bind(now).bind(OTHERS).execute(transaction).await?;
    Ok(())
}

/// What the scope holds, and what it holds under `key`.
async fn usage(transaction: &mut SqliteConnection, scope: i64, key: &str) -> sqlx::Result<Usage> {
    let sql = "SELECT keys, bytes, entry.version, length(key) + length(value) FROM state_scopes \
               LEFT JOIN state_entries AS entry ON scope = state_scopes.id AND key = ? \
               WHERE state_scopes.id = ?";
    let (keys, bytes, version, size): (i64, i64, Option<i64>, Option<i64>) =
        query_as(sql).bind(key.as_bytes()).bind(scope).fetch_one(transaction).await?;
    let there = version
        .zip(size)
        .map(|(version, size)| There { version: version.cast_unsigned(), size: size.cast_unsigned() });
    Ok(Usage { keys: keys.cast_unsigned(), bytes: bytes.cast_unsigned(), there })
}

async fn put(
    transaction: &mut SqliteConnection,
    scope: i64,
    version: i64,
    write: Write<'_>,
) -> sqlx::Result<()> {
    let sql = "INSERT INTO state_entries (scope, key, value, version, expires) VALUES (?, ?, ?, ?, ?) \
               ON CONFLICT (scope, key) DO UPDATE \
               SET value = excluded.value, version = excluded.version, expires = excluded.expires";
    query(sql)
        .bind(scope)
        .bind(write.key.as_bytes())
        .bind(write.value)
        .bind(version)
        .bind(write.expires.map(micros))
        .execute(transaction)
        .await?;
    Ok(())
}

/// Since 1970, cut to whole microseconds; negative before.
fn micros(time: SystemTime) -> i64 {
    let count = |micros: u128| i64::try_from(micros).unwrap_or(i64::MAX);
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => count(after.as_micros()),
        Err(before) => -count(before.duration().as_micros()),
    }
}

fn no_text(_: std::string::FromUtf8Error) -> Error {
    Error::Damaged { detail: "a key is not in UTF-8".to_owned() }
}
