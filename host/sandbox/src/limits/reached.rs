//! Which limits a call has run into.

use std::sync::{Arc, Mutex, PoisonError};

use bulkhead_policy::{Limit, LimitSet};

/// The limits that a call has run into, shared with what runs beside its store: bodies, connections and streams.
///
/// Some limits are only refused to go beyond (growing memory, as the WebAssembly standard has it); whether that ends the
/// call is the guest's affair, so that the last one is read when the call has ended badly.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reached(Arc<Mutex<(Option<Limit>, LimitSet)>>);

impl Reached {
    /// Takes note of a limit that the call has run into.
    pub(crate) fn reach(&self, limit: Limit) {
        let mut reached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reached.0 = Some(limit);
        reached.1.insert(limit);
    }

    /// The limit that was run into last, and all of them.
    pub(crate) fn so_far(&self) -> (Option<Limit>, LimitSet) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
