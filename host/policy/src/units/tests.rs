#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use super::*;

#[test]
fn sizes() {
    assert_eq!(size("100B"), Ok(100));
    assert_eq!(size("64KiB"), Ok(64 << 10));
    assert_eq!(size("64 MiB"), Ok(64 << 20));
    assert_eq!(size("2GiB"), Ok(2 << 30));
    for wrong in [
        "",
        "64",
        "MiB",
        "64MB",
        "64mib",
        "-1B",
        "1.5MiB",
        "18446744073709551616B",
        "18446744073709551615KiB",
    ] {
        assert!(size(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn durations() {
    assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
    assert_eq!(duration("30s"), Ok(Duration::from_secs(30)));
    assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
    assert_eq!(duration("1h"), Ok(Duration::from_secs(3600)));
    for wrong in ["", "30", "s", "30S", "1d", "0.5s", "18446744073709551615h"] {
        assert!(duration(wrong).is_err(), "{wrong}");
    }
}
