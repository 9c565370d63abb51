//! The versions of the database's tables. A file says in its header that it is a store of ours and which version it
//! is; one that says neither and is not empty is somebody else's.

use sqlx::sqlite::{SqliteExecutor, SqlitePool};
use sqlx::{AssertSqlSafe, raw_sql};

use super::failure::{failed, not_opened};
use super::patience::{begin, patiently};
use crate::Error;

/// `BLKH`, in the header's field for this purpose.
const APPLICATION: i64 = 0x424c_4b48;

/// What leads from each version to the next: the first from nothing to version 1. One that has been released never
/// changes.
const MIGRATIONS: &[&str] = &[include_str!("migrations/0001_state.sql")];

/// The version that this program writes.
const KNOWN: usize = MIGRATIONS.len();

/// The version that is there, 0 for an empty database. Writes nothing, so that a file which is not ours, or which a
/// newer program has written, stays as it is.
pub(super) async fn version(writer: &SqlitePool, name: &str) -> Result<usize, Error> {
    judge(patiently(|| marks(writer)).await, name)
}

/// Brings the database to the version that this program writes.
pub(super) async fn run(writer: &SqlitePool, name: &str) -> Result<(), Error> {
    if version(writer, name).await? == KNOWN {
        return Ok(());
    }
    let mut transaction = begin(writer).await?;
    // Once more, because another program may have done it while this one waited.
    let found = judge(marks(&mut *transaction).await, name)?;
    for migration in MIGRATIONS.iter().skip(found) {
        raw_sql(*migration).execute(&mut *transaction).await.map_err(|error| failed(&error))?;
    }
    let mark = format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {KNOWN};");
    // Two numbers of ours; a pragma takes no parameters.
    raw_sql(AssertSqlSafe(mark)).execute(&mut *transaction).await.map_err(|error| failed(&error))?;
    transaction.commit().await.map_err(|error| failed(&error))
}

/// What a database says of itself: the application that it belongs to, its version, and how many tables it has.
type Marks = (i64, i64, i64);

async fn marks(database: impl SqliteExecutor<'_>) -> sqlx::Result<Marks> {
    let marks = "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema) \
                 FROM pragma_application_id, pragma_user_version";
    sqlx::query_as(marks).fetch_one(database).await
}

fn judge(marks: sqlx::Result<Marks>, name: &str) -> Result<usize, Error> {
    match marks {
        Ok((0, 0, 0)) => Ok(0),
        Ok((APPLICATION, found, _)) => match usize::try_from(found) {
            Ok(version) if version <= KNOWN => Ok(version),
            _ => Err(Error::Newer { path: name.to_owned(), found, known: KNOWN as i64 }),
        },
        Ok(_) => Err(Error::Foreign { path: name.to_owned() }),
        Err(error) => Err(not_opened(&error, name)),
    }
}
