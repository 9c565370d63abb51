#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::*;

fn here() -> String {
    thread::current().name().unwrap_or_default().to_owned()
}

/// Says where it is before and after a pause.
fn going(long: Arc<AtomicBool>, sets: bool) -> Going<(String, String)> {
    Box::pin(async move {
        let before = here();
        long.store(sets, Ordering::Relaxed);
        tokio::task::yield_now().await;
        (before, here())
    })
}

#[tokio::test]
async fn what_has_taken_long_goes_on_in_the_slow_lane() {
    let (lane, long) = (SlowLane::default(), Arc::new(AtomicBool::new(false)));
    let (before, after) = lane.finish(going(Arc::clone(&long), false), &long).await.unwrap();
    assert_eq!(before, after);
    assert!(lane.runtime.get().is_none(), "no thread was started for it");
    let (before, after) = lane.finish(going(Arc::clone(&long), true), &long).await.unwrap();
    assert_ne!(before, "bulkhead-slow");
    assert_eq!(after, "bulkhead-slow");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn its_threads_step_back() {
    let (lane, long) = (SlowLane::default(), AtomicBool::new(true));
    let going: Going<i32> = Box::pin(async {
        tokio::task::yield_now().await;
        rustix::process::getpriority_process(None).unwrap()
    });
    assert_eq!(lane.finish(going, &long).await.unwrap(), 19);
    let ours = rustix::process::getpriority_process(None).unwrap();
    assert!(ours < 19, "only its own threads");
}

#[tokio::test]
async fn a_run_ends_with_the_one_who_waits_for_it() {
    let (lane, long) = (SlowLane::default(), AtomicBool::new(true));
    let alive = Arc::new(());
    let held = Arc::clone(&alive);
    let going: Going<()> = Box::pin(async move {
        loop {
            tokio::task::yield_now().await;
            let _ = &held;
        }
    });
    let waited = tokio::time::timeout(Duration::from_millis(50), lane.finish(going, &long)).await;
    assert!(waited.is_err());
    while Arc::strong_count(&alive) > 1 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn a_panic_is_an_error() {
    let (lane, long) = (SlowLane::default(), AtomicBool::new(true));
    let going: Going<()> = Box::pin(async {
        tokio::task::yield_now().await;
        assert!(!here().contains("slow"), "as planned");
    });
    assert!(lane.finish(going, &long).await.is_err());
}
