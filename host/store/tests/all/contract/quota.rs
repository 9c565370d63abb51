//! What one scope may hold.

use bulkhead_store::{KeyValue, Quota, SetError, Write};

use crate::support::{AMPLE, ada, assert_counted, keys, noon, plain, put, scope, value};

async fn set(store: &dyn KeyValue, key: &str, value: &[u8], quota: Quota) -> Result<u64, SetError> {
    store.set(&ada(), plain(key, value), quota, noon()).await
}

fn bytes(bytes: u64) -> Quota {
    Quota { bytes, ..AMPLE }
}

fn refuses_bytes(result: Result<u64, SetError>, expected: u64) {
    assert!(matches!(result, Err(SetError::TooManyBytes { limit }) if limit == expected), "{result:?}");
}

pub(crate) async fn keys_and_values_count(store: &dyn KeyValue) {
    refuses_bytes(set(store, "é", b"1234", bytes(5)).await, 5);
    set(store, "é", b"1234", bytes(6)).await.unwrap();
    refuses_bytes(set(store, "k", b"", bytes(6)).await, 6);
    set(store, "k", b"", bytes(7)).await.unwrap();
    store.delete(&ada(), "é").await.unwrap();
    set(store, "kk", b"1234", bytes(7)).await.unwrap();
    // What others hold does not count.
    let bob = scope("notes", "bob");
    store.set(&bob, plain("k", b"123456"), bytes(7), noon()).await.unwrap();
    assert_counted(store, &ada(), noon()).await;
    assert_counted(store, &bob, noon()).await;
}

pub(crate) async fn overwriting_counts_the_difference(store: &dyn KeyValue) {
    set(store, "a", b"1234", bytes(10)).await.unwrap();
    set(store, "b", b"1234", bytes(10)).await.unwrap();
    set(store, "a", b"4321", bytes(10)).await.unwrap();
    refuses_bytes(set(store, "a", b"12345", bytes(10)).await, 10);
    set(store, "b", b"123", bytes(10)).await.unwrap();
    set(store, "a", b"12345", bytes(10)).await.unwrap();
    assert_counted(store, &ada(), noon()).await;
}

pub(crate) async fn keys_are_counted(store: &dyn KeyValue) {
    let quota = Quota { keys: 2, ..AMPLE };
    set(store, "a", b"", quota).await.unwrap();
    set(store, "b", b"", quota).await.unwrap();
    set(store, "a", b"again", quota).await.unwrap();
    let refused = set(store, "c", b"", quota).await;
    assert!(matches!(refused, Err(SetError::TooManyKeys { limit: 2 })), "{refused:?}");
    store.delete(&ada(), "a").await.unwrap();
    set(store, "c", b"", quota).await.unwrap();
    let nothing = Quota { keys: 0, bytes: 0 };
    let refused = store.set(&scope("notes", "bob"), plain("", b""), nothing, noon()).await;
    assert!(matches!(refused, Err(SetError::TooManyKeys { limit: 0 })), "{refused:?}");
}

pub(crate) async fn a_refused_write_changes_nothing(store: &dyn KeyValue) {
    let version = put(store, &ada(), "k", b"before").await;
    refuses_bytes(set(store, "k", b"much longer", bytes(8)).await, 8);
    refuses_bytes(set(store, "other", b"", bytes(8)).await, 8);
    assert_eq!(value(store, &ada(), "k").await.unwrap(), b"before");
    assert_eq!(keys(store, &ada(), "").await, ["k"]);
    let write = Write { expected: Some(version), ..plain("k", b"after") };
    store.set(&ada(), write, AMPLE, noon()).await.unwrap();
    assert_counted(store, &ada(), noon()).await;
}

pub(crate) async fn a_scope_above_its_quota_can_shrink(store: &dyn KeyValue) {
    put(store, &ada(), "a", b"12345678").await;
    put(store, &ada(), "b", b"12345678").await;
    let lowered = Quota { bytes: 4, keys: 1 };
    set(store, "a", b"1234567", lowered).await.unwrap();
    set(store, "a", b"7654321", lowered).await.unwrap();
    refuses_bytes(set(store, "a", b"12345678", lowered).await, 4);
    store.delete(&ada(), "b").await.unwrap();
    set(store, "a", b"123", lowered).await.unwrap();
}

pub(crate) async fn a_conflict_is_told_before_a_quota(store: &dyn KeyValue) {
    let nothing = Quota { keys: 0, bytes: 0 };
    let write = Write { expected: Some(1), ..plain("k", b"value") };
    let refused = store.set(&ada(), write, nothing, noon()).await;
    assert!(matches!(refused, Err(SetError::Conflict { version: 0 })), "{refused:?}");
}
