//! The frame around a run: a place in the pool, a store with what the permit gives and no more, and the account at the
//! end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bulkhead_policy::{Limits, Permit, Purpose};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::error::Elapsed;
use tokio::time::{Instant, timeout_at};
use wasmtime::{Engine, Store, UpdateDeadline};

use crate::files::Files;
use crate::host::TooManyHostCalls;
use crate::lines::Lines;
use crate::refusals::Refusals;
use crate::state::State;
use crate::wasi::Wasi;
use crate::{Failure, HostSide, Loaded, Sandbox, Usage, trap};

/// How much one call into the host may carry, on top of what a result may: a large write to a file. It bounds what the
/// host allocates for a guest at a time.
const HOST_CALL_DATA: u64 = 4 << 20;

/// A run in progress: its store, and its place until the store is gone.
pub(crate) struct Frame {
    pub(crate) store: Store<State>,
    /// When the call's time is over.
    pub(crate) ends: Instant,
    lines: Arc<Lines>,
    permit: Arc<Permit>,
    /// Whether the guest has computed for more than a tick without a pause.
    pub(crate) long: Arc<AtomicBool>,
    _place: OwnedSemaphorePermit,
}

impl Frame {
    /// Takes stock and drops the store, whatever happened in it.
    pub(crate) fn close<T>(
        self,
        answer: Result<wasmtime::Result<T>, Elapsed>,
    ) -> (Result<T, Failure>, Usage) {
        let Self { store, lines, permit, .. } = self;
        let limits = permit.limits();
        let left = store.get_fuel().unwrap_or_default();
        let State { meter, egress, refusals, .. } = store.into_data();
        lines.finish();
        let (log_lines, log_dropped) = lines.counts();
        let mut reached = meter.reached();
        if let Some(limit) = lines.reached() {
            reached.insert(limit);
        }
        let usage = Usage {
            fuel: limits.fuel.saturating_sub(left),
            memory_peak: meter.memory_peak(),
            log_lines,
            log_dropped,
            http_requests: egress.requests(),
            http_bytes: egress.account().http_bytes(),
            tcp_bytes: egress.account().tcp_bytes(),
            host_calls: meter.host_calls(),
            refusals: refusals.count(),
            written: meter.written().used(),
            random: meter.random().used(),
            reached,
            ..Usage::default()
        };
        let answer = match answer {
            Err(_) => Err(Failure::Deadline { limit: limits.deadline }),
            Ok(Err(error)) => Err(trap::failure(&error, &meter)),
            Ok(Ok(_)) if meter.exhausted() => Err(Failure::TooManyHostCalls { limit: limits.host_calls }),
            Ok(Ok(answer)) => Ok(answer),
        };
        (answer, usage)
    }
}

impl Sandbox {
    /// Checks that the permit is for this, waits for a place, and makes a store with what the permit gives.
    pub(crate) async fn open(
        &self,
        permit: Arc<Permit>,
        loaded: &Loaded,
        side: Arc<dyn HostSide>,
        tool: Option<&str>,
        started: std::time::Instant,
    ) -> Result<Frame, Failure> {
        check(&permit, loaded, tool)?;
        let limits = permit.limits();
        let ends = Instant::from_std(started) + limits.deadline;
        let place = match Arc::clone(&self.places).try_acquire_owned() {
            Ok(place) => place,
            Err(_) => timeout_at(ends, Arc::clone(&self.places).acquire_owned())
                .await
                .map_err(|_| busy(limits.deadline))?
                .map_err(|e| Failure::Internal { detail: e.to_string() })?,
        };
        let refusals = Refusals::new(side);
        let files = Files::new(&permit, &self.accounts, &self.base, &refusals)?;
        let directories = loaded.directories().open(&self.base, permit.grants().directories())?;
        let lines = Arc::new(Lines::new(Arc::clone(refusals.side()), limits));
        let wasi =
            Wasi::new(Arc::clone(&permit), Arc::clone(&self.environment), directories, Arc::clone(&lines));
        let state = State::new(
            &permit,
            wasi,
            files,
            Arc::clone(&lines),
            refusals,
            &self.network,
            started + limits.deadline,
        );
        let long = Arc::new(AtomicBool::new(false));
        let store = new_store(self.linker.engine(), state, limits, Arc::clone(&long))?;
        Ok(Frame { store, lines, ends, permit, long, _place: place })
    }
}

/// That the permit is for these bytes and this tool or method, or for a description.
fn check(permit: &Permit, loaded: &Loaded, tool: Option<&str>) -> Result<(), Failure> {
    let wrong = |detail: String| Err(Failure::Internal { detail });
    if permit.digest() != loaded.digest() {
        return wrong(format!("the permit is for {}, not for {}", permit.digest(), loaded.digest()));
    }
    match (permit.purpose(), tool) {
        (Purpose::Describe, None) => Ok(()),
        (Purpose::Call { .. } | Purpose::Document(_) | Purpose::Script, Some(tool))
            if tool == permit.tool() =>
        {
            Ok(())
        }
        (purpose, _) => wrong(format!("the permit is for {purpose:?} `{}`, not for this", permit.tool())),
    }
}

fn busy(waited: Duration) -> Failure {
    Failure::Unavailable { detail: format!("every place was taken for {waited:?}") }
}

fn new_store(
    engine: &Engine,
    state: State,
    limits: &Limits,
    long: Arc<AtomicBool>,
) -> Result<Store<State>, Failure> {
    let mut store = Store::new(engine, state);
    store.limiter(|state| &mut state.meter);
    store.set_fuel(limits.fuel).map_err(|e| Failure::Internal { detail: format!("{e:#}") })?;
    store.set_max_component_handles(limits.handles as usize);
    store.set_hostcall_fuel(
        usize::try_from(limits.output.saturating_add(HOST_CALL_DATA)).unwrap_or(usize::MAX),
    );
    store.set_epoch_deadline(1);
    // The first tick comes at once for a call that begins just before it.
    let mut ticks = 0u32;
    store.epoch_deadline_callback(move |store| {
        ticks = ticks.saturating_add(1);
        long.store(ticks > 1, Ordering::Relaxed);
        if store.data().meter.exhausted() {
            Err(TooManyHostCalls.into())
        } else {
            Ok(UpdateDeadline::Yield(1))
        }
    });
    Ok(store)
}
