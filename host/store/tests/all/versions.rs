//! Files that another program has written.

use std::fs;
use std::path::Path;

use bulkhead_store::{Error, open};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

use crate::files::empty_the_log;
use crate::support::{ada, put, url, value};

/// Runs SQL without this crate, making the file if need be.
async fn run(path: &Path, sql: &str) {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let mut connection = options.connect().await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// Opens a file that must be refused, and shows that nothing was written to it.
async fn refused(path: &Path) -> Error {
    let before = fs::read(path).unwrap();
    let error = open(&url(path)).await.err().expect("it is refused");
    assert!(fs::read(path).unwrap() == before, "{error}, but the file is another one now");
    let said = error.to_string();
    assert!(said.contains(path.to_str().unwrap()), "{said}");
    error
}

#[tokio::test]
async fn a_newer_store_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let store = open(&url(&path)).await.unwrap();
    put(&*store, &ada(), "k", b"1").await;
    run(&path, "PRAGMA user_version = 2").await;
    empty_the_log(&path).await;
    let error = refused(&path).await;
    assert!(matches!(error, Error::Newer { found: 2, known: 1, .. }), "{error}");
    assert!(error.to_string().contains("version 2") && error.to_string().contains("up to 1"), "{error}");
    // It was the version and nothing else.
    run(&path, "PRAGMA user_version = 1").await;
    let store = open(&url(&path)).await.unwrap();
    assert_eq!(value(&*store, &ada(), "k").await.unwrap(), b"1");
}

#[tokio::test]
async fn somebody_elses_database_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    for (number, sql) in [
        "CREATE TABLE theirs (x)",
        "CREATE TABLE theirs (x); PRAGMA user_version = 1",
        "PRAGMA user_version = 1",
        "PRAGMA application_id = 252006674",
        "CREATE TABLE state_entries (x); PRAGMA application_id = 17; PRAGMA user_version = 1",
    ]
    .into_iter()
    .enumerate()
    {
        let path = folder.path().join(format!("{number}.db"));
        run(&path, sql).await;
        let error = refused(&path).await;
        assert!(matches!(error, Error::Foreign { .. }), "{sql}: {error}");
    }
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in [("short", "words".to_owned()), ("long", "words ".repeat(10_000))] {
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        let error = refused(&path).await;
        assert!(matches!(error, Error::Foreign { .. }), "{name}: {error}");
    }
}

/// A program that was stopped while it made the file leaves an empty one.
#[tokio::test]
async fn an_empty_file_becomes_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    fs::write(&path, "").unwrap();
    let store = open(&url(&path)).await.unwrap();
    put(&*store, &ada(), "k", b"1").await;
    assert_eq!(value(&*store, &ada(), "k").await.unwrap(), b"1");
}
