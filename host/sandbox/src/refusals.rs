//! What a call was refused, for the record.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use bulkhead_policy::Denial;

use crate::HostSide;

/// How many refusals of one call go on record: enough to see what a guest is after, too few to fill a disk with. The others
/// are counted.
const MOST: u32 = 16;

/// The refusals of one call, whatever was refused, and the host's side that hears of them.
pub(crate) struct Refusals {
    side: Arc<dyn HostSide>,
    count: AtomicU32,
}

impl Refusals {
    pub(crate) fn new(side: Arc<dyn HostSide>) -> Arc<Self> {
        Arc::new(Self { side, count: AtomicU32::new(0) })
    }

    pub(crate) fn side(&self) -> &Arc<dyn HostSide> {
        &self.side
    }

    /// Takes note of one.
    pub(crate) fn denied(&self, denial: &Denial) {
        if self.count.fetch_add(1, Ordering::Relaxed) < MOST {
            self.side.denied(denial);
        }
    }

    /// All of them, those that are not on record as well.
    pub(crate) fn count(&self) -> u32 {
        self.count.load(Ordering::Relaxed)
    }
}
