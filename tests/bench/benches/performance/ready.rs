//! How soon the program answers, and how much memory it takes, with one component and with a hundred.

use std::path::Path;

use crate::guests::Guests;
use crate::program::{Program, initialize, microseconds, serve};
use crate::table::{Row, median};

const MANY: usize = 100;
const ROUNDS: usize = 15;

pub fn measure(guests: &Guests) -> Vec<Row> {
    let one = guests.directory("one", &guests.wasi, 1);
    let many = guests.directory("many", &guests.wasi, MANY);
    let cache = guests.cache();
    let (mut with_one, mut with_many, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let (a, b) = (ready(&many, &cache), ready(&one, &cache));
        // The first round is for the system to read the files.
        if round > 0 {
            with_many.push(a);
            with_one.push(b);
            ratios.push(a / b);
        }
    }
    let ratio = median(ratios);
    let time = Row {
        what: format!("from start to the first answer over stdio: {MANY} components; one"),
        ours: format!("{:.1} ms", median(with_many)),
        theirs: format!("{:.1} ms", median(with_one)),
        compared: format!("{ratio:.2} ×"),
        goal: "≤ 1.5 ×",
        met: Some(ratio <= 1.5),
    };
    vec![time, memory(&one, &many, &cache)]
}

/// Milliseconds.
fn ready(components: &Path, cache: &Path) -> f64 {
    let start = || {
        let mut program = Program::start(serve(components, cache, &["--stdio"]));
        program.say(&initialize());
        assert!(program.hear().contains("\"result\""), "not an answer");
        program
    };
    // Ending it is not what is measured.
    let mut running = None;
    microseconds(|| running = Some(start())) / 1e3
}

fn memory(one: &Path, many: &Path, cache: &Path) -> Row {
    let idle = |components: &Path| Program::start(serve(components, cache, &["--stdio"])).idle_memory();
    let (with_many, with_one) = (idle(many), idle(one));
    let each = (with_many - with_one) / (MANY - 1) as f64;
    Row {
        what: format!("resident memory, idle after all is compiled: {MANY} components; one"),
        ours: format!("{:.1} MiB", with_many / 1024.0),
        theirs: format!("{:.1} MiB", with_one / 1024.0),
        compared: format!("{each:.0} KiB for each tool"),
        goal: "< 256 KiB",
        met: Some(each < 256.0),
    }
}
