//! MCP's Inspector, at its command line.

use std::process::{Command, Stdio};

use crate::{
    clients::installed,
    program::{Bench, Ended, Served},
};

/// In seconds. It takes one or two.
const PATIENCE: &str = "120";

/// What the Inspector may do to settle on a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// `initialize`.
    Legacy,
    /// Ask, and fall back.
    Auto,
    /// 2026-07-28 and nothing else.
    Modern,
}

impl Era {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Legacy, Self::Auto, Self::Modern];

    /// The revision that must have been settled on.
    pub fn version(self) -> &'static str {
        match self {
            Era::Legacy => "2025-11-25",
            Era::Auto | Era::Modern => "2026-07-28",
        }
    }

    fn word(self) -> &'static str {
        match self {
            Era::Legacy => "legacy",
            Era::Auto => "auto",
            Era::Modern => "modern",
        }
    }
}

/// One method, such as `tools/list`, with whatever the Inspector wants to know beside it.
pub struct Inspection<'a> {
    /// How to settle on a revision.
    pub era: Era,
    /// The method and its words.
    pub words: &'a [&'a str],
}

impl Inspection<'_> {
    /// Connects to a server.
    pub fn over_http(&self, server: &Served) -> Ended {
        self.run(&["--server-url", &server.url, "--transport", "http"], &[])
    }

    /// Starts the bench's program.
    pub fn over_stdio(&self, bench: &Bench) -> Ended {
        self.run(&[], &bench.stdio())
    }

    fn run(&self, target: &[&str], program: &[String]) -> Ended {
        let home = installed();
        // It writes into the home of whoever runs it.
        let scratch = tempfile::tempdir().expect("a folder is made");
        let mut command = Command::new("timeout");
        command.arg(PATIENCE).arg(home.join("bin/node")).arg(home.join("node_modules/.bin/mcp-inspector"));
        command.args(["--cli", "--protocol-era", self.era.word()]).args(target);
        command.arg("--method").args(self.words).args(["--format", "json", "-q"]);
        if !program.is_empty() {
            command.arg("--").args(program);
        }
        command.env("HOME", scratch.path()).stdin(Stdio::null());
        Ended::from(command.output().expect("the Inspector starts"))
    }
}
