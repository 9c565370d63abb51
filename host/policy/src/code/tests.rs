#![allow(clippy::unwrap_used, reason = "a failing test should stop")]

use std::time::Duration;

use crate::{Policy, Principal, Via};

#[test]
fn every_setting_is_read() {
    let text = "[code]\nenabled = false\nlist_below = 0\npin = [\"read_*\"]\ncalls = 7\nconcurrent_calls = 3\n\
                traffic = \"1MiB\"\nanswer = \"2KiB\"\nlimits = { deadline = \"9s\", fuel = 200_000 }\n";
    let policy = Policy::parse(text).unwrap();
    let code = policy.code();
    assert!(!code.enabled && code.pin[0].matches("read_file") && !code.pin[0].matches("write_file"));
    assert_eq!((code.list_below, code.calls, code.concurrent_calls), (0, 7, 3));
    assert_eq!((code.traffic, code.answer), (1 << 20, 2 << 10));
    assert_eq!((code.limits.deadline, code.limits.fuel), (Duration::from_secs(9), 200_000));
}

#[test]
fn callers_say_how_a_function_is_reached() {
    let text = "[tools.a]\ncallers = [\"code\"]\n[tools.b]\ncallers = { write = [\"direct\"], none = [] }\n";
    let (policy, ada) = (Policy::parse(text).unwrap(), Principal::local_user("ada"));
    let reached = |component, function| {
        [Via::Direct, Via::Code, Via::Tool].map(|via| policy.sees(&ada, component, function, via))
    };
    assert_eq!(reached("a", "x"), [false, true, true]);
    assert_eq!(reached("b", "write"), [true, false, true]);
    assert_eq!(reached("b", "none"), [false, false, true]);
    assert_eq!(reached("b", "x"), [true, true, true]);
    assert_eq!(reached("c", "x"), [true, true, true]);
}
