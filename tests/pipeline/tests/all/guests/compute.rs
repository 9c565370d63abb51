//! Guests that compute, wait or crash without end, in every place where a guest gets to run.

use bulkhead_test_artifacts::{
    EXIT_WELL, HANDLE_FORGED, HANDLE_TWICE, HANDLES, POLL_FOREVER, POLL_MANY, POLL_NEVER, POLL_NOTHING,
    RECURSE_TABLE, REENTER, SPIN_CHEAPLY, SPIN_POST_RETURN, SPIN_REALLOC, SPIN_START, TRAP_CONVERSION,
    TRAP_EMPTY, TRAP_MEMORY, TRAP_OVERFLOW, TRAP_SIGNATURE, TRAP_START, TRAP_UNREACHABLE,
};

use super::attack::ends;

const FUEL: &str = "fuel = 50_000_000";
const DEADLINE: &str = "deadline = \"200ms\"\nfuel = 1_000_000_000_000_000";

#[tokio::test]
pub async fn spin_start() {
    ends(SPIN_START, FUEL, "out_of_fuel").await;
}

#[tokio::test]
pub async fn spin_realloc() {
    ends(SPIN_REALLOC, FUEL, "out_of_fuel").await;
}

#[tokio::test]
pub async fn spin_post_return() {
    ends(SPIN_POST_RETURN, FUEL, "out_of_fuel").await;
}

/// Fuel counts instructions and not what they do; what they do takes time.
#[tokio::test]
pub async fn spin_cheaply() {
    ends(SPIN_CHEAPLY, DEADLINE, "deadline").await;
}

#[tokio::test]
pub async fn recurse_table() {
    ends(RECURSE_TABLE, "", "stack_overflow").await;
}

/// Ends with a trap whose text for the operator has these words.
async fn traps(guest: &str, words: &str) {
    let error = ends(guest, "", "trap").await;
    assert!(error.to_string().contains(words), "{error}");
}

#[tokio::test]
pub async fn trap_start() {
    traps(TRAP_START, "unreachable").await;
}

#[tokio::test]
pub async fn trap_unreachable() {
    traps(TRAP_UNREACHABLE, "unreachable").await;
}

#[tokio::test]
pub async fn trap_overflow() {
    traps(TRAP_OVERFLOW, "integer overflow").await;
}

#[tokio::test]
pub async fn trap_conversion() {
    traps(TRAP_CONVERSION, "invalid conversion to integer").await;
}

#[tokio::test]
pub async fn trap_signature() {
    traps(TRAP_SIGNATURE, "indirect call type mismatch").await;
}

#[tokio::test]
pub async fn trap_empty() {
    traps(TRAP_EMPTY, "uninitialized element").await;
}

#[tokio::test]
pub async fn trap_memory() {
    traps(TRAP_MEMORY, "out of bounds memory access").await;
}

#[tokio::test]
pub async fn reenter() {
    traps(REENTER, "cannot leave component instance").await;
}

#[tokio::test]
pub async fn exit_well() {
    traps(EXIT_WELL, "ended its process with status 0").await;
}

#[tokio::test]
pub async fn poll_nothing() {
    traps(POLL_NOTHING, "empty").await;
}

#[tokio::test]
pub async fn poll_never() {
    ends(POLL_NEVER, DEADLINE, "deadline").await;
}

#[tokio::test]
pub async fn poll_many() {
    ends(POLL_MANY, DEADLINE, "too_many_handles").await;
}

#[tokio::test]
pub async fn poll_forever() {
    ends(POLL_FOREVER, "host_calls = 10_000", "too_many_host_calls").await;
}

#[tokio::test]
pub async fn handles() {
    ends(HANDLES, "", "too_many_handles").await;
}

#[tokio::test]
pub async fn handle_forged() {
    traps(HANDLE_FORGED, "unknown handle index").await;
}

#[tokio::test]
pub async fn handle_twice() {
    traps(HANDLE_TWICE, "unknown handle index").await;
}
