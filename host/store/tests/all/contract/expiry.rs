//! Entries that end by themselves.

use std::time::{Duration, SystemTime};

use bulkhead_store::{KeyValue, Quota, SetError, Write};

use crate::support::{AMPLE, ada, assert_counted, get, keys, noon, plain, put, scope, set};

const MINUTE: Duration = Duration::from_secs(60);
const MICROSECOND: Duration = Duration::from_micros(1);

fn until<'a>(key: &'a str, expires: SystemTime) -> Write<'a> {
    Write { expires: Some(expires), ..plain(key, b"value") }
}

pub(crate) async fn what_has_expired_is_not_there(store: &dyn KeyValue) {
    set(store, &ada(), until("k", noon() + MINUTE)).await.unwrap();
    put(store, &ada(), "stays", b"").await;
    let just_before = noon() + MINUTE - MICROSECOND;
    assert!(store.get(&ada(), "k", just_before).await.unwrap().is_some());
    let page = store.list_keys(&ada(), "", None, 10, just_before).await.unwrap();
    assert_eq!(page.keys, ["k", "stays"]);
    for after in [noon() + MINUTE, noon() + 2 * MINUTE] {
        assert_eq!(store.get(&ada(), "k", after).await.unwrap(), None);
        let page = store.list_keys(&ada(), "", None, 10, after).await.unwrap();
        assert_eq!((page.keys, page.next), (vec!["stays".to_owned()], None));
    }
    // It is read only, so an earlier time sees it again.
    assert!(get(store, &ada(), "k").await.is_some());
}

pub(crate) async fn what_has_expired_is_not_expected(store: &dyn KeyValue) {
    let first = set(store, &ada(), until("k", noon() + MINUTE)).await.unwrap();
    let later = noon() + MINUTE;
    let write = |expected| Write { expected: Some(expected), ..plain("k", b"new") };
    let stale = store.set(&ada(), write(first), AMPLE, later).await;
    assert!(matches!(stale, Err(SetError::Conflict { version: 0 })), "{stale:?}");
    let second = store.set(&ada(), write(0), AMPLE, later).await.unwrap();
    assert!(second > first);
    assert_eq!(store.get(&ada(), "k", later).await.unwrap().unwrap().value, b"new");
}

pub(crate) async fn what_has_expired_does_not_count(store: &dyn KeyValue) {
    let quota = Quota { bytes: 12, keys: 2 };
    for key in ["a", "b"] {
        store.set(&ada(), until(key, noon() + MINUTE), quota, noon()).await.unwrap();
    }
    let next = plain("c", b"value");
    let full = store.set(&ada(), next, quota, noon() + MINUTE - MICROSECOND).await;
    assert!(matches!(full, Err(SetError::TooManyKeys { limit: 2 })), "{full:?}");
    let full = store.set(&ada(), next, Quota { keys: 3, ..quota }, noon()).await;
    assert!(matches!(full, Err(SetError::TooManyBytes { limit: 12 })), "{full:?}");
    store.set(&ada(), next, quota, noon() + MINUTE).await.unwrap();
    assert_counted(store, &ada(), noon() + MINUTE).await;
}

pub(crate) async fn each_write_says_anew_when_it_expires(store: &dyn KeyValue) {
    set(store, &ada(), until("k", noon() + MINUTE)).await.unwrap();
    set(store, &ada(), until("longer", noon() + MINUTE)).await.unwrap();
    set(store, &ada(), until("shorter", noon() + 9 * MINUTE)).await.unwrap();
    put(store, &ada(), "k", b"for good").await;
    set(store, &ada(), until("longer", noon() + 5 * MINUTE)).await.unwrap();
    set(store, &ada(), until("shorter", noon() + 2 * MINUTE)).await.unwrap();
    let listed = async |now| store.list_keys(&ada(), "", None, 10, now).await.unwrap().keys;
    assert_eq!(listed(noon() + MINUTE).await, ["k", "longer", "shorter"]);
    assert_eq!(listed(noon() + 2 * MINUTE).await, ["k", "longer"]);
    assert_eq!(listed(noon() + 5 * MINUTE).await, ["k"]);
}

pub(crate) async fn times_far_away_are_no_trouble(store: &dyn KeyValue) {
    let never = SystemTime::UNIX_EPOCH + Duration::from_secs(i64::MAX as u64);
    set(store, &ada(), until("never", never)).await.unwrap();
    // Already over when it is written: taken, and not there.
    let long_ago = SystemTime::UNIX_EPOCH - Duration::from_secs(i64::MAX as u64);
    set(store, &ada(), until("gone", long_ago)).await.unwrap();
    set(store, &ada(), until("at once", noon())).await.unwrap();
    assert_eq!(keys(store, &ada(), "").await, ["never"]);
    let before_1970 = SystemTime::UNIX_EPOCH - MINUTE;
    store.set(&ada(), until("old", before_1970 + MICROSECOND), AMPLE, before_1970).await.unwrap();
    assert!(store.get(&ada(), "old", before_1970).await.unwrap().is_some());
    assert!(store.get(&ada(), "old", before_1970 + MICROSECOND).await.unwrap().is_none());
    assert_counted(store, &ada(), noon()).await;
}

/// Writes clear up behind other scopes, and must not take anything from them or miscount what they hold.
pub(crate) async fn what_expired_in_other_scopes_is_no_matter(store: &dyn KeyValue) {
    let bob = scope("notes", "bob");
    for number in 0..50 {
        set(store, &bob, until(&format!("k{number}"), noon() + MINUTE)).await.unwrap();
    }
    put(store, &bob, "stays", b"value").await;
    set(store, &bob, until("longer", noon() + 2 * MINUTE)).await.unwrap();
    let later = noon() + MINUTE;
    store.set(&ada(), plain("k", b"value"), AMPLE, later).await.unwrap();
    let page = store.list_keys(&bob, "", None, 100, later).await.unwrap();
    assert_eq!(page.keys, ["longer", "stays"]);
    assert_counted(store, &bob, later).await;
    assert_counted(store, &ada(), later).await;
}
