#![allow(clippy::unwrap_used, reason = "tests")]

use bulkhead_policy::{Limit, Limits};
use wasmtime_wasi::WasiCtx;

use super::*;
use crate::limits::Beyond;

fn context(seed: Option<u64>) -> WasiCtx {
    let mut builder = WasiCtx::builder();
    bounded(&mut builder);
    if let Some(seed) = seed {
        seeded(&mut builder, seed);
    }
    builder.build()
}

fn meter(random: u64) -> Meter {
    Meter::new(Limits { random, ..Limits::default() })
}

/// Some of everything, in the order in which it is asked for.
fn throw(context: &mut WasiCtx) -> (Vec<u8>, u64, Vec<u8>, u64, (u64, u64)) {
    let mut meter = meter(1000);
    let mut view = View { random: context.random(), meter: &mut meter };
    let thrown = (
        random::Host::get_random_bytes(&mut view, 100).unwrap(),
        random::Host::get_random_u64(&mut view).unwrap(),
        insecure::Host::get_insecure_random_bytes(&mut view, 100).unwrap(),
        insecure::Host::get_insecure_random_u64(&mut view).unwrap(),
        insecure_seed::Host::insecure_seed(&mut view).unwrap(),
    );
    assert_eq!(meter.random().used(), 100 + 8 + 100 + 8 + 16);
    thrown
}

#[test]
fn a_seed_decides_every_byte() {
    let seven = throw(&mut context(Some(7)));
    assert_eq!(seven, throw(&mut context(Some(7))));
    let eight = throw(&mut context(Some(8)));
    assert!(
        seven.0 != eight.0
            && seven.1 != eight.1
            && seven.2 != eight.2
            && seven.3 != eight.3
            && seven.4 != eight.4
    );
    assert_ne!(seven.0, seven.2, "two sources, two streams");
}

/// A record of a run must be good for later releases.
#[test]
fn a_seed_keeps_its_bytes() {
    let bytes = throw(&mut context(Some(7))).0;
    assert_eq!(bytes[..8], [241, 101, 228, 14, 223, 18, 147, 85]);
}

#[test]
fn without_a_seed_no_two_are_alike() {
    assert_ne!(throw(&mut context(None)).0, throw(&mut context(None)).0);
}

#[test]
fn every_source_counts() {
    let mut context = context(None);
    let mut meter = meter(20);
    let mut view = View { random: context.random(), meter: &mut meter };
    let beyond = |result: wasmtime::Result<()>| {
        assert_eq!(result.unwrap_err().downcast_ref::<Beyond>().unwrap().0, Limit::Random);
    };
    random::Host::get_random_bytes(&mut view, 16).unwrap();
    beyond(random::Host::get_random_bytes(&mut view, 5).map(drop));
    beyond(random::Host::get_random_u64(&mut view).map(drop));
    beyond(insecure::Host::get_insecure_random_bytes(&mut view, u64::MAX).map(drop));
    beyond(insecure::Host::get_insecure_random_u64(&mut view).map(drop));
    beyond(insecure_seed::Host::insecure_seed(&mut view).map(drop));
    random::Host::get_random_bytes(&mut view, 4).unwrap();
}
