//! What the host costs, as ratios to the same work without it: both sides in one run, in turn, medians of many rounds.
//! A machine that does something else now and then changes both sides, and so the ratios hardly.
//!
//! `cargo bench --workspace --bench performance` runs all of it and prints a table. After `--`, names (`call`, `code`,
//! `fairness`, `ready`, `http`, `stdio`) run only those, and `--write` puts the table into `docs/performance.md`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a measurement that cannot go on should stop, and what it finds is printed"
)]

mod bare;
mod call;
mod code;
mod fairness;
mod guests;
mod http;
mod program;
mod ready;
mod stdio;
mod table;

use guests::Guests;
use table::Row;

/// A group of measurements, and what gives its rows.
type Group = (&'static str, fn(&Guests) -> Vec<Row>);

const GROUPS: &[Group] = &[
    ("call", call::measure),
    ("code", code::measure),
    ("fairness", fairness::measure),
    ("ready", ready::measure),
    ("http", http::measure),
    ("stdio", stdio::measure),
];

fn main() {
    // Cargo's own argument to every benchmark is no name.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let (flags, names): (Vec<_>, Vec<_>) = arguments.iter().partition(|argument| argument.starts_with("--"));
    let guests = Guests::build();
    let wanted = |name: &str| names.is_empty() || names.iter().any(|other| *other == name);
    let rows: Vec<Row> =
        GROUPS.iter().filter(|(name, _)| wanted(name)).flat_map(|(_, measure)| measure(&guests)).collect();
    let table = table::markdown(&rows);
    println!("{table}");
    if flags.iter().any(|flag| *flag == "--write") {
        table::write(&table);
    }
}
