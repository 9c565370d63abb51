//! Calls itself, with small frames and with large ones.
#![allow(missing_docs, reason = "a guest for tests")]

use std::hint::black_box;

use bulkhead_sdk::{component, tool};

/// What it gives cannot be gathered on the way down, so that this stays a recursion.
#[inline(never)]
fn dig(depth: u64) -> u64 {
    if depth == 0 { 1 } else { (dig(depth - 1).rotate_left(5) ^ depth).wrapping_mul(31) }
}

/// Keeps a kibibyte in its own memory at every step, where Rust's stack is.
#[inline(never)]
fn pile(depth: u64) -> u64 {
    let frame = black_box([depth; 128]);
    if depth == 0 { 1 } else { pile(depth - 1) ^ frame[black_box(7)] }
}

/// Goes down in small steps.
#[tool]
fn recurse(depth: u64) -> String {
    dig(depth).to_string()
}

/// Goes down in large steps.
#[tool]
fn recurse_heavily(depth: u64) -> String {
    pile(depth).to_string()
}

component! { name: "recurse", description: "Calls itself.", tools: [recurse, recurse_heavily] }
