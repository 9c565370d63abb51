//! The command line, as data. Parsing does nothing else.

use std::{net::SocketAddr, path::PathBuf};

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub use crate::commands::ClientName;

/// Runs AI agents' tools as sandboxed WebAssembly components.
#[derive(Debug, Parser)]
#[command(name = "bulkhead", version, about, after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  bulkhead new greeter && bulkhead build greeter --out tools/
  bulkhead check --config bulkhead.toml
  bulkhead serve --config bulkhead.toml --http 127.0.0.1:7333
  bulkhead call read_file '{\"path\": \"/work/README.md\"}'

Exit codes:
  0 ok   1 the tool failed, or a check found something   2 usage or configuration   3 denied
  4 a person must approve or answer first   5 trapped or over a limit   70 internal error";

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the tools of a directory to MCP clients.
    #[command(
        after_help = "Examples:\n  bulkhead serve --stdio\n  bulkhead serve --http 127.0.0.1:7333 --dir tools --config bulkhead.toml"
    )]
    Serve(Serve),
    /// List the tools, and the components that do not serve with the reason.
    #[command(after_help = "Examples:\n  bulkhead list\n  bulkhead list --dir tools --json")]
    List(List),
    /// Call one tool and print its result.
    #[command(
        after_help = "Examples:\n  bulkhead call greet '{\"name\": \"Ada\"}'\n  echo '{\"name\": \"Ada\"}' | bulkhead call greet -"
    )]
    Call(Call),
    /// Run a script that calls tools, as a model's would run.
    #[command(
        after_help = "Examples:\n  bulkhead run report.ts\n  bulkhead run report.ts --args '{\"month\": 7}' --json\n  bulkhead run report.ts --record run.json\n  bulkhead run --replay run.json\n  bulkhead run report.ts --watch"
    )]
    Run(Run),
    /// Write TypeScript declarations of every tool, for an editor.
    #[command(after_help = "Examples:\n  bulkhead types > tools.d.ts\n  bulkhead types --out tools.d.ts")]
    Types(Types),
    /// Show what a component imports, exports, asks for and offers, without running it.
    #[command(
        after_help = "Examples:\n  bulkhead inspect tools/fetch.wasm\n  bulkhead inspect tools/fetch.wasm --json"
    )]
    Inspect(Inspect),
    /// Write this server into the configuration of an MCP client, after your yes.
    #[command(
        after_help = "Examples:\n  bulkhead install --client claude-code --config bulkhead.toml\n  bulkhead install --client vscode --http http://127.0.0.1:7333/mcp\n  bulkhead install --client cursor --print\n  bulkhead install --client cursor --remove"
    )]
    Install(Install),
    /// Check every component against the policy, and say what does not fit.
    #[command(
        after_help = "Examples:\n  bulkhead check --config bulkhead.toml\n  bulkhead check --json && deploy"
    )]
    Check(Check),
    /// Show what a component's author asks for, and write it into the policy after your yes.
    #[command(
        after_help = "Examples:\n  bulkhead grant fetch\n  bulkhead grant notes --dir-for /notes=/home/ada/notes\n  bulkhead grant billing --secret ERP_TOKEN=file:/etc/bulkhead/erp --yes\n\nThis is for a person who decides what a tool may touch. A model must not be given this command."
    )]
    Grant(Grant),
    /// Say whether a component may do something, which rule decides it, and what would allow it.
    #[command(
        after_help = "Examples:\n  bulkhead explain fetch GET https://api.example.com/v1/a\n  bulkhead explain files write /notes/a.txt\n  tail -n 1 audit.log | bulkhead explain --record -"
    )]
    Explain(Explain),
    /// Measure on data of your own.
    #[command(subcommand)]
    Bench(Bench),
    /// Build a guest crate into a component with its catalog embedded.
    #[command(
        after_help = "Examples:\n  bulkhead build greeter\n  bulkhead build tools/files --out components/"
    )]
    Build(Build),
    /// Make a guest crate that builds, with one tool and a test.
    #[command(after_help = "Examples:\n  bulkhead new greeter\n  cd greeter && cargo test && bulkhead build")]
    New(New),
    /// Print completions for a shell.
    #[command(after_help = "Example:\n  bulkhead completions bash > /etc/bash_completion.d/bulkhead")]
    Completions {
        /// The shell.
        shell: Shell,
    },
}

/// Which tools, under which policy.
#[derive(Clone, Debug, ClapArgs)]
pub struct Source {
    /// The directory of components; the policy file's `host.components` when absent.
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// The policy file; `bulkhead.toml` in this folder when it is there. Without one, no component is granted anything.
    #[arg(long, value_name = "FILE", env = "BULKHEAD_CONFIG")]
    pub config: Option<PathBuf>,
    /// Where compiled code is kept; the user's cache folder when absent.
    #[arg(long, value_name = "DIR", env = "BULKHEAD_CACHE")]
    pub cache: Option<PathBuf>,
}

/// `bulkhead serve`.
#[derive(Debug, ClapArgs)]
pub struct Serve {
    #[command(flatten)]
    pub source: Source,
    /// Serve on standard input and output, for a client that starts this program.
    #[arg(long, conflicts_with = "http")]
    pub stdio: bool,
    /// Serve over HTTP at this address; the policy file's `host.listen` or 127.0.0.1:7333 when absent.
    #[arg(long, value_name = "ADDR")]
    pub http: Option<SocketAddr>,
    /// A name, beside the loopback ones, that clients may reach this host by. May be repeated.
    #[arg(long, value_name = "HOST")]
    pub allow_host: Vec<String>,
    /// An origin, beside the loopback ones, whose pages may call. May be repeated.
    #[arg(long, value_name = "ORIGIN")]
    pub allow_origin: Vec<String>,
    /// How the log on standard error is written.
    #[arg(long, value_enum, default_value_t, env = "BULKHEAD_LOG_FORMAT")]
    pub log_format: LogFormat,
}

/// `bulkhead install`.
#[derive(Debug, ClapArgs)]
pub struct Install {
    #[command(flatten)]
    pub source: Source,
    /// Which client.
    #[arg(long, value_enum, value_name = "NAME")]
    pub client: ClientName,
    /// The server's name there.
    #[arg(long, default_value = "bulkhead")]
    pub name: String,
    /// Connect to a server that runs at this URL, such as http://127.0.0.1:7333/mcp, in place of starting one.
    #[arg(long, value_name = "URL", value_parser = http_url)]
    pub http: Option<String>,
    /// Take the server out.
    #[arg(long, conflicts_with = "http")]
    pub remove: bool,
    /// Print what belongs into the file, and write nothing.
    #[arg(long)]
    pub print: bool,
    /// Write without asking.
    #[arg(long, short)]
    pub yes: bool,
}

fn http_url(text: &str) -> Result<String, String> {
    let there = ["http://", "https://"]
        .iter()
        .any(|scheme| text.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()));
    if there { Ok(text.to_owned()) } else { Err("a URL such as http://127.0.0.1:7333/mcp".to_owned()) }
}

/// How a log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// A line of text for each event.
    #[default]
    Text,
    /// A JSON object for each event, on a line.
    Json,
}

/// `bulkhead list`.
#[derive(Debug, ClapArgs)]
pub struct List {
    #[command(flatten)]
    pub source: Source,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `bulkhead call`.
#[derive(Debug, ClapArgs)]
pub struct Call {
    /// The tool.
    pub tool: String,
    /// The arguments, as a JSON object; `-` reads them from standard input.
    #[arg(default_value = "{}", value_name = "JSON")]
    pub arguments: String,
    #[command(flatten)]
    pub source: Source,
    /// Print the whole answer as JSON: content, structured result, usage, or the error.
    #[arg(long)]
    pub json: bool,
}

/// `bulkhead run`.
#[derive(Debug, ClapArgs)]
pub struct Run {
    /// The script, in JavaScript or TypeScript; `-` reads it from standard input.
    #[arg(value_name = "FILE", required_unless_present = "replay")]
    pub file: Option<PathBuf>,
    /// The value of `args` in the script.
    #[arg(long, default_value = "{}", value_name = "JSON")]
    pub args: String,
    /// Run a record again: no tool is called, and what differs is an error.
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["file", "args", "watch", "record"])]
    pub replay: Option<PathBuf>,
    /// Write the record of the run there.
    #[arg(long, value_name = "RECORD")]
    pub record: Option<PathBuf>,
    /// Run it again whenever the file changes, until interrupted.
    #[arg(long)]
    pub watch: bool,
    #[command(flatten)]
    pub source: Source,
    /// Print the whole answer as JSON: result, console, calls, and what it used.
    #[arg(long)]
    pub json: bool,
}

/// `bulkhead bench`.
#[derive(Debug, Subcommand)]
pub enum Bench {
    /// How well the search finds what it should: recall, mean reciprocal rank, and times.
    #[command(
        after_help = "Example:\n  bulkhead bench search --catalog functions.jsonl --queries queries.jsonl --k 5 --json"
    )]
    Search(BenchSearch),
}

/// `bulkhead bench search`.
#[derive(Debug, ClapArgs)]
pub struct BenchSearch {
    /// The tools: JSON Lines, a JSON array, or a `tools/list` result.
    #[arg(long, value_name = "FILE")]
    pub catalog: PathBuf,
    /// The requests: `query`, and `expected`, the names that should be found; `kind` groups them.
    #[arg(long, value_name = "FILE")]
    pub queries: PathBuf,
    /// Among how many of the first it should be.
    #[arg(long, default_value_t = 5)]
    pub k: usize,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `bulkhead types`.
#[derive(Debug, ClapArgs)]
pub struct Types {
    /// Where to write them; standard output when it is not said.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub source: Source,
}

/// `bulkhead inspect`.
#[derive(Debug, ClapArgs)]
pub struct Inspect {
    /// The component.
    #[arg(value_name = "FILE.wasm")]
    pub file: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `bulkhead check`.
#[derive(Debug, ClapArgs)]
pub struct Check {
    #[command(flatten)]
    pub source: Source,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `bulkhead grant`.
#[derive(Debug, ClapArgs)]
pub struct Grant {
    /// A component's name, or that of one of its tools.
    pub tool: String,
    #[command(flatten)]
    pub source: Source,
    /// Do not ask: grant what is missing and not optional.
    #[arg(long)]
    pub yes: bool,
    /// Grant what the author calls optional, too.
    #[arg(long)]
    pub optional: bool,
    /// The directory of this machine that the component finds at GUEST. May be repeated.
    #[arg(long, value_name = "GUEST=HOST")]
    pub dir_for: Vec<String>,
    /// Where a secret is: `NAME=env:VARIABLE`, `NAME=file:PATH` or `NAME=keyring:ENTRY`. May be repeated.
    #[arg(long, value_name = "NAME=SOURCE")]
    pub secret: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `bulkhead explain`.
#[derive(Debug, ClapArgs)]
pub struct Explain {
    /// A component's name, or that of one of its tools.
    #[arg(required_unless_present = "record", conflicts_with = "record")]
    pub tool: Option<String>,
    /// What it wants: METHOD URL, tcp HOST:PORT, address IP:PORT, read PATH, write PATH, env NAME, secret NAME [METHOD URL],
    /// call TOOL, or state.
    #[arg(required_unless_present = "record", conflicts_with = "record")]
    pub wish: Vec<String>,
    /// A refusal of the log that `bulkhead serve --log-format json` writes: a file with that line, or `-`.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    #[command(flatten)]
    pub source: Source,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `bulkhead build`.
#[derive(Debug, ClapArgs)]
pub struct Build {
    /// The guest crate's folder.
    #[arg(default_value = ".", value_name = "CRATE")]
    pub crate_dir: PathBuf,
    /// The folder that the component is written to, as `NAME.wasm`.
    #[arg(long, default_value = ".", value_name = "DIR")]
    pub out: PathBuf,
    /// The guest's target. `wasm32-unknown-unknown` makes a component that imports nothing of WASI, for a tool that needs
    /// neither files nor HTTP nor clocks and whose imports shall prove it.
    #[arg(long, default_value = "wasm32-wasip2")]
    pub target: String,
    /// Cargo's own features for the crate, such as `a,b`.
    #[arg(long)]
    pub features: Option<String>,
    /// The guest toolchain's folder, made by guest-sdk/toolchain/setup.sh.
    #[arg(long, value_name = "DIR", env = "BULKHEAD_TOOLCHAIN")]
    pub toolchain: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `bulkhead new`.
#[derive(Debug, ClapArgs)]
pub struct New {
    /// The crate's name; also its folder's.
    pub name: String,
    /// The SDK's folder, for a crate that is to use a checkout of it.
    #[arg(long, value_name = "DIR", env = "BULKHEAD_SDK")]
    pub sdk: Option<PathBuf>,
}
