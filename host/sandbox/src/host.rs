//! The host's side of the contract: logging, progress and changes here, calls of others and kept state below. And what
//! a component is linked with.

use wasmtime::component::{HasSelf, Linker};

use crate::bindings::bulkhead::tool::{changes, logging, progress};
use crate::bindings::types;
use crate::lines::neutral;
use crate::state::State;
use crate::{Change, Level, clocks, egress, files, random};

mod kept;
mod others;

/// The longest message of a progress report. It is one line beside a bar; what is longer is cut.
const PROGRESS_MESSAGE: usize = 1 << 10;

/// A guest called the host more often than it may.
#[derive(Debug, thiserror::Error)]
#[error("the guest called the host more often than it may")]
pub(crate) struct TooManyHostCalls;

/// Everything that a component may import, whether or not anything is granted: what is not granted is refused when it is
/// used, in a way that the guest can answer for.
pub(crate) fn link(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    wasmtime_wasi::p2::add_to_linker_async(linker)?;
    wasmtime_wasi_http::p2::add_only_http_to_linker_async(linker)?;
    link_own_wasi(linker)?;
    types::add_to_linker::<_, HasSelf<_>>(linker, |state| state)?;
    logging::add_to_linker::<_, HasSelf<_>>(linker, |state| state)?;
    progress::add_to_linker::<_, HasSelf<_>>(linker, |state| state)?;
    changes::add_to_linker::<_, HasSelf<_>>(linker, |state| state)?;
    others::link(linker)?;
    kept::link(linker)
}

/// The interfaces of WASI that have a view of our own, in place of wasmtime's.
fn link_own_wasi(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    linker.allow_shadowing(true);
    files::link(linker)?;
    random::link(linker)?;
    clocks::link(linker)?;
    egress::link(linker)?;
    linker.allow_shadowing(false);
    Ok(())
}

impl State {
    pub(crate) fn enter(&mut self) -> wasmtime::Result<()> {
        self.meter.enter()
    }

    fn report(&mut self, change: Change) -> wasmtime::Result<()> {
        self.enter()?;
        self.side.changed(change);
        Ok(())
    }
}

impl types::Host for State {}

impl logging::Host for State {
    fn enabled(&mut self, level: logging::Level) -> wasmtime::Result<bool> {
        self.enter()?;
        Ok(self.lines.enabled(level.into()))
    }

    fn log(
        &mut self,
        level: logging::Level,
        message: String,
        fields: Option<String>,
    ) -> wasmtime::Result<()> {
        self.enter()?;
        let fields = fields.map(object);
        self.lines.log(level.into(), &message, fields.as_deref());
        Ok(())
    }
}

/// A log line's fields. What is not a JSON object is kept as text in one, rather than lost.
fn object(text: String) -> String {
    match serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(&text) {
        Ok(_) => text,
        Err(_) => serde_json::json!({ "fields": text }).to_string(),
    }
}

impl progress::Host for State {
    fn report(&mut self, done: f64, total: Option<f64>, message: Option<String>) -> wasmtime::Result<()> {
        self.enter()?;
        // A number that JSON cannot say is no progress.
        if !done.is_finite() {
            return Ok(());
        }
        let total = total.filter(|total| total.is_finite());
        let message = message.map(|text| neutral(cut(&text)).into_owned());
        self.side.progress(done, total, message.as_deref());
        Ok(())
    }
}

fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(PROGRESS_MESSAGE)]
}

impl changes::Host for State {
    fn tools_changed(&mut self) -> wasmtime::Result<()> {
        self.report(Change::Tools)
    }

    fn resources_changed(&mut self) -> wasmtime::Result<()> {
        self.report(Change::Resources)
    }

    fn prompts_changed(&mut self) -> wasmtime::Result<()> {
        self.report(Change::Prompts)
    }

    fn resource_updated(&mut self, uri: String) -> wasmtime::Result<()> {
        self.report(Change::Resource(uri))
    }
}

impl From<logging::Level> for Level {
    fn from(level: logging::Level) -> Self {
        match level {
            logging::Level::Debug => Self::Debug,
            logging::Level::Info => Self::Info,
            logging::Level::Notice => Self::Notice,
            logging::Level::Warning => Self::Warning,
            logging::Level::Error => Self::Error,
            logging::Level::Critical => Self::Critical,
            logging::Level::Alert => Self::Alert,
            logging::Level::Emergency => Self::Emergency,
        }
    }
}
