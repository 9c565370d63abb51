//! Every limit has its own failure, and the sandbox goes on.

use std::sync::Arc;
use std::time::Duration;

use bulkhead_sandbox::{Failure, Sandbox, Settings};

use crate::guest::{ECHO, Guest, guest};
use crate::setup::{Notes, call, call_permit, run, run_with, sandbox, settings};

const SPIN: &str = "(loop $again (br $again)) (unreachable)";

const SLEEP_IMPORTS: &str = r#"
  (import "wasi:clocks/monotonic-clock@WASI" "subscribe-duration" (func $after (param i64) (result i32)))
  (import "wasi:io/poll@WASI" "[method]pollable.block" (func $block (param i32)))"#;

/// A minute, in nanoseconds.
const SLEEP: &str = "(call $block (call $after (i64.const 60000000000))) (unreachable)";

const ENABLED: &str =
    r#"(import "bulkhead:tool/logging@0.1.0" "enabled" (func $enabled (param i32) (result i32)))"#;

async fn failure(policy: &str, component: Vec<u8>) -> Failure {
    run(policy, component).await.outcome.unwrap_err()
}

#[tokio::test]
async fn out_of_fuel() {
    let report = run("[defaults.limits]\nfuel = 10_000_000", guest(SPIN)).await;
    assert_eq!(report.outcome.unwrap_err(), Failure::OutOfFuel { limit: 10_000_000 });
    assert_eq!(report.usage.fuel, 10_000_000);
}

#[tokio::test]
async fn a_spinning_guest_meets_its_deadline_and_does_not_hold_the_thread() {
    let sandbox = sandbox();
    let loaded = sandbox.load(guest(SPIN)).await.unwrap();
    let policy = "[defaults.limits]\nfuel = 1_000_000_000_000\ndeadline = \"2s\"";
    let spinning = sandbox.run(call_permit(policy, &loaded), &loaded, call("{}"), Arc::new(Notes::default()));
    let mut spinning = std::pin::pin!(spinning);
    // One thread: the sleeper wakes only because the guest yields. Which comes first is asserted, not how long it takes.
    tokio::select! {
        _ = &mut spinning => panic!("the guest held the thread until its deadline"),
        () = tokio::time::sleep(Duration::from_millis(20)) => {}
    }
    let report = spinning.await;
    assert_eq!(report.outcome.unwrap_err(), Failure::Deadline { limit: Duration::from_secs(2) });
    assert!(report.usage.fuel > 0);
}

#[tokio::test]
async fn a_sleeping_guest_meets_its_deadline() {
    let sleeper = Guest { imports: SLEEP_IMPORTS, body: SLEEP, ..Guest::default() }.build();
    let failure = failure("[defaults.limits]\ndeadline = \"200ms\"", sleeper).await;
    assert_eq!(failure, Failure::Deadline { limit: Duration::from_millis(200) });
}

#[tokio::test]
async fn memory_beyond_the_limit() {
    let body = "(if (i32.eq (memory.grow (i32.const 1000)) (i32.const -1)) (then (unreachable)))
        (unreachable)";
    let failure = failure("[defaults.limits]\nmemory = \"1MiB\"", guest(body)).await;
    assert!(matches!(failure, Failure::OutOfMemory { limit: 0x10_0000, .. }), "{failure:?}");
}

#[tokio::test]
async fn memory_from_the_start_beyond_the_limit() {
    let failure = failure("[defaults.limits]\nmemory = \"64KiB\"", guest(ECHO)).await;
    assert!(matches!(failure, Failure::OutOfMemory { .. }), "{failure:?}");
}

#[tokio::test]
async fn a_guest_that_copes_with_less_memory_succeeds() {
    let body = "(drop (memory.grow (i32.const 1000)))
        (call $ok (local.get $arguments) (local.get $arguments-length))";
    let report = run("[defaults.limits]\nmemory = \"1MiB\"", guest(body)).await;
    assert!(report.outcome.is_ok());
    assert_eq!(report.usage.memory_peak, 2 << 16);
}

#[tokio::test]
async fn table_elements_beyond_the_limit() {
    let body =
        "(if (i32.eq (table.grow (ref.null func) (i32.const 5000)) (i32.const -1)) (then (unreachable)))
        (unreachable)";
    let component = Guest { body, extra: "(table 10 funcref)", ..Guest::default() }.build();
    let failure = failure("[defaults.limits]\ntable_elements = 1000", component).await;
    assert!(matches!(failure, Failure::OutOfTable { limit: 1000, .. }), "{failure:?}");
}

#[tokio::test]
async fn instances_beyond_the_limit() {
    // Host functions that take text are called through core modules of their own.
    let imports = r#"(import "bulkhead:tool/changes@0.1.0" "resource-updated" (func (param i32 i32)))"#;
    let component = Guest { imports, ..Guest::default() }.build();
    let failure = failure("[defaults.limits]\ninstances = 1", component).await;
    assert_eq!(failure, Failure::TooManyInstances { limit: 1 });
}

#[tokio::test]
async fn a_trap() {
    let failure = failure("", guest("(unreachable)")).await;
    let Failure::Trap { detail } = &failure else { panic!("{failure:?}") };
    assert!(detail.contains("unreachable"), "{detail}");
    assert_eq!(failure.code(), "trap");
    assert!(!failure.for_model().contains("unreachable"));
}

#[tokio::test]
async fn a_stack_overflow() {
    let body = "(call $call (local.get 0) (local.get 1) (local.get 2) (local.get 3) (local.get 4)
        (local.get 5) (local.get 6) (local.get 7) (local.get 8))";
    let body = format!("{body} (drop) {body}");
    assert_eq!(failure("", guest(&body)).await, Failure::StackOverflow);
}

#[tokio::test]
async fn host_calls_beyond_the_limit() {
    let body = "(loop $again (drop (call $enabled (i32.const 1))) (br $again)) (unreachable)";
    let component = Guest { imports: ENABLED, body, ..Guest::default() }.build();
    let failure = failure("[defaults.limits]\nhost_calls = 1000", component).await;
    assert_eq!(failure, Failure::TooManyHostCalls { limit: 1000 });
}

const NOW: &str = r#"(import "wasi:clocks/monotonic-clock@WASI" "now" (func $now (result i64)))"#;

#[tokio::test]
async fn calls_into_wasi_count_and_end_a_guest_that_makes_too_many() {
    let body = "(loop $again (drop (call $now)) (br $again)) (unreachable)";
    let component = Guest { imports: NOW, body, ..Guest::default() }.build();
    let failure = failure("[defaults.limits]\nhost_calls = 1000", component).await;
    assert_eq!(failure, Failure::TooManyHostCalls { limit: 1000 });
}

#[tokio::test]
async fn handles_beyond_the_limit() {
    let body = "(loop $again (drop (call $after (i64.const 1))) (br $again)) (unreachable)";
    let component = Guest { imports: SLEEP_IMPORTS, body, ..Guest::default() }.build();
    let failure = failure("[defaults.limits]\nhandles = 50", component).await;
    assert_eq!(failure, Failure::TooManyHandles { limit: 50 });
}

#[tokio::test]
async fn log_lines_beyond_the_limit_are_dropped() {
    let imports = r#"(import "bulkhead:tool/logging@0.1.0" "log"
        (func $log (param i32 i32 i32 i32 i32 i32)))"#;
    let line =
        "(call $log (i32.const 1) (i32.const 1032) (i32.const 1) (i32.const 0) (i32.const 0) (i32.const 0))";
    let body = format!("{} {ECHO}", line.repeat(10));
    let component = Guest { imports, body: &body, ..Guest::default() }.build();
    let side = Arc::new(Notes::default());
    let report = run_with("[defaults.limits]\nlog_lines = 3", component, Arc::clone(&side)).await;
    assert!(report.outcome.is_ok());
    assert_eq!((report.usage.log_lines, report.usage.log_dropped), (3, 7));
    assert_eq!(side.lines().len(), 3);
}

#[tokio::test]
async fn dropping_the_run_ends_the_guest_and_frees_its_place() {
    let sandbox = sandbox();
    let loaded = sandbox.load(guest(SPIN)).await.unwrap();
    let policy = "[defaults.limits]\nfuel = 1_000_000_000_000\ndeadline = \"60s\"";
    for _ in 0..20 {
        let run = sandbox.run(call_permit(policy, &loaded), &loaded, call("{}"), Arc::new(Notes::default()));
        assert!(tokio::time::timeout(Duration::from_millis(30), run).await.is_err());
    }
}

#[tokio::test]
async fn a_failure_leaves_nothing_behind() {
    let sandbox = sandbox();
    let bad = sandbox.load(guest("(unreachable)")).await.unwrap();
    let good = sandbox.load(guest(ECHO)).await.unwrap();
    for _ in 0..20 {
        let side = Arc::new(Notes::default());
        assert!(sandbox.run(call_permit("", &bad), &bad, call("{}"), side.clone()).await.outcome.is_err());
        assert!(sandbox.run(call_permit("", &good), &good, call("{}"), side).await.outcome.is_ok());
    }
}

#[tokio::test]
async fn a_call_waits_for_a_place_until_its_deadline() {
    let sandbox = Sandbox::new(Settings { concurrency: 1, ..settings() }).unwrap();
    let loaded = sandbox.load(guest(SPIN)).await.unwrap();
    let run = |deadline: &str| {
        let policy = format!("[defaults.limits]\nfuel = 1_000_000_000_000\ndeadline = \"{deadline}\"");
        sandbox.run(call_permit(&policy, &loaded), &loaded, call("{}"), Arc::new(Notes::default()))
    };
    let (first, second) = tokio::join!(run("400ms"), run("100ms"));
    assert!(matches!(first.outcome, Err(Failure::Deadline { .. })), "{:?}", first.outcome);
    let failure = second.outcome.unwrap_err();
    assert!(matches!(failure, Failure::Unavailable { .. }) && failure.retryable(), "{failure:?}");
}

#[tokio::test]
async fn one_call_of_the_host_cannot_carry_everything() {
    let imports = r#"(import "bulkhead:tool/logging@0.1.0" "log"
        (func $log (param i32 i32 i32 i32 i32 i32)))"#;
    let body = "(drop (memory.grow (i32.const 200)))
        (call $log (i32.const 1) (i32.const 0) (i32.const 10000000) (i32.const 0) (i32.const 0) (i32.const 0))
        (unreachable)";
    let failure = failure("", Guest { imports, body, ..Guest::default() }.build()).await;
    let Failure::Trap { detail } = &failure else { panic!("{failure:?}") };
    assert!(detail.contains("too much data"), "{detail}");
}
