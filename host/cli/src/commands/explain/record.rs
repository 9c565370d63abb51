//! A refusal as the log has it.

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
    path::Path,
};

use anyhow::{Context, bail};
use serde::Deserialize;
use serde_json::Value;

/// The longest line that is looked at. What a guest can put into an event is far shorter.
const LONGEST: u64 = 1 << 20;

/// What the event `capability_denied` says.
#[derive(Clone, Debug, Deserialize)]
pub struct Recorded {
    /// The component that reached for it.
    pub component: String,
    /// The rule that refused.
    pub rule: String,
    /// What it reached for; absent when that had no form that could be said.
    pub wish: Option<String>,
    /// The operator's text.
    pub reason: String,
    /// The smallest grant that would have allowed it.
    pub allow: Option<String>,
    /// The call that made the call in which this happened.
    pub by: Option<u64>,
}

impl Recorded {
    /// The component that made the call in which this happened, when it is what had no such grant.
    pub fn caller(&self) -> Option<&str> {
        self.by?;
        let caller = self.allow.as_deref()?.lines().next()?.strip_prefix("[tools.")?.strip_suffix(']')?;
        (caller != self.component).then_some(caller)
    }
}

/// The last refusal in a file, or in standard input when the file is `-`.
pub fn read(file: &Path) -> anyhow::Result<Recorded> {
    let name = if file == Path::new("-") { "standard input".into() } else { file.display().to_string() };
    let lines: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(file).with_context(|| format!("cannot read {name}"))?))
    };
    last(lines).with_context(|| format!("{name} has no refusal to explain"))
}

fn last(mut lines: impl BufRead) -> anyhow::Result<Recorded> {
    let mut last = Err(anyhow::anyhow!(
        "there is no event `capability_denied`; `bulkhead serve --log-format json` writes one for each refusal"
    ));
    loop {
        let mut line = Vec::new();
        let read = io::Read::take(&mut lines, LONGEST).read_until(b'\n', &mut line)?;
        if read == 0 {
            return last;
        }
        match recorded(&line) {
            Ok(None) => {}
            Ok(Some(recorded)) => last = Ok(recorded),
            Err(error) => last = Err(error),
        }
    }
}

/// The refusal on a line; `None` for a line that is something else.
fn recorded(line: &[u8]) -> anyhow::Result<Option<Recorded>> {
    let Ok(event) = serde_json::from_slice::<Value>(line) else { return Ok(None) };
    // A collector of logs may have taken the fields out of their object.
    let fields = event.get("fields").unwrap_or(&event);
    if fields.get("event").and_then(Value::as_str) != Some("capability_denied") {
        return Ok(None);
    }
    match Recorded::deserialize(fields) {
        Ok(recorded) => Ok(Some(recorded)),
        Err(error) => bail!("its event `capability_denied` is not complete: {error}"),
    }
}
