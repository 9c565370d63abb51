//! Names that lead where a test wants.

use std::{
    collections::BTreeMap,
    future::ready,
    io,
    net::IpAddr,
    sync::atomic::{AtomicUsize, Ordering},
};

use bulkhead_sandbox::Resolve;
use futures::future::BoxFuture;

/// Names and their addresses; no other name exists.
#[derive(Clone, Debug, Default)]
pub struct Names(pub BTreeMap<&'static str, Vec<IpAddr>>);

impl Resolve for Names {
    fn resolve(&self, host: &str, _: u16) -> BoxFuture<'_, io::Result<Vec<IpAddr>>> {
        let found = self.0.get(host).cloned().ok_or_else(|| io::ErrorKind::NotFound.into());
        Box::pin(ready(found))
    }
}

/// Every name leads to the next of these each time that it is looked up, and to the last from then on.
#[derive(Debug)]
pub struct Fickle {
    answers: Vec<IpAddr>,
    asked: AtomicUsize,
}

impl Fickle {
    /// One answer or more.
    pub fn new(answers: Vec<IpAddr>) -> Self {
        Self { answers, asked: AtomicUsize::new(0) }
    }

    /// How often it was asked.
    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }
}

impl Resolve for Fickle {
    fn resolve(&self, _: &str, _: u16) -> BoxFuture<'_, io::Result<Vec<IpAddr>>> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        let answer = self.answers.get(asked).or(self.answers.last());
        let found = answer.map(|answer| vec![*answer]).ok_or_else(|| io::ErrorKind::NotFound.into());
        Box::pin(ready(found))
    }
}
