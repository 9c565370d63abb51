//! The command line, as data. Parsing does nothing else.

use std::{net::SocketAddr, path::PathBuf};

use clap::{Args as ClapArgs, Parser, Subcommand};
use clap_complete::Shell;

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
    /// Show what a component imports, exports, asks for and offers, without running it.
    #[command(
        after_help = "Examples:\n  bulkhead inspect tools/fetch.wasm\n  bulkhead inspect tools/fetch.wasm --json"
    )]
    Inspect(Inspect),
    /// Check every component against the policy, and say what does not fit.
    #[command(
        after_help = "Examples:\n  bulkhead check --config bulkhead.toml\n  bulkhead check --json && deploy"
    )]
    Check(Check),
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
