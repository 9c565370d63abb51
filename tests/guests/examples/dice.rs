//! Asks for random bytes, at once and in pieces, from each of the sources.
#![cfg(target_family = "wasm")]
#![allow(missing_docs, reason = "a guest for tests")]

use std::fmt::Write;

use bulkhead_sdk::{ToolError, component, tool};

use wasi::random::{insecure, insecure_seed, random};

wit_bindgen::generate!({
    inline: "
        package test:dice;
        world dice {
            import wasi:random/random@0.2.12;
            import wasi:random/insecure@0.2.12;
            import wasi:random/insecure-seed@0.2.12;
        }
    ",
    path: "../../wit",
    world: "test:dice/dice",
    generate_all,
});

/// So many bytes, so many times.
#[tool]
fn dice(source: String, bytes: u64, times: u64) -> Result<String, ToolError> {
    let mut sum = 0_u64;
    for _ in 0..times {
        sum += match source.as_str() {
            "secure" => random::get_random_bytes(bytes).len() as u64,
            "insecure" => insecure::get_insecure_random_bytes(bytes).len() as u64,
            "secure-number" => random::get_random_u64() & 1,
            "insecure-number" => insecure::get_insecure_random_u64() & 1,
            "seed" => insecure_seed::insecure_seed().0 & 1,
            _ => return Err(ToolError::invalid("no such source")),
        };
    }
    Ok(format!("{sum}"))
}

/// Some of each source, and what the standard library makes of it.
#[tool]
fn throw() -> Vec<String> {
    let hex = |bytes: Vec<u8>| {
        bytes.iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    };
    let order: Vec<_> = (0..20).collect::<std::collections::HashSet<_>>().into_iter().collect();
    vec![
        hex(random::get_random_bytes(32)),
        random::get_random_u64().to_string(),
        hex(insecure::get_insecure_random_bytes(32)),
        insecure::get_insecure_random_u64().to_string(),
        format!("{:?}", insecure_seed::insecure_seed()),
        format!("{order:?}"),
    ]
}

component! { name: "dice", description: "Throws dice.", tools: [dice, throw] }
