//! The limits that are counted while a guest runs, and which of them it reached.

use std::sync::Arc;

use bulkhead_policy::{Limit, LimitSet, Limits};
use wasmtime::ResourceLimiter;

use crate::engine::TABLE_ELEMENTS;
use crate::host::TooManyHostCalls;

mod reached;
mod tally;

pub(crate) use reached::Reached;
pub(crate) use tally::{Beyond, Tally};

/// What a call has used so far, in the store's data.
#[derive(Debug)]
pub(crate) struct Meter {
    limits: Limits,
    memory: u64,
    memory_peak: u64,
    table_elements: u64,
    /// What the last growth added, in case it fails after it was allowed.
    growth: u64,
    host_calls: u64,
    written: Arc<Tally>,
    random: Tally,
    reached: Reached,
}

impl Meter {
    pub(crate) fn new(limits: Limits) -> Self {
        let reached = Reached::default();
        Self {
            written: Arc::new(Tally::new(Limit::Written, limits.written, reached.clone())),
            random: Tally::new(Limit::Random, limits.random, reached.clone()),
            limits,
            memory: 0,
            memory_peak: 0,
            table_elements: 0,
            growth: 0,
            host_calls: 0,
            reached,
        }
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn memory_peak(&self) -> u64 {
        self.memory_peak
    }

    pub(crate) fn host_calls(&self) -> u64 {
        self.host_calls
    }

    /// Takes note of a limit that the call has run into.
    pub(crate) fn reach(&self, limit: Limit) {
        self.reached.reach(limit);
    }

    /// The limit that was run into last.
    pub(crate) fn last_reached(&self) -> Option<Limit> {
        self.reached.so_far().0
    }

    /// Every limit that was run into, whether or not the guest coped.
    pub(crate) fn reached(&self) -> LimitSet {
        self.reached.so_far().1
    }

    /// For what runs beside the store.
    pub(crate) fn shared(&self) -> Reached {
        self.reached.clone()
    }

    /// Bytes written to files.
    pub(crate) fn written(&self) -> &Arc<Tally> {
        &self.written
    }

    /// Random bytes.
    pub(crate) fn random(&self) -> &Tally {
        &self.random
    }

    /// Counts a call into the host that can be refused where it is counted.
    pub(crate) fn enter(&mut self) -> wasmtime::Result<()> {
        self.count_host_call();
        if self.exhausted() { Err(TooManyHostCalls.into()) } else { Ok(()) }
    }

    /// Counts a call into the host. Some of WASI's calls are counted where they reach for their context and cannot be refused
    /// there; [`Meter::exhausted`] ends such a guest at its next epoch.
    pub(crate) fn count_host_call(&mut self) {
        self.host_calls = self.host_calls.saturating_add(1);
    }

    /// Whether the guest has called the host more often than it may.
    pub(crate) fn exhausted(&self) -> bool {
        self.host_calls > self.limits.host_calls
    }
}

impl ResourceLimiter for Meter {
    fn memory_growing(&mut self, current: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        let growth = desired.saturating_sub(current) as u64;
        let total = self.memory.saturating_add(growth);
        if total > self.limits.memory {
            self.reach(Limit::Memory);
            return Ok(false);
        }
        self.growth = growth;
        self.memory = total;
        self.memory_peak = self.memory_peak.max(total);
        Ok(true)
    }

    fn memory_grow_failed(&mut self, _: wasmtime::Error) -> wasmtime::Result<()> {
        self.memory = self.memory.saturating_sub(std::mem::take(&mut self.growth));
        Ok(())
    }

    fn table_growing(&mut self, current: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        let total = self.table_elements.saturating_add(desired.saturating_sub(current) as u64);
        if total > self.limits.table_elements || desired > TABLE_ELEMENTS {
            self.reach(Limit::TableElements);
            return Ok(false);
        }
        self.table_elements = total;
        Ok(true)
    }

    fn instances(&self) -> usize {
        usize::try_from(self.limits.instances).unwrap_or(usize::MAX)
    }

    fn tables(&self) -> usize {
        self.instances()
    }

    fn memories(&self) -> usize {
        self.instances()
    }
}

#[cfg(test)]
mod tests;
