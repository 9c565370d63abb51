//! What the tests say often.

use std::path::Path;
use std::time::{Duration, SystemTime};

use bulkhead_store::{Entry, KeyValue, Quota, Scope, SetError, Write};

/// More than any test writes.
pub(crate) const AMPLE: Quota = Quota { bytes: 1 << 40, keys: 1 << 40 };

/// Noon, at a distance from 1970 in milliseconds that is no round number.
pub(crate) fn noon() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(1_780_000_000_123)
}

pub(crate) fn scope(component: &str, principal: &str) -> Scope {
    Scope { component: component.to_owned(), principal: principal.to_owned() }
}

pub(crate) fn ada() -> Scope {
    scope("notes", "ada")
}

/// A write without conditions.
pub(crate) fn plain<'a>(key: &'a str, value: &'a [u8]) -> Write<'a> {
    Write { key, value, expected: None, expires: None }
}

/// Writes at noon with an ample quota.
pub(crate) async fn set(store: &dyn KeyValue, scope: &Scope, write: Write<'_>) -> Result<u64, SetError> {
    store.set(scope, write, AMPLE, noon()).await
}

/// Writes without conditions.
pub(crate) async fn put(store: &dyn KeyValue, scope: &Scope, key: &str, value: &[u8]) -> u64 {
    set(store, scope, plain(key, value)).await.unwrap()
}

pub(crate) async fn get(store: &dyn KeyValue, scope: &Scope, key: &str) -> Option<Entry> {
    store.get(scope, key, noon()).await.unwrap()
}

pub(crate) async fn value(store: &dyn KeyValue, scope: &Scope, key: &str) -> Option<Vec<u8>> {
    get(store, scope, key).await.map(|entry| entry.value)
}

/// Every key with this prefix, in one page.
pub(crate) async fn keys(store: &dyn KeyValue, scope: &Scope, prefix: &str) -> Vec<String> {
    let page = store.list_keys(scope, prefix, None, 1 << 20, noon()).await.unwrap();
    assert_eq!(page.next, None);
    page.keys
}

/// That the scope counts exactly what can be read of it: a quota with no room to spare takes one more entry, and one
/// that is smaller by one does not.
pub(crate) async fn assert_counted(store: &dyn KeyValue, scope: &Scope, now: SystemTime) {
    let page = store.list_keys(scope, "", None, 1 << 20, now).await.unwrap();
    let mut bytes = 0;
    for key in &page.keys {
        let entry = store.get(scope, key, now).await.unwrap().expect("a key that is listed has a value");
        bytes += (key.len() + entry.value.len()) as u64;
    }
    let probe = plain("a key of the test's", b"and a value");
    let exact = Quota {
        keys: page.keys.len() as u64 + 1,
        bytes: bytes + (probe.key.len() + probe.value.len()) as u64,
    };
    let fewer_bytes = Quota { bytes: exact.bytes - 1, ..exact };
    let fewer_keys = Quota { keys: exact.keys - 1, ..exact };
    let refused = store.set(scope, probe, fewer_bytes, now).await;
    assert!(matches!(refused, Err(SetError::TooManyBytes { .. })), "{refused:?}");
    let refused = store.set(scope, probe, fewer_keys, now).await;
    assert!(matches!(refused, Err(SetError::TooManyKeys { .. })), "{refused:?}");
    store.set(scope, probe, exact, now).await.unwrap();
    store.delete(scope, probe.key).await.unwrap();
}

/// The text that opens a file.
pub(crate) fn url(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}

/// Numbers that look random and are the same in every run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// Below `end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        // The generator of Knuth's MMIX; its high bits are the good ones.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}
