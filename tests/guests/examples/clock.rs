//! Looks at both clocks, and waits.
#![cfg(target_family = "wasm")]
#![allow(missing_docs, reason = "a guest for tests")]

use std::time::{Duration, Instant, SystemTime};

use bulkhead_sdk::{ToolError, component, tool};

use wasi::clocks::{monotonic_clock, wall_clock};
use wasi::filesystem::preopens::get_directories;
use wasi::filesystem::types::{DescriptorFlags, ErrorCode, NewTimestamp, OpenFlags, PathFlags};

wit_bindgen::generate!({
    inline: "
        package test:clock;
        world clock {
            import wasi:clocks/wall-clock@0.2.12;
            import wasi:clocks/monotonic-clock@0.2.12;
            import wasi:filesystem/types@0.2.12;
            import wasi:filesystem/preopens@0.2.12;
        }
    ",
    path: "../../wit",
    world: "test:clock/clock",
    generate_all,
});

fn wall() -> String {
    let now = wall_clock::now();
    format!("{}.{:09}", now.seconds, now.nanoseconds)
}

/// Reads the wall clock, the monotonic one, and the wall clock again, by WASI and by the standard library.
#[tool]
fn clock() -> Vec<String> {
    let first = wall();
    let begin = monotonic_clock::now();
    let second = wall();
    let passed = monotonic_clock::now() - begin;
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let started = Instant::now();
    vec![
        first,
        second,
        passed.to_string(),
        since.as_nanos().to_string(),
        started.elapsed().as_nanos().to_string(),
        format!("{:?}", (wall_clock::resolution().nanoseconds, monotonic_clock::resolution())),
    ]
}

/// Waits for a time that is so far ahead, in one of three ways, and says how far the clock has come.
#[tool]
fn wait(how: String, milliseconds: u64) -> Result<u64, ToolError> {
    let begin = monotonic_clock::now();
    let time = milliseconds * 1_000_000;
    match how.as_str() {
        "duration" => monotonic_clock::subscribe_duration(time).block(),
        "instant" => monotonic_clock::subscribe_instant(begin + time).block(),
        "past" => monotonic_clock::subscribe_instant(0).block(),
        "sleep" => std::thread::sleep(Duration::from_millis(milliseconds)),
        _ => return Err(ToolError::invalid("no such way")),
    }
    Ok(monotonic_clock::now() - begin)
}

/// Stamps a file with the present time, and says which that was.
#[tool]
fn stamp(file: String) -> Result<u64, ToolError> {
    let refused = |code: ErrorCode| ToolError::failed(code.name());
    let (directory, _) = get_directories().pop().ok_or_else(|| ToolError::invalid("a directory, please"))?;
    let file = directory
        .open_at(PathFlags::empty(), &file, OpenFlags::CREATE, DescriptorFlags::WRITE)
        .map_err(refused)?;
    file.set_times(NewTimestamp::Now, NewTimestamp::Now).map_err(refused)?;
    let modified = file.stat().map_err(refused)?.data_modification_timestamp;
    modified.map(|time| time.seconds).ok_or_else(|| ToolError::failed("it has no time"))
}

component! {
    name: "clock",
    description: "Tells the time.",
    requests: [directory("/data", write, reason = "To stamp files.", optional)],
    tools: [clock, wait, stamp],
}
