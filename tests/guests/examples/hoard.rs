//! Takes memory: until it fails, or until it is told no and copes.
#![allow(missing_docs, reason = "a guest for tests")]

use std::hint::black_box;

use bulkhead_sdk::{component, tool};

const MIB: usize = 1 << 20;

/// Takes as much as it is told, and fails when there is no more.
#[tool]
fn hoard(mebibytes: usize) -> String {
    let taken: Vec<Vec<u8>> = (0..mebibytes).map(|_| black_box(vec![1; MIB])).collect();
    format!("{} MiB", taken.len())
}

/// Takes as much as it is given, and lives with that.
#[tool]
fn cope(mebibytes: usize) -> usize {
    let mut taken: Vec<Vec<u8>> = Vec::new();
    for _ in 0..mebibytes {
        let mut piece = Vec::new();
        if piece.try_reserve_exact(MIB).is_err() {
            break;
        }
        taken.push(black_box(piece));
    }
    taken.len()
}

component! { name: "hoard", description: "Takes memory.", tools: [hoard, cope] }
