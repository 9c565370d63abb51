//! From the way a run ended badly to the failure that it is reported as.

use bulkhead_policy::{Limit, Limits};
use wasmtime::component::ResourceTableError;
use wasmtime::{PoolConcurrencyLimitError, Trap, WasmBacktrace};
use wasmtime_wasi::I32Exit;

use crate::Failure;
use crate::limits::{Beyond, Meter};

/// How much of a trap's text is kept. It has the guest's own function names in it.
const DETAIL: usize = 2 << 10;

/// What an error of wasmtime means, given what the call had used by then.
pub(crate) fn failure(error: &wasmtime::Error, meter: &Meter) -> Failure {
    let limits = meter.limits();
    match error.downcast_ref::<Trap>() {
        Some(Trap::OutOfFuel) => return Failure::OutOfFuel { limit: limits.fuel },
        Some(Trap::StackOverflow) => return Failure::StackOverflow,
        _ => {}
    }
    if meter.exhausted() {
        return Failure::TooManyHostCalls { limit: limits.host_calls };
    }
    let ended_by = error.downcast_ref::<Beyond>().map(|beyond| beyond.0);
    if let Some(failure) = ended_by.and_then(|limit| reached(limit, limits, || detail(error))) {
        return failure;
    }
    if let Some(failure) = meter.last_reached().and_then(|limit| reached(limit, limits, || detail(error))) {
        return failure;
    }
    unavailable(error)
        .or_else(|| by_text(error, limits))
        .unwrap_or_else(|| Failure::Trap { detail: detail(error) })
}

fn reached(limit: Limit, limits: &Limits, detail: impl Fn() -> String) -> Option<Failure> {
    match limit {
        Limit::Memory => Some(Failure::OutOfMemory { limit: limits.memory, detail: detail() }),
        Limit::TableElements => Some(Failure::OutOfTable { limit: limits.table_elements, detail: detail() }),
        // What is dropped ends no call.
        Limit::LogLines | Limit::LogBytes => None,
        limit => Some(Failure::OverLimit { limit, most: limit.most(limits)?, detail: detail() }),
    }
}

fn unavailable(error: &wasmtime::Error) -> Option<Failure> {
    error.is::<PoolConcurrencyLimitError>().then(|| Failure::Unavailable { detail: detail(error) })
}

/// wasmtime gives these no type of their own. A test makes each of them happen, so that a new wording is noticed.
fn by_text(error: &wasmtime::Error, limits: &Limits) -> Option<Failure> {
    let text = error.root_cause().to_string();
    let handles = matches!(error.downcast_ref::<ResourceTableError>(), Some(ResourceTableError::Full))
        || text.contains("store handle limit exceeded");
    if handles {
        return Some(Failure::TooManyHandles { limit: limits.handles });
    }
    if text.contains("count too high") {
        return Some(Failure::TooManyInstances { limit: limits.instances });
    }
    // While a guest runs there are frames of it in the error; there are none when its result is being read.
    let reading_result = error.downcast_ref::<WasmBacktrace>().is_none();
    if text.contains("too much data is being copied") && reading_result {
        return Some(Failure::OutputTooLarge { limit: limits.output });
    }
    None
}

fn detail(error: &wasmtime::Error) -> String {
    if let Some(I32Exit(status)) = error.downcast_ref::<I32Exit>() {
        return format!("the guest ended its process with status {status}");
    }
    let mut text = format!("{error:#}");
    text.truncate(text.floor_char_boundary(DETAIL));
    text
}
