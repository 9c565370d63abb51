//! Who may run now: so many calls in all, so many of one component, so many of one tool in a minute.

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    num::NonZeroU32,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, AtomicUsize, Ordering},
    },
    time::Duration,
};

use bulkhead_policy::{HostSettings, Permit};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter, clock::Clock};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The least number of tools and principals that are remembered for one component.
const REMEMBERED: usize = 10_000;

/// The places of the host and of its components.
pub(crate) struct Gate {
    places: Arc<Semaphore>,
    /// Calls that wait, all together.
    waiting: AtomicU32,
    queue: u32,
    components: Mutex<HashMap<String, Arc<Component>>>,
}

/// The places of one component, as its policy has them.
struct Component {
    concurrency: u32,
    places: Arc<Semaphore>,
    waiting: AtomicU32,
    rate: u32,
    /// By a hash of tool and principal, with a key of its own: no call has to copy their names.
    calls: DefaultKeyedRateLimiter<u64>,
    hasher: RandomState,
    /// So many of them are remembered before those that rest are forgotten.
    prune_at: AtomicUsize,
}

/// A place, until it is dropped.
pub(crate) struct Place {
    _component: OwnedSemaphorePermit,
    _host: OwnedSemaphorePermit,
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoPlace {
    /// All are taken, and the queue is full or did not move within the call's time.
    Busy,
    /// It was called too often in the last minute.
    TooManyCalls {
        /// When it may be called again.
        after: Duration,
    },
}

impl Gate {
    pub fn new(settings: &HostSettings) -> Self {
        Self {
            places: Arc::new(Semaphore::new(settings.concurrency as usize)),
            waiting: AtomicU32::new(0),
            queue: settings.queue,
            components: Mutex::default(),
        }
    }

    /// A place for a permitted call; waits for it in the queue. A call that another makes does not wait: its caller has
    /// a place and waits for it, and callers that wait for one another would wait for ever.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub async fn enter(&self, permit: &Permit, waits: bool) -> Result<Place, NoPlace> {
        let component = self.component(permit);
        component.count(permit)?;
        // A component's own places first: who waits for those holds none of the host's.
        let limit = permit.limits().deadline;
        let own = self.take(&component.places, waits, limit, Some(&component)).await?;
        let host = self.take(&self.places, waits, limit, None).await?;
        Ok(Place { _component: own, _host: host })
    }

    async fn take(
        &self,
        places: &Arc<Semaphore>,
        waits: bool,
        longest: Duration,
        of: Option<&Component>,
    ) -> Result<OwnedSemaphorePermit, NoPlace> {
        if let Ok(place) = Arc::clone(places).try_acquire_owned() {
            return Ok(place);
        }
        if !waits {
            return Err(NoPlace::Busy);
        }
        let _all = Waiting::new(&self.waiting, self.queue)?;
        // Half of the queue at most, so that a component whose calls do not end does not fill the queue of the others.
        let _own =
            of.map(|component| Waiting::new(&component.waiting, self.queue.div_ceil(2))).transpose()?;
        let waited = tokio::time::timeout(longest, Arc::clone(places).acquire_owned()).await;
        waited.map_err(|_| NoPlace::Busy)?.map_err(|_| NoPlace::Busy)
    }

    /// A component's places; new ones when its limits are others.
    fn component(&self, permit: &Permit) -> Arc<Component> {
        let limits = permit.limits();
        let mut components = self.components.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = components.get(permit.component())
            && (known.concurrency, known.rate) == (limits.concurrency, limits.rate)
        {
            return Arc::clone(known);
        }
        let new = Arc::new(Component::new(limits.concurrency, limits.rate));
        components.insert(permit.component().to_owned(), Arc::clone(&new));
        new
    }
}

impl Component {
    fn new(concurrency: u32, rate: u32) -> Self {
        let quota = Quota::per_minute(NonZeroU32::new(rate).unwrap_or(NonZeroU32::MIN));
        Self {
            concurrency,
            places: Arc::new(Semaphore::new(concurrency as usize)),
            waiting: AtomicU32::new(0),
            rate,
            calls: RateLimiter::keyed(quota),
            hasher: RandomState::new(),
            prune_at: AtomicUsize::new(REMEMBERED),
        }
    }

    /// Counts a call of this minute.
    fn count(&self, permit: &Permit) -> Result<(), NoPlace> {
        if self.calls.len() > self.prune_at.load(Ordering::Relaxed) {
            self.calls.retain_recent();
            // Where that many are at work, looking at all of them each time would be the work.
            self.prune_at.store(REMEMBERED.max(2 * self.calls.len()), Ordering::Relaxed);
        }
        let key = self.hasher.hash_one((permit.tool(), permit.principal_id()));
        self.calls.check_key(&key).map_err(|not_until| NoPlace::TooManyCalls {
            after: not_until.wait_time_from(self.calls.clock().now()),
        })
    }
}

/// A place in a queue, until it is dropped.
struct Waiting<'a>(&'a AtomicU32);

impl<'a> Waiting<'a> {
    fn new(waiting: &'a AtomicU32, most: u32) -> Result<Self, NoPlace> {
        if waiting.fetch_add(1, Ordering::Relaxed) >= most {
            waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(NoPlace::Busy);
        }
        Ok(Self(waiting))
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
