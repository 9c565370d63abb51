#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;

fn meter(memory: u64, table_elements: u64) -> Meter {
    Meter::new(Limits { memory, table_elements, host_calls: 2, ..Limits::default() })
}

#[test]
fn memories_are_counted_together() {
    let mut meter = meter(100, 100);
    assert!(meter.memory_growing(0, 60, None).unwrap());
    assert!(!meter.memory_growing(0, 60, None).unwrap());
    assert_eq!(meter.last_reached(), Some(Limit::Memory));
    assert!(meter.memory_growing(60, 100, None).unwrap());
    assert_eq!(meter.memory_peak(), 100);
}

#[test]
fn a_growth_that_fails_is_not_counted() {
    let mut meter = meter(100, 100);
    assert!(meter.memory_growing(0, 60, None).unwrap());
    meter.memory_grow_failed(wasmtime::Error::msg("no")).unwrap();
    assert!(meter.memory_growing(0, 100, None).unwrap());
}

#[test]
fn tables_are_counted_together() {
    let mut meter = meter(100, 10);
    assert!(meter.table_growing(0, 6, None).unwrap());
    assert!(!meter.table_growing(0, 6, None).unwrap());
    assert_eq!(meter.last_reached(), Some(Limit::TableElements));
}

#[test]
fn host_calls_run_out_after_the_last_one() {
    let mut meter = meter(0, 0);
    meter.count_host_call();
    meter.count_host_call();
    assert!(!meter.exhausted());
    meter.count_host_call();
    assert!(meter.exhausted());
}

#[test]
fn a_tally_gives_all_or_nothing() {
    let reached = Reached::default();
    let tally = Tally::new(Limit::Written, 10, reached.clone());
    tally.take(6).unwrap();
    assert_eq!(reached.so_far().0, None);
    assert_eq!(tally.take(5).unwrap_err().0, Limit::Written);
    assert!(tally.take(u64::MAX).is_err());
    assert_eq!(reached.so_far().0, Some(Limit::Written));
    tally.take(4).unwrap();
    tally.give_back(7);
    assert_eq!(tally.used(), 3);
}

#[test]
fn a_tally_that_ran_out_is_among_what_was_reached() {
    let meter = Meter::new(Limits { written: 1, random: 1, ..Limits::default() });
    assert_eq!(meter.reached().iter().count(), 0);
    assert!(meter.written().take(2).is_err());
    assert!(meter.random().take(2).is_err());
    assert_eq!(meter.reached().iter().collect::<Vec<_>>(), [Limit::Written, Limit::Random]);
}
