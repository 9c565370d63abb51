//! Many operations together: in a random order, at once, and broken off.

use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::task::Poll;
use std::time::{Duration, SystemTime};

use bulkhead_store::{Entry, KeyValue, Quota, Scope, SetError, Write};
use futures::FutureExt;
use futures::future::join_all;

use crate::support::{Numbers, ada, assert_counted, get, noon, plain, put, scope, set};

/// The same as a store, in the plainest way.
#[derive(Default)]
struct Model {
    entries: BTreeMap<(usize, String), (Entry, Option<SystemTime>)>,
}

const QUOTA: Quota = Quota { bytes: 40, keys: 4 };

impl Model {
    fn expire(&mut self, now: SystemTime) {
        self.entries.retain(|_, (_, expires)| expires.is_none_or(|expires| expires > now));
    }

    fn of(&self, scope: usize) -> impl Iterator<Item = (&String, &Entry)> {
        let entries = self.entries.iter().filter(move |((owner, _), _)| *owner == scope);
        entries.map(|((_, key), (entry, _))| (key, entry))
    }

    fn entry(&self, scope: usize, key: &str) -> Option<&Entry> {
        self.entries.get(&(scope, key.to_owned())).map(|(entry, _)| entry)
    }

    /// How a write would be refused, in words.
    fn refusal(&self, scope: usize, write: &Write<'_>) -> Option<String> {
        let there = self.entry(scope, write.key);
        let version = there.map_or(0, |entry| entry.version);
        if write.expected.is_some_and(|expected| expected != version) {
            return Some(format!("conflict {version}"));
        }
        if there.is_none() && self.of(scope).count() == 4 {
            return Some("keys".to_owned());
        }
        let size = |key: &str, value: &[u8]| key.len() + value.len();
        let before: usize = self.of(scope).map(|(key, entry)| size(key, &entry.value)).sum();
        let replaced = there.map_or(0, |entry| size(write.key, &entry.value));
        let after = before - replaced + size(write.key, write.value);
        (after > 40).then(|| "bytes".to_owned())
    }
}

pub(crate) async fn it_does_what_a_map_would_do(store: &dyn KeyValue) {
    let scopes = [scope("a", "b"), scope("a", "c"), scope("b", "b")];
    let keys = ["", "a", "ab", "b", "%", "é"];
    let mut numbers = Numbers(17);
    let mut model = Model::default();
    let mut now = noon();
    let (mut written, mut refused) = (0, 0);
    for step in 0..1500 {
        now += Duration::from_millis(numbers.below(900));
        model.expire(now);
        let owner = numbers.below(3) as usize;
        let (scope, key) = (&scopes[owner], keys[numbers.below(6) as usize]);
        match numbers.below(8) {
            0 => {
                store.delete(scope, key).await.unwrap();
                model.entries.remove(&(owner, key.to_owned()));
            }
            1 => {
                let expected: Vec<_> =
                    model.of(owner).map(|(other, _)| other).filter(|other| other.starts_with(key)).collect();
                let page = store.list_keys(scope, key, None, 10, now).await.unwrap();
                assert!(page.keys.iter().eq(expected), "step {step}: {page:?}");
            }
            2 => {
                let entry = store.get(scope, key, now).await.unwrap();
                assert_eq!(entry.as_ref(), model.entry(owner, key), "step {step}");
            }
            _ => {
                let value = vec![step as u8; numbers.below(25) as usize];
                let current = model.entry(owner, key).map_or(0, |entry| entry.version);
                let write = Write {
                    key,
                    value: &value,
                    expected: [None, None, Some(current), Some(current), Some(step)]
                        [numbers.below(5) as usize],
                    expires: (numbers.below(2) == 0)
                        .then(|| now + Duration::from_millis(numbers.below(9000))),
                };
                let refusal = model.refusal(owner, &write);
                match store.set(scope, write, QUOTA, now).await {
                    Ok(version) => {
                        assert_eq!(refusal, None, "step {step}");
                        let entry = Entry { value: value.clone(), version };
                        model.entries.insert((owner, key.to_owned()), (entry, write.expires));
                        written += 1;
                    }
                    Err(error) => {
                        assert_eq!(Some(named(error)), refusal, "step {step}");
                        refused += 1;
                    }
                }
                model.expire(now);
            }
        }
    }
    assert!(written > 200 && refused > 200, "{written} written, {refused} refused");
    for scope in &scopes {
        assert_counted(store, scope, now).await;
    }
}

fn named(error: SetError) -> String {
    match error {
        SetError::Conflict { version } => format!("conflict {version}"),
        SetError::TooManyBytes { limit: 40 } => "bytes".to_owned(),
        SetError::TooManyKeys { limit: 4 } => "keys".to_owned(),
        other => panic!("{other:?}"),
    }
}

/// Adds one to a number under `key`, again and again until nobody else was faster.
pub(crate) async fn increment(store: &dyn KeyValue, scope: &Scope, key: &str) {
    loop {
        let entry = get(store, scope, key).await;
        let count = entry.as_ref().map_or(0, |entry| number(&entry.value));
        let value = (count + 1).to_string();
        let expected = Some(entry.map_or(0, |entry| entry.version));
        match set(store, scope, Write { expected, ..plain(key, value.as_bytes()) }).await {
            Ok(_) => return,
            Err(SetError::Conflict { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

pub(crate) fn number(value: &[u8]) -> u64 {
    std::str::from_utf8(value).unwrap().parse().unwrap()
}

pub(crate) async fn increments_from_many_tasks_all_count(store: &dyn KeyValue) {
    let scope = ada();
    let task = async || {
        for _ in 0..10 {
            increment(store, &scope, "count").await;
        }
    };
    join_all((0..8).map(|_| task())).await;
    assert_eq!(number(&get(store, &scope, "count").await.unwrap().value), 80);
}

/// A guest whose time is over is dropped wherever its call stands, and the next one needs the same connection.
pub(crate) async fn a_dropped_call_has_happened_or_not(store: &dyn KeyValue) {
    let mut dropped = 0;
    for polls in 0..40 {
        put(store, &ada(), "k", b"before").await;
        let result = polled(polls, set(store, &ada(), plain("k", b"and after")).boxed()).await;
        let now_there = get(store, &ada(), "k").await.unwrap();
        match result {
            Some(version) => {
                assert_eq!((now_there.version, &*now_there.value), (version.unwrap(), &b"and after"[..]))
            }
            None => {
                assert!(
                    [&b"before"[..], b"and after"].contains(&&*now_there.value),
                    "{polls}: {now_there:?}"
                );
                dropped += 1;
            }
        }
        polled(polls, store.delete(&ada(), "k")).await;
        polled(polls, store.list_keys(&ada(), "", None, 10, noon())).await;
        polled(polls, store.get(&ada(), "k", noon())).await;
        assert_counted(store, &ada(), noon()).await;
    }
    assert!((5..40).contains(&dropped), "{dropped} of 40 calls were broken off");
}

/// Lets a future go on so many times, and drops it when it wants to go on again.
async fn polled<T>(polls: usize, mut future: impl Future<Output = T> + Unpin) -> Option<T> {
    let mut left = polls;
    poll_fn(move |context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        future.poll_unpin(context).map(Some)
    })
    .await
}
