//! Clocks and randomness: real, bounded, and such that a run can be repeated.

use std::{fs, time::Instant};

use bulkhead_test_artifacts::{CLOCK, DICE};
use serde_json::{Value, json};

use crate::house::Plan;

#[tokio::test]
pub async fn dice() {
    let house =
        |limit: &str| Plan::of(DICE).policy(format!("[defaults.limits]\nrandom = \"{limit}\"")).open();
    let cases = [
        ("secure", 1 << 20, 1),
        ("secure", 4096, 256),
        ("secure", 16, 1 << 16),
        ("insecure", 1 << 20, 1),
        ("insecure", 4096, 256),
        ("secure-number", 0, 1 << 17),
        ("insecure-number", 0, 1 << 17),
        ("seed", 0, 1 << 16),
    ];
    let (enough, less) = (house("2MiB").await, house("1000KiB").await);
    for (source, bytes, times) in cases {
        let dice = json!({ "source": source, "bytes": bytes, "times": times });
        let usage = enough.call("dice", dice.clone()).await.unwrap().usage;
        assert!((1 << 20..(1 << 20) + 64).contains(&usage.random), "{source}: {}", usage.random);
        let error = less.refusal("dice", dice).await;
        assert_eq!(error.code, "too_much_random", "{source} {bytes}");
        assert!(error.message.contains("1024000 random bytes"), "{}", error.message);
    }
}

async fn throw(policy: &str) -> [Value; 2] {
    let house = Plan::of(DICE).policy(format!("[tools.dice]\n{policy}")).open().await;
    [house.json("throw", json!({})).await, house.json("throw", json!({})).await]
}

#[tokio::test]
async fn a_seed() {
    let [first, second] = throw("random = 7").await;
    assert_eq!(first, second);
    let [other, _] = throw("random = 8").await;
    let [real, again] = throw("").await;
    for n in 0..6 {
        let of = |thrown: &Value| thrown["result"][n].as_str().unwrap().to_owned();
        assert!(
            of(&first) != of(&other) && of(&first) != of(&real) && of(&real) != of(&again),
            "{n}: {first}"
        );
    }
}

const FIXED: &str = "[tools.clock]\nclock = 2026-01-01T00:00:00Z\nfs = [{ host = \".\", guest = \"/data\", access = \"write\" }]";

#[tokio::test]
pub async fn clock() {
    let house = Plan::of(CLOCK).policy(FIXED).open().await;
    let first = house.json("clock", json!({})).await["result"].clone();
    assert_eq!(first, house.json("clock", json!({})).await["result"]);
    assert_eq!(first[0], "1767225600.000000000");
    assert_eq!(first[1], "1767225600.002000000");
    assert_eq!(first[2], "2000000");
    assert_eq!(first[3], "1767225600004000000");
    assert_eq!(first[5], "(1000000, 1000000)");
    assert_eq!(house.json("stamp", json!({ "file": "f" })).await["result"], 1_767_225_600);
    let modified = fs::metadata(house.path("f")).unwrap().modified().unwrap();
    assert_eq!(modified.duration_since(std::time::UNIX_EPOCH).unwrap().as_secs(), 1_767_225_600);
    let real = Plan::of(CLOCK).open().await;
    assert_ne!(real.json("clock", json!({})).await["result"], real.json("clock", json!({})).await["result"]);
}

/// A fixed clock does not move while one waits, and nobody waits forever.
#[tokio::test]
async fn waiting_by_a_fixed_clock() {
    let fixed = Plan::of(CLOCK).policy(FIXED).open().await;
    let real = Plan::of(CLOCK).open().await;
    for (how, least) in [("duration", 60), ("instant", 50), ("sleep", 60), ("past", 0)] {
        let wait = json!({ "how": how, "milliseconds": 60 });
        let started = Instant::now();
        let passed = fixed.json("wait", wait.clone()).await["result"].as_u64().unwrap();
        assert!(started.elapsed().as_millis() >= least, "{how}");
        assert!((1_000_000..=5_000_000).contains(&passed), "{how}: {passed}");
        let passed = real.json("wait", wait).await["result"].as_u64().unwrap();
        assert!(passed >= u64::try_from(least).unwrap() * 1_000_000, "{how}: {passed}");
    }
}
