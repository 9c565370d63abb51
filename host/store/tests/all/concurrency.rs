//! One file, opened several times.

use std::sync::Arc;
use std::time::Duration;

use bulkhead_store::{Error, KeyValue, SetError, open};
use futures::future::join_all;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::contract::model::{increment, number};
use crate::support::{ada, get, plain, put, set, url, value};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_handles_lose_no_increment() {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&folder.path().join("store.db"));
    let mut tasks = JoinSet::new();
    for _ in 0..2 {
        let store = open(&url).await.unwrap();
        for _ in 0..4 {
            let store = Arc::clone(&store);
            tasks.spawn(async move {
                for _ in 0..15 {
                    increment(&*store, &ada(), "count").await;
                }
            });
        }
    }
    tasks.join_all().await;
    let store = open(&url).await.unwrap();
    assert_eq!(number(&get(&*store, &ada(), "count").await.unwrap().value), 2 * 4 * 15);
}

/// A program that writes without a pause leaves the lock for moments only.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_busy_writer_keeps_no_other_from_writing() {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&folder.path().join("store.db"));
    let busy = open(&url).await.unwrap();
    let mut writers = JoinSet::new();
    for task in 0..4 {
        let busy = Arc::clone(&busy);
        writers.spawn(async move {
            for number in 0_u64.. {
                put(&*busy, &ada(), &format!("busy {task}"), &number.to_le_bytes()).await;
            }
        });
    }
    let other = open(&url).await.unwrap();
    for number in 0_u64..20 {
        set(&*other, &ada(), plain("other", &number.to_le_bytes())).await.unwrap();
        other.delete(&ada(), "nothing").await.unwrap();
    }
    // It was busy all the while.
    let before = value(&*other, &ada(), "busy 0").await.unwrap();
    put(&*other, &ada(), "other", b"last").await;
    let written = async || value(&*other, &ada(), "busy 0").await.unwrap();
    while written().await == before {
        tokio::task::yield_now().await;
    }
    writers.abort_all();
}

/// Making the file, its log and its tables is a race when programs start together.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_new_file_can_be_opened_by_many_at_once() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..5 {
        let url = url(&folder.path().join(format!("new/{round}/store.db")));
        let openings = (0..8).map(|_| {
            let url = url.clone();
            tokio::spawn(async move { open(&url).await })
        });
        let stores: Vec<_> =
            join_all(openings).await.into_iter().map(|opened| opened.unwrap().unwrap()).collect();
        for (number, store) in stores.iter().enumerate() {
            put(&**store, &ada(), &number.to_string(), b"1").await;
        }
        for store in &stores {
            assert_eq!(crate::support::keys(&**store, &ada(), "").await.len(), 8);
        }
    }
}

/// The lock is another program's for a while: reading goes on, and writing waits.
#[tokio::test]
async fn readers_do_not_wait_and_writers_do() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let store = open(&url(&path)).await.unwrap();
    put(&*store, &ada(), "k", b"1").await;
    let mut other = SqliteConnectOptions::new().filename(&path).connect().await.unwrap();
    let held = other.begin_with("BEGIN IMMEDIATE").await.unwrap();
    let writing = {
        let store: Arc<dyn KeyValue> = Arc::clone(&store);
        tokio::spawn(async move { put(&*store, &ada(), "k", b"2").await })
    };
    // Longer than SQLite waits at a stretch.
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(value(&*store, &ada(), "k").await.unwrap(), b"1");
    assert!(!writing.is_finished());
    held.rollback().await.unwrap();
    writing.await.unwrap();
    assert_eq!(value(&*store, &ada(), "k").await.unwrap(), b"2");
}

/// The lock is another program's for good. However many wait for it, none waits longer than it would alone.
#[tokio::test]
async fn nobody_waits_for_good() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let store = open(&url(&path)).await.unwrap();
    let mut other = SqliteConnectOptions::new().filename(&path).connect().await.unwrap();
    let held = other.begin_with("BEGIN IMMEDIATE").await.unwrap();
    let ada = ada();
    let writing = (0..20).map(|_| set(&*store, &ada, plain("k", b"1")));
    let waited = timeout(Duration::from_secs(20), join_all(writing)).await.expect("they have given up");
    for result in waited {
        assert!(matches!(result, Err(SetError::Store(Error::Busy))), "{result:?}");
    }
    held.rollback().await.unwrap();
    assert_eq!(get(&*store, &ada, "k").await, None);
    put(&*store, &ada, "k", b"2").await;
}
