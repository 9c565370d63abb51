//! `bulkhead`: the command line that composes the parts, reads configuration and environment, prints, and exits.

mod args;
mod commands;
mod exit;
mod host;
mod outcome;
mod own_files;
mod paste;
mod policy_file;
mod print;
mod requests;
mod terminal;
mod whole;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    commands::run(args::Args::parse())
}
