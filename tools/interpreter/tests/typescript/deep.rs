//! No input overflows a stack of 1 MiB, nor takes long to be refused.

use std::time::{Duration, Instant};

include!("deep/constructs.rs");

fn on_small_stack(source: String) -> Result<(), String> {
    std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(move || {
            bulkhead_interpreter::typescript::strip(&source).map(|_| ()).map_err(|refusal| refusal.message)
        })
        .unwrap()
        .join()
        .unwrap()
}

#[test]
fn every_depth_of_every_construct() {
    for (name, build) in CONSTRUCTS {
        for depth in
            [1, 20, 30, 40, 50, 66, 80, 99, 100, 120, 150, 180, 198, 199, 200, 220, 300, 1000, 50_000]
        {
            let started = Instant::now();
            let result = on_small_stack(build(depth));
            let taken = started.elapsed();
            assert!(taken < Duration::from_secs(2), "{name} × {depth} took {taken:?}");
            if depth >= 1000 {
                assert!(result.is_err_and(|it| it.contains("too deep")), "{name} × {depth} passed");
            }
        }
    }
}

#[test]
fn what_leans_left_may_be_long() {
    for (name, build) in LONG {
        let result = on_small_stack(build(20_000));
        assert!(result.is_ok(), "{name}: {result:?}");
    }
}
