#![allow(clippy::unwrap_used, reason = "tests")]

use std::time::Instant;

use bulkhead_policy::Limits;
use wasmtime::component::ResourceTable;
use wasmtime_wasi::WasiCtx;

use super::*;

struct Call {
    context: WasiCtx,
    table: ResourceTable,
    meter: Meter,
    fixed: Option<Fixed>,
}

impl Call {
    fn at(seconds: u64) -> Self {
        Self {
            context: WasiCtx::builder().build(),
            table: ResourceTable::new(),
            meter: Meter::new(Limits { host_calls: 20, ..Limits::default() }),
            fixed: Some(Fixed::new(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds))),
        }
    }

    fn view(&mut self) -> View<'_> {
        View {
            real: WasiClocksCtxView { ctx: self.context.clocks(), table: &mut self.table },
            fixed: self.fixed.as_mut(),
            meter: &mut self.meter,
        }
    }

    async fn wait(&mut self, pollable: Resource<DynPollable>) -> Duration {
        let started = Instant::now();
        // What the guest's `block` does.
        wasmtime_wasi::p2::bindings::io::poll::HostPollable::block(&mut self.table, pollable).await.unwrap();
        started.elapsed()
    }
}

fn wall(view: &mut View<'_>) -> (u64, u32) {
    let now = wall_clock::Host::now(view).unwrap();
    (now.seconds, now.nanoseconds)
}

#[test]
fn each_reading_moves_both_clocks_on() {
    let mut call = Call::at(1000);
    let mut view = call.view();
    assert_eq!(wall(&mut view), (1000, 0));
    assert_eq!(monotonic_clock::Host::now(&mut view).unwrap(), 1_000_000);
    assert_eq!(wall(&mut view), (1000, 2_000_000));
    assert_eq!(wall_clock::Host::resolution(&mut view).unwrap().nanoseconds, 1_000_000);
    assert_eq!(monotonic_clock::Host::now(&mut view).unwrap(), 3_000_000);
}

#[tokio::test]
async fn waiting_takes_the_time_that_it_takes_and_reads_nothing() {
    let mut call = Call::at(0);
    let pollable = monotonic_clock::Host::subscribe_instant(&mut call.view(), 30_000_000).unwrap();
    assert!(call.wait(pollable).await >= Duration::from_millis(30));
    let pollable = monotonic_clock::Host::subscribe_duration(&mut call.view(), 30_000_000).unwrap();
    assert!(call.wait(pollable).await >= Duration::from_millis(30));
    assert_eq!(wall(&mut call.view()), (0, 0));
    let pollable = monotonic_clock::Host::subscribe_instant(&mut call.view(), 0).unwrap();
    assert!(call.wait(pollable).await < Duration::from_secs(1));
}

#[test]
fn a_time_before_1970_begins_there() {
    assert_eq!(Fixed::new(SystemTime::UNIX_EPOCH - Duration::from_secs(1)).wall(), Duration::ZERO);
}

#[test]
fn every_call_is_counted_and_the_last_one_refused() {
    let mut call = Call::at(0);
    for _ in 0..20 {
        wall(&mut call.view());
    }
    assert!(wall_clock::Host::now(&mut call.view()).is_err());
}
