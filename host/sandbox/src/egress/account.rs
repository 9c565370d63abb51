//! What one call has used of the network, shared with what runs beside its store.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use bulkhead_policy::{Denial, Limit, Limits};

use crate::limits::{Reached, Tally};
use crate::refusals::Refusals;

/// One call's account.
pub(crate) struct Account {
    limits: Limits,
    refusals: Arc<Refusals>,
    reached: Reached,
    http: Tally,
    tcp: Tally,
    connections: AtomicU32,
}

/// Room for one open connection, until it is dropped.
pub(super) struct Place(Arc<Account>);

impl Account {
    pub(super) fn new(limits: Limits, refusals: Arc<Refusals>, reached: Reached) -> Self {
        Self {
            http: Tally::new(Limit::HttpTraffic, limits.http_traffic, reached.clone()),
            tcp: Tally::new(Limit::TcpTraffic, limits.tcp_traffic, reached.clone()),
            limits,
            refusals,
            reached,
            connections: AtomicU32::new(0),
        }
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Bytes of all bodies.
    pub(crate) fn http_bytes(&self) -> u64 {
        self.http.used()
    }

    /// Bytes sent and received over TCP.
    pub(crate) fn tcp_bytes(&self) -> u64 {
        self.tcp.used()
    }

    pub(super) fn reach(&self, limit: Limit) {
        self.reached.reach(limit);
    }

    pub(super) fn denied(&self, denial: &Denial) {
        self.refusals.denied(denial);
    }

    /// Room for one more connection; `None` when there is none.
    pub(super) fn open(self: &Arc<Self>) -> Option<Place> {
        let place = Place(Arc::clone(self));
        if self.connections.fetch_add(1, Ordering::Relaxed) < self.limits.connections {
            return Some(place);
        }
        self.reach(Limit::Connections);
        None
    }

    /// Whether so many bytes of a body may be passed on; they are counted.
    pub(super) fn http(&self, bytes: u64) -> bool {
        self.http.take(bytes).is_ok()
    }

    /// Whether a body of at least so many bytes has a chance; nothing is counted.
    pub(super) fn has_room_for(&self, bytes: u64) -> bool {
        let fits = bytes <= self.http.left();
        if !fits {
            self.reach(Limit::HttpTraffic);
        }
        fits
    }

    /// How many bytes may still be sent or received over TCP.
    pub(super) fn tcp_left(&self) -> u64 {
        self.tcp.left()
    }

    /// Whether so many bytes may be sent or received over TCP; they are counted.
    pub(super) fn tcp(&self, bytes: u64) -> bool {
        self.tcp.take(bytes).is_ok()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::Relaxed);
    }
}
