//! Something that a call may have only so much of, counted from several places at once.

use std::sync::atomic::{AtomicU64, Ordering};

use bulkhead_policy::Limit;

use crate::limits::Reached;

/// A limit that ended the call, as the error that the guest's call into the host ends with.
#[derive(Debug, thiserror::Error)]
#[error("the guest went beyond `{}`", .0.key())]
pub(crate) struct Beyond(pub(crate) Limit);

/// How much of a limit is used.
#[derive(Debug)]
pub(crate) struct Tally {
    limit: Limit,
    most: u64,
    used: AtomicU64,
    reached: Reached,
}

impl Tally {
    pub(crate) fn new(limit: Limit, most: u64, reached: Reached) -> Self {
        Self { limit, most, used: AtomicU64::new(0), reached }
    }

    /// Takes so much, or nothing when that is too much.
    pub(crate) fn take(&self, amount: u64) -> Result<(), Beyond> {
        let more = |used: u64| used.checked_add(amount).filter(|used| *used <= self.most);
        match self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more) {
            Ok(_) => Ok(()),
            Err(_) => {
                self.reached.reach(self.limit);
                Err(Beyond(self.limit))
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

    /// How much is left.
    pub(crate) fn left(&self) -> u64 {
        self.most.saturating_sub(self.used())
    }
}
