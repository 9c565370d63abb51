//! The host's side of a running call: what the guest says goes to the caller's listener and to the host's own log, and
//! what it asks for goes through the pipeline or to the store.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, AtomicU32, Ordering},
};

use bulkhead_policy::{Budget, Denial, EffectiveGrants, StateGrant};
use bulkhead_sandbox::{Called, HostSide, StateAnswer, StateAsk};
use bulkhead_schema::ToolError;
use futures::future::BoxFuture;

use crate::{
    caller::Caller,
    dispatcher::Desk,
    listener::{Change, Level, Listener, LogLine, Progress},
    notice::Notice,
    record::CallRecord,
};

mod kept;
mod others;

pub(crate) use others::Within;

/// How many changes one call may announce; more are of use to nobody and work for everybody.
const ANNOUNCED: u32 = 64;

pub(crate) struct Side {
    pub desk: Arc<Desk>,
    pub caller: Caller,
    pub call: Arc<CallRecord>,
    pub grants: Arc<EffectiveGrants>,
    /// How many calls are one within the other, this one included.
    pub depth: u32,
    pub listener: Arc<dyn Listener>,
    /// How many calls that it asked for were refused: it may ask without end, and the record has an end.
    pub refused: Arc<AtomicU32>,
    /// How many changes it has announced.
    pub announced: AtomicU32,
    /// Whether it was said that the store failed.
    pub store_failed: AtomicBool,
    /// The greatest `done` reported so far: MCP requires that it grows, and a guest need not keep to it.
    pub reported: Mutex<f64>,
}

impl HostSide for Side {
    fn log_enabled(&self, level: Level) -> bool {
        self.listener.wants(level) || level >= Level::Info
    }

    fn log(&self, level: Level, message: &str, fields: Option<&str>) {
        tracing::info!(
            target: "guest", call = self.call.id, tool = self.call.tool, level = level.as_str(), fields, "{message}"
        );
        if self.listener.wants(level) {
            self.listener.log(LogLine {
                level,
                tool: self.call.tool.clone(),
                message: message.to_owned(),
                fields: fields.and_then(|text| serde_json::from_str(text).ok()),
            });
        }
    }

    fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        if done <= *reported {
            return;
        }
        *reported = done;
        drop(reported);
        self.listener.progress(Progress { done, total, message: message.map(str::to_owned) });
    }

    fn changed(&self, change: Change) {
        if self.announced.fetch_add(1, Ordering::Relaxed) < ANNOUNCED {
            let principal = Some(self.caller.principal.id.clone());
            // Nobody may be listening.
            let _ = self.desk.notices.send(Notice { change: change.clone(), principal });
        }
        self.listener.changed(change);
    }

    fn call_tool(&self, name: String, arguments: String, budget: Budget) -> BoxFuture<'_, Called> {
        Box::pin(self.call_other(name, arguments, budget))
    }

    fn state(&self, grant: StateGrant, ask: StateAsk) -> BoxFuture<'_, Result<StateAnswer, ToolError>> {
        Box::pin(self.keep(grant, ask))
    }

    fn denied(&self, denial: &Denial) {
        self.desk.recorder.denied(&self.call, denial);
    }
}
