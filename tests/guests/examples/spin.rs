//! Computes without end, or for as many rounds as it is told.
#![allow(missing_docs, reason = "a guest for tests")]

use std::hint::black_box;

use bulkhead_sdk::{component, tool};

/// Turns round and round.
#[tool]
fn spin(
    /// How often; without end when absent.
    rounds: Option<u64>,
) -> String {
    let mut done = 0;
    while rounds.is_none_or(|rounds| done < rounds) {
        done = black_box(done + 1);
    }
    format!("{done} rounds")
}

component! { name: "spin", description: "Computes without end.", tools: [spin] }
