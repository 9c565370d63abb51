//! The backend for one host, or for several programs on one machine: a file in SQLite, or memory.
//!
//! One connection writes and a few read. Within a program the writers wait in line for their connection and not for
//! SQLite's lock, which knows no line; between programs the lock is waited for patiently. SQLite's write-ahead log lets
//! readers go on meanwhile.

mod failure;
mod file;
mod key_value;
mod migrations;
mod patience;

use std::path::Path;

use sqlx::ConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions, SqliteSynchronous};

use crate::Error;
use crate::location::Location;
use failure::not_opened;
use patience::{LOOK, PATIENCE, patiently};

/// How many reads there are at once. Each takes a thread and up to 2 MiB of cache; a read takes microseconds.
const READERS: u32 = 4;

/// A store in SQLite.
#[derive(Clone, Debug)]
pub struct Sqlite {
    /// Of one connection.
    writer: SqlitePool,
    /// In memory the same connection as `writer`: a second one would open a memory of its own.
    readers: SqlitePool,
}

impl Sqlite {
    /// Opens `sqlite:PATH` or `sqlite::memory:`. What is not there of the path is created, for this user alone; what is
    /// there keeps its permissions. A store of an older version is brought up to date.
    ///
    /// # Errors
    ///
    /// [`Error::BadPath`] and [`Error::NoSuchStore`] when `url` is neither; [`Error::Unreachable`], [`Error::Unfit`]
    /// and [`Error::Exposed`] when the file cannot be had or not be kept for oneself; [`Error::Foreign`] and
    /// [`Error::Newer`] when it is not this program's to use, in which case it has not been touched.
    pub async fn open(url: &str) -> Result<Self, Error> {
        match Location::parse(url)? {
            Location::Memory => {
                let writer = pool(1, options());
                migrations::run(&writer, ":memory:").await?;
                Ok(Self { readers: writer.clone(), writer })
            }
            Location::File(path) => Self::open_file(&path).await,
        }
    }

    async fn open_file(path: &Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        let absolute = file::create(path)?;
        // Without `create_if_missing`: SQLite would make the file readable for others.
        let options = options().filename(absolute);
        let writer = pool(1, options.clone().busy_timeout(LOOK));
        migrations::version(&writer, &name).await?;
        keep_a_log(&writer, &name).await?;
        migrations::run(&writer, &name).await?;
        let readers = pool(READERS, options.busy_timeout(PATIENCE).pragma("query_only", "ON"));
        Ok(Self { writer, readers })
    }
}

fn options() -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        // What was answered survives the machine, too, and not only the program. Writes are few enough to wait for.
        .synchronous(SqliteSynchronous::Full)
        // A file that someone has tampered with cannot call functions through its schema.
        .pragma("trusted_schema", "OFF")
        .disable_statement_logging()
}

/// Connections that are made when they are needed, and kept: a store in memory would be lost with its connection.
fn pool(size: u32, options: SqliteConnectOptions) -> SqlitePool {
    SqlitePoolOptions::new()
        .max_connections(size)
        .idle_timeout(None)
        .max_lifetime(None)
        // A connection is a thread of this process, and does not go away by itself.
        .test_before_acquire(false)
        .acquire_timeout(PATIENCE)
        .connect_lazy_with(options)
}

/// Turns on the write-ahead log, which the file remembers.
async fn keep_a_log(writer: &SqlitePool, name: &str) -> Result<(), Error> {
    let mode: String = patiently(|| sqlx::query_scalar("PRAGMA journal_mode = WAL").fetch_one(writer))
        .await
        .map_err(|error| not_opened(&error, name))?;
    if mode == "wal" { Ok(()) } else { Err(Error::Unfit { path: name.to_owned() }) }
}
