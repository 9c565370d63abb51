//! Something that a call may have only so much of, counted from several places at once.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bulkhead_policy::Limit;

/// A limit that ended the call, as the error that the guest's call into the host ends with.
#[derive(Debug, thiserror::Error)]
#[error("the guest went beyond `{}`", .0.key())]
pub(crate) struct Reached(pub(crate) Limit);

/// How much of a limit is used.
#[derive(Debug)]
pub(crate) struct Tally {
    limit: Limit,
    most: u64,
    used: AtomicU64,
    reached: AtomicBool,
}

impl Tally {
    pub(crate) fn new(limit: Limit, most: u64) -> Self {
        Self { limit, most, used: AtomicU64::new(0), reached: AtomicBool::new(false) }
    }

    /// Takes so much, or nothing when that is too much.
    pub(crate) fn take(&self, amount: u64) -> Result<(), Reached> {
        let more = |used: u64| used.checked_add(amount).filter(|used| *used <= self.most);
        match self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more) {
            Ok(_) => Ok(()),
            Err(_) => {
                self.reached.store(true, Ordering::Relaxed);
                Err(Reached(self.limit))
            }
        }
    }

    /// Gives back what was taken and not used.
    pub(crate) fn give_back(&self, amount: u64) {
        let less = |used: u64| Some(used.saturating_sub(amount));
        // The update cannot fail: it always has a new value.
        let _ = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
    }

    pub(crate) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    pub(crate) fn limit(&self) -> Limit {
        self.limit
    }

    /// Whether more was wanted than there is.
    pub(crate) fn is_reached(&self) -> bool {
        self.reached.load(Ordering::Relaxed)
    }
}
