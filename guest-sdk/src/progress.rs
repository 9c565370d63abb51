//! How far the call has come.

/// Reports how far the call has come. `done` grows from call to call; `total` is in the same unit. Reports that come
/// faster than the host passes them on are dropped. In a native build this does nothing.
///
/// ```
/// bulkhead_sdk::progress(3.0, Some(12.0), "Read 3 of 12 files.");
/// bulkhead_sdk::progress(4.0, None, None);
/// ```
pub fn progress<'a>(done: f64, total: impl Into<Option<f64>>, message: impl Into<Option<&'a str>>) {
    report(done, total.into(), message.into());
}

#[cfg(not(target_family = "wasm"))]
fn report(_: f64, _: Option<f64>, _: Option<&str>) {}

#[cfg(target_family = "wasm")]
use crate::wasm::report;
