//! Asking the person at the terminal. Questions go to standard error, so that standard output has results only.

use std::io::{self, BufRead, IsTerminal, Write};

/// A terminal with, as far as can be told, a person at it.
#[derive(Clone, Copy, Debug)]
pub struct Terminal(());

impl Terminal {
    /// The terminal, if standard input is one.
    pub fn there() -> Option<Self> {
        io::stdin().is_terminal().then_some(Self(()))
    }

    /// Asks, and gives the answer without spaces around it; an empty one when the person is gone.
    pub fn ask(self, question: &str) -> io::Result<String> {
        let mut out = io::stderr();
        write!(out, "{question} ")?;
        out.flush()?;
        let mut line = String::new();
        io::stdin().lock().read_line(&mut line)?;
        Ok(line.trim().to_owned())
    }

    /// Asks a question that only a plain yes answers with yes.
    pub fn agrees(self, question: &str) -> io::Result<bool> {
        let answer = self.ask(&format!("{question} [y/N]"))?;
        Ok(matches!(answer.to_ascii_lowercase().as_str(), "y" | "yes"))
    }
}
