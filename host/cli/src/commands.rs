//! The commands, one file each. This one sets up what they share: the runtime, the log, and the way out.

mod bench;
mod build;
mod call;
mod check;
mod explain;
mod grant;
mod inspect;
mod install;
mod list;
mod new;
mod run;
mod serve;
mod types;

pub use install::ClientName;

use std::process::ExitCode;

use clap::CommandFactory;
use tracing_subscriber::EnvFilter;

use crate::{
    args::{Args, Command, LogFormat},
    exit::{Code, Failure, OrExit, Outcome},
    print,
};

/// What is logged when `BULKHEAD_LOG` does not say: the record of calls and what goes wrong for a server, what guests
/// say for a single command.
const SERVING: &str = "warn,bulkhead=info,audit=info,guest=info";
const ONCE: &str = "warn,audit=off,guest=info";

/// Runs a command to its end.
pub fn run(args: Args) -> ExitCode {
    let (filter, format) = match &args.command {
        Command::Serve(serve) => (SERVING, serve.log_format),
        _ => (ONCE, LogFormat::Text),
    };
    let filter = EnvFilter::try_from_env("BULKHEAD_LOG").unwrap_or_else(|_| EnvFilter::new(filter));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(false);
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
    match act(args.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { code, error }) => {
            let text = format!("{error:#}");
            if !text.is_empty() {
                eprintln!("bulkhead: {}", print::plain(&text));
            }
            ExitCode::from(code as u8)
        }
    }
}

fn act(command: Command) -> Outcome {
    match command {
        Command::Serve(args) => wait(serve::run(args)),
        Command::List(args) => wait(list::run(args)),
        Command::Call(args) => wait(call::run(args)),
        Command::Run(args) => wait(run::run(args)),
        Command::Types(args) => wait(types::run(args)),
        Command::Inspect(args) => inspect::run(&args),
        Command::Install(args) => install::run(&args),
        Command::Check(args) => wait(check::run(args)),
        Command::Grant(args) => wait(grant::run(args)),
        Command::Explain(args) => wait(explain::run(args)),
        Command::Bench(args) => bench::run(&args),
        Command::Build(args) => wait(build::run(args)),
        Command::New(args) => new::run(&args),
        Command::Completions { shell } => {
            // Into memory first: it panics when it cannot write.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "bulkhead", &mut script);
            print::all(&script).or_exit(Code::Internal)
        }
    }
}

fn wait(command: impl Future<Output = Outcome>) -> Outcome {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().or_exit(Code::Internal)?;
    let outcome = runtime.block_on(command);
    // A compilation that still runs in the background is no reason to stay.
    runtime.shutdown_background();
    outcome
}
