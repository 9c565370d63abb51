//! Reading, writing, deleting, versions.

use bulkhead_store::{KeyValue, SetError, Write};

use crate::support::{ada, get, keys, plain, put, scope, set, value};

pub(crate) async fn nothing_is_there_at_first(store: &dyn KeyValue) {
    assert_eq!(get(store, &ada(), "k").await, None);
    assert_eq!(keys(store, &ada(), "").await, [""; 0]);
    store.delete(&ada(), "k").await.unwrap();
}

pub(crate) async fn a_value_is_read_back_as_it_was_written(store: &dyn KeyValue) {
    let every_byte: Vec<u8> = (0..=255).collect();
    let large = vec![7; 3 << 20];
    for written in [b"".as_slice(), b"\0", b"text", &every_byte, &large] {
        let version = put(store, &ada(), "k", written).await;
        let entry = get(store, &ada(), "k").await.unwrap();
        assert!(entry.value == written, "{} bytes", written.len());
        assert_eq!(entry.version, version);
    }
}

pub(crate) async fn a_later_write_takes_the_place_of_an_earlier_one(store: &dyn KeyValue) {
    put(store, &ada(), "k", b"long ago").await;
    put(store, &ada(), "other", b"beside").await;
    put(store, &ada(), "k", b"now").await;
    assert_eq!(value(store, &ada(), "k").await.unwrap(), b"now");
    assert_eq!(value(store, &ada(), "other").await.unwrap(), b"beside");
    assert_eq!(keys(store, &ada(), "").await, ["k", "other"]);
}

pub(crate) async fn what_is_deleted_is_gone(store: &dyn KeyValue) {
    put(store, &ada(), "k", b"1").await;
    put(store, &ada(), "kk", b"2").await;
    store.delete(&ada(), "k").await.unwrap();
    assert_eq!(get(store, &ada(), "k").await, None);
    assert_eq!(keys(store, &ada(), "").await, ["kk"]);
    store.delete(&ada(), "k").await.unwrap();
}

pub(crate) async fn versions_grow_and_never_come_back(store: &dyn KeyValue) {
    let mut versions = Vec::new();
    for key in ["k", "k", "other", "k"] {
        versions.push(put(store, &ada(), key, b"1").await);
    }
    store.delete(&ada(), "k").await.unwrap();
    versions.push(put(store, &ada(), "k", b"1").await);
    // With the last entry of the scope gone, too.
    store.delete(&ada(), "k").await.unwrap();
    store.delete(&ada(), "other").await.unwrap();
    versions.push(put(store, &ada(), "k", b"1").await);
    assert!(versions.is_sorted_by(|before, after| before < after), "{versions:?}");
}

/// Otherwise a guest could learn from its own versions how much others write, or tell them something.
pub(crate) async fn versions_tell_nothing_of_other_scopes(store: &dyn KeyValue) {
    let first = put(store, &scope("notes", "ada"), "k", b"1").await;
    for _ in 0..3 {
        put(store, &scope("notes", "bob"), "k", b"1").await;
        put(store, &scope("mail", "ada"), "k", b"1").await;
    }
    let second = put(store, &scope("notes", "ada"), "k", b"1").await;
    assert_eq!((first, second), (1, 2));
}

pub(crate) async fn a_write_happens_only_on_the_expected_version(store: &dyn KeyValue) {
    let write = |expected, value| Write { expected: Some(expected), ..plain("k", value) };
    let conflict = |result: Result<u64, SetError>| match result {
        Err(SetError::Conflict { version }) => version,
        other => panic!("{other:?}"),
    };
    assert_eq!(conflict(set(store, &ada(), write(1, b"too early")).await), 0);
    let first = set(store, &ada(), write(0, b"1")).await.unwrap();
    assert_eq!(conflict(set(store, &ada(), write(0, b"again")).await), first);
    let second = set(store, &ada(), write(first, b"2")).await.unwrap();
    assert_eq!(conflict(set(store, &ada(), write(first, b"too late")).await), second);
    assert_eq!(conflict(set(store, &ada(), write(u64::MAX, b"never")).await), second);
    assert_eq!(conflict(set(store, &ada(), write(second + 1, b"too early")).await), second);
    assert_eq!(value(store, &ada(), "k").await.unwrap(), b"2");
    // What is written over something that was deleted meanwhile is a lost write, too.
    store.delete(&ada(), "k").await.unwrap();
    assert_eq!(conflict(set(store, &ada(), write(second, b"gone")).await), 0);
    put(store, &ada(), "k", b"another").await;
    let third = conflict(set(store, &ada(), write(second, b"changed and back")).await);
    assert!(third > second);
}

pub(crate) async fn scopes_are_apart(store: &dyn KeyValue) {
    let scopes = [
        scope("a", "bc"),
        scope("ab", "c"),
        scope("abc", ""),
        scope("", "abc"),
        scope("bc", "a"),
        scope("A", "bc"),
        scope("a", "bc "),
        scope("a", "bc\0"),
        scope("a\0bc", ""),
        scope("a", "%"),
        scope("a", "é"),
        // The same to the eye.
        scope("a", "e\u{301}"),
        scope("a", "'; DROP TABLE state_entries; --"),
    ];
    for (number, scope) in scopes.iter().enumerate() {
        assert_eq!(get(store, scope, "k").await, None, "{scope:?}");
        put(store, scope, "k", &[number as u8]).await;
        put(store, scope, &format!("of {number}"), b"").await;
    }
    for (number, scope) in scopes.iter().enumerate() {
        assert_eq!(value(store, scope, "k").await.unwrap(), [number as u8], "{scope:?}");
        assert_eq!(keys(store, scope, "of ").await, [format!("of {number}")], "{scope:?}");
    }
    store.delete(&scopes[0], "k").await.unwrap();
    for scope in &scopes[1..] {
        assert!(get(store, scope, "k").await.is_some(), "{scope:?}");
    }
}
