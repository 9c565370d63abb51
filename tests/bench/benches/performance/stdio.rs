//! A call over standard input and output, there and back.

use std::process::Command;

use crate::guests::Guests;
use crate::program::{
    Program, assert_echo, call, initialize, initialized, line, microseconds, rmcp_echo, serve,
};
use crate::table::{Row, median};

const ROUNDS: usize = 60;
const CALLS: usize = 100;

pub fn measure(guests: &Guests) -> Vec<Row> {
    [("without WASI", &guests.plain), ("with WASI", &guests.wasi)]
        .into_iter()
        .map(|(kind, component)| row(guests, kind, component))
        .collect()
}

fn row(guests: &Guests, kind: &str, component: &[u8]) -> Row {
    let components = guests.directory(&format!("stdio {kind}"), component, 1);
    let mut host = start(serve(&components, &guests.cache(), &["--stdio"]));
    let mut command = Command::new(rmcp_echo());
    command.arg("stdio");
    let mut rmcp = start(command);
    let (mut ours, mut theirs, mut longer) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let (a, b) = (median(calls(&mut host)), median(calls(&mut rmcp)));
        // The first round is for caches to fill.
        if round > 0 {
            ours.push(a);
            theirs.push(b);
            longer.push(a - b);
        }
    }
    let longer = median(longer);
    Row {
        what: format!("one call over stdio, component {kind}; rmcp's server without a sandbox"),
        ours: format!("{:.0} µs", median(ours)),
        theirs: format!("{:.0} µs", median(theirs)),
        compared: format!("{longer:+.0} µs"),
        goal: "≤ +35 µs",
        met: Some(longer <= 35.0),
    }
}

fn start(command: Command) -> Program {
    let mut program = Program::start(command);
    program.say(&initialize());
    program.hear();
    program.say(&initialized());
    program
}

fn calls(program: &mut Program) -> Vec<f64> {
    let call = |id: u64| {
        let call = line(&call(id, false));
        microseconds(|| {
            program.say(&call);
            assert_echo(program.hear());
        })
    };
    (1..=CALLS as u64).map(call).collect()
}
