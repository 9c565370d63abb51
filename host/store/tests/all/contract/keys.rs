//! Listing keys.

use bulkhead_store::{KeyPage, KeyValue};

use crate::support::{ada, assert_counted, keys, noon, put, value};

/// In the order of their bytes. Each has a meaning somewhere: in `LIKE`, in `GLOB`, in a collation, as an end of text.
const ODD: [&str; 22] = [
    "",
    "\0",
    "\0\0",
    " ",
    "%",
    "%%",
    "'",
    "*",
    "?",
    "A",
    "B",
    "[a-z]",
    "\\",
    "\\%",
    "_",
    "a",
    "a\0",
    "a%",
    "ab",
    "b",
    "é",
    "\u{10ffff}",
];

async fn put_all(store: &dyn KeyValue, keys: &[&str]) {
    // In another order than the one they are listed in.
    for key in keys.iter().rev() {
        put(store, &ada(), key, key.as_bytes()).await;
    }
}

async fn page(store: &dyn KeyValue, prefix: &str, cursor: Option<&str>, most: usize) -> KeyPage {
    store.list_keys(&ada(), prefix, cursor, most, noon()).await.unwrap()
}

pub(crate) async fn keys_come_in_the_order_of_their_bytes(store: &dyn KeyValue) {
    put_all(store, &ODD).await;
    assert_eq!(keys(store, &ada(), "").await, ODD);
    for key in ODD {
        assert_eq!(value(store, &ada(), key).await.unwrap(), key.as_bytes(), "{key:?}");
    }
    assert_counted(store, &ada(), noon()).await;
}

pub(crate) async fn prefixes_are_taken_literally(store: &dyn KeyValue) {
    let more = ["éa", "\u{10ffff}z", "\u{10fffe}", "ê", "è", "_a", "aéb"];
    put_all(store, &ODD).await;
    put_all(store, &more).await;
    let mut all = [&ODD[..], &more].concat();
    all.sort_unstable();
    for prefix in all.iter().copied().chain(["none", "\u{10ffff}\u{10ffff}"]) {
        let expected: Vec<_> = all.iter().copied().filter(|key| key.starts_with(prefix)).collect();
        assert_eq!(keys(store, &ada(), prefix).await, expected, "{prefix:?}");
    }
}

pub(crate) async fn pages_are_walked_without_gaps(store: &dyn KeyValue) {
    put_all(store, &ODD).await;
    for prefix in ["", "a", "%"] {
        let expected = keys(store, &ada(), prefix).await;
        for most in 1..=ODD.len() + 1 {
            let mut walked = Vec::new();
            let mut cursor = None;
            loop {
                let page = page(store, prefix, cursor.as_deref(), most).await;
                assert!(page.keys.len() <= most);
                // Full, unless it is the last.
                assert!(page.next.is_none() || page.keys.len() == most);
                assert!(page.next.is_none() || page.next.as_ref() == page.keys.last());
                walked.extend(page.keys);
                cursor = page.next;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(walked, expected, "{prefix:?} by {most}");
        }
    }
}

pub(crate) async fn any_text_is_a_cursor(store: &dyn KeyValue) {
    put_all(store, &["a", "b/1", "b/2", "b/3", "c"]).await;
    let after = async |cursor| page(store, "b/", Some(cursor), 10).await.keys;
    assert_eq!(after("").await, ["b/1", "b/2", "b/3"]);
    assert_eq!(after("a").await, ["b/1", "b/2", "b/3"]);
    assert_eq!(after("b/").await, ["b/1", "b/2", "b/3"]);
    assert_eq!(after("b/1").await, ["b/2", "b/3"]);
    assert_eq!(after("b/11").await, ["b/2", "b/3"]);
    assert_eq!(after("b/3").await, [""; 0]);
    assert_eq!(after("c").await, [""; 0]);
    assert_eq!(after("' OR 1=1 --").await, ["b/1", "b/2", "b/3"]);
    // The key of the cursor may be gone when the next page is asked for.
    store.delete(&ada(), "b/2").await.unwrap();
    assert_eq!(after("b/2").await, ["b/3"]);
}

pub(crate) async fn a_page_has_at_least_one_key(store: &dyn KeyValue) {
    put_all(store, &["a", "b"]).await;
    let first = page(store, "", None, 0).await;
    assert_eq!((first.keys, first.next), (vec!["a".to_owned()], Some("a".to_owned())));
    let all = page(store, "", None, usize::MAX).await;
    assert_eq!((all.keys.len(), all.next), (2, None));
    // A page that is just full is the last one, and says so.
    assert_eq!(page(store, "", None, 2).await.next, None);
}

pub(crate) async fn keys_of_any_length_are_kept(store: &dyn KeyValue) {
    let lengths = [512, 5_000, 200_000];
    for length in lengths {
        put(store, &ada(), &"é".repeat(length), b"value").await;
    }
    let found: Vec<_> = keys(store, &ada(), "é").await.iter().map(|key| key.chars().count()).collect();
    assert_eq!(found, lengths);
    assert_counted(store, &ada(), noon()).await;
}
