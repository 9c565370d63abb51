//! Where what outlives a run is kept: records of runs that wait, and values that were too large to be answered whole.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use futures::future::BoxFuture;

use crate::record::Record;

/// Keeps runs that wait, and values. What is kept belongs to a principal, and is not there for another.
pub trait RunStore: Send + Sync {
    /// Keeps a run that waits, under a handle that nobody can guess.
    fn keep<'a>(&'a self, handle: &'a str, principal: &'a str, record: Arc<Record>) -> BoxFuture<'a, ()>;

    /// Takes it out: a run goes on once.
    fn take<'a>(&'a self, handle: &'a str, principal: &'a str) -> BoxFuture<'a, Option<Arc<Record>>>;

    /// Keeps a value, as JSON text.
    fn keep_value<'a>(&'a self, handle: &'a str, principal: &'a str, value: Arc<str>) -> BoxFuture<'a, ()>;

    /// The value of a handle.
    fn value<'a>(&'a self, handle: &'a str, principal: &'a str) -> BoxFuture<'a, Option<Arc<str>>>;
}

/// How many bytes of values, and how many runs, are kept; the oldest make room.
const BYTES: usize = 256 << 20;
const RUNS: usize = 1_024;

/// Keeps them in memory: they are gone with the process.
#[derive(Default)]
pub struct InMemory {
    runs: Mutex<VecDeque<Kept<Arc<Record>>>>,
    values: Mutex<VecDeque<Kept<Arc<str>>>>,
}

struct Kept<T> {
    handle: String,
    principal: String,
    what: T,
}

impl<T> Kept<T> {
    fn is(&self, handle: &str, principal: &str) -> bool {
        self.handle == handle && self.principal == principal
    }
}

impl RunStore for InMemory {
    fn keep<'a>(&'a self, handle: &'a str, principal: &'a str, record: Arc<Record>) -> BoxFuture<'a, ()> {
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.push_back(Kept { handle: handle.to_owned(), principal: principal.to_owned(), what: record });
        if runs.len() > RUNS {
            runs.pop_front();
        }
        Box::pin(std::future::ready(()))
    }

    fn take<'a>(&'a self, handle: &'a str, principal: &'a str) -> BoxFuture<'a, Option<Arc<Record>>> {
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        let found = runs.iter().position(|kept| kept.is(handle, principal));
        Box::pin(std::future::ready(found.and_then(|at| runs.remove(at)).map(|kept| kept.what)))
    }

    fn keep_value<'a>(&'a self, handle: &'a str, principal: &'a str, value: Arc<str>) -> BoxFuture<'a, ()> {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        values.push_back(Kept { handle: handle.to_owned(), principal: principal.to_owned(), what: value });
        while values.iter().map(|kept| kept.what.len()).sum::<usize>() > BYTES {
            values.pop_front();
        }
        Box::pin(std::future::ready(()))
    }

    fn value<'a>(&'a self, handle: &'a str, principal: &'a str) -> BoxFuture<'a, Option<Arc<str>>> {
        let values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let found = values.iter().find(|kept| kept.is(handle, principal)).map(|kept| kept.what.clone());
        Box::pin(std::future::ready(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_kept_is_its_principals_and_has_an_end() {
        let store = InMemory::default();
        store.keep_value("h", "ada", "1".into()).await;
        assert_eq!(store.value("h", "ada").await.as_deref(), Some("1"));
        assert!(store.value("h", "eve").await.is_none());
        let large: Arc<str> = "x".repeat(BYTES / 2 + 1).into();
        store.keep_value("a", "ada", large.clone()).await;
        store.keep_value("b", "ada", large).await;
        assert!(store.value("h", "ada").await.is_none() && store.value("a", "ada").await.is_none());
        assert!(store.value("b", "ada").await.is_some());
    }
}
