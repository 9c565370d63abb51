//! What is put on record: every call before it acts, and how it ended.

use std::sync::atomic::{AtomicU64, Ordering};

use bulkhead_policy::{Denial, Limit, Permit};
use bulkhead_sandbox::Usage;

use crate::{caller::Caller, error::CallError};

/// Keeps the record of calls. Each call that is decided gives one `intent` before the guest runs and one `ended`
/// afterwards, whatever happened; a call that is refused before it could run gives one `refused`.
pub trait Recorder: Send + Sync {
    /// A permitted call is about to run.
    fn intent(&self, call: &CallRecord);

    /// The guest of this call reached for something that it was not granted.
    fn denied(&self, call: &CallRecord, denial: &Denial);

    /// The call is over.
    fn ended(&self, call: &CallRecord, ending: &Ending);

    /// A call was refused before it could run.
    fn refused(&self, caller: &Caller, tool: &str, error: &CallError);
}

/// A permitted call.
#[derive(Clone, Debug)]
pub struct CallRecord {
    /// Unique in this process.
    pub id: u64,
    /// On whose behalf.
    pub principal: String,
    /// Through which door, such as `mcp/2025-11-25/stdio`.
    pub door: String,
    /// The call that asked for this one; `None` when the principal did.
    pub by: Option<u64>,
    /// The W3C `traceparent` that came with the request.
    pub trace: Option<String>,
    /// The tool's public name.
    pub tool: String,
    /// The component that runs.
    pub component: String,
    /// The component's digest, `sha256:` and hexadecimal.
    pub digest: String,
    /// The rule of the policy that allowed it.
    pub rule: String,
    /// SHA-256 of the arguments' JSON text with sorted keys, in hexadecimal.
    pub argument_hash: String,
}

impl CallRecord {
    pub(crate) fn new(
        caller: &Caller,
        tool: &str,
        permit: &Permit,
        arguments: &str,
        by: Option<u64>,
    ) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            by,
            principal: caller.principal.id.clone(),
            door: caller.door.to_string(),
            trace: caller.trace.clone(),
            tool: tool.to_owned(),
            component: permit.component().to_owned(),
            digest: permit.digest().to_owned(),
            rule: permit.rule().to_string(),
            argument_hash: bulkhead_schema::component::sha256(arguments.as_bytes()),
        }
    }
}

/// How a permitted call ended.
#[derive(Clone, Debug)]
pub struct Ending {
    /// `ok`, `input_required`, `cancelled`, or the code of the error.
    pub code: String,
    /// What the call cost; absent when it never reached the sandbox or was cancelled in it.
    pub usage: Option<Usage>,
}

/// Writes the record as events of `tracing`, under the target `audit`.
#[derive(Clone, Copy, Debug, Default)]
pub struct TracingRecorder;

/// The limits that a call ran into, as the policy file has them; nothing when it ran into none.
fn limits(usage: &Usage) -> Option<String> {
    let reached: Vec<_> = usage.reached.iter().map(Limit::key).collect();
    (!reached.is_empty()).then(|| reached.join(","))
}

impl Recorder for TracingRecorder {
    fn intent(&self, call: &CallRecord) {
        tracing::info!(
            target: "audit", event = "intent", call = call.id, by = call.by, principal = call.principal, door = call.door,
            trace = call.trace, tool = call.tool, component = call.component, digest = call.digest, rule = call.rule,
            arguments = call.argument_hash,
        );
    }

    fn denied(&self, call: &CallRecord, denial: &Denial) {
        tracing::warn!(
            target: "audit", event = "capability_denied", call = call.id, by = call.by, tool = call.tool,
            component = call.component, rule = %denial.rule, wish = denial.wish.as_ref().map(ToString::to_string),
            reason = denial.for_operator, allow = denial.allow,
        );
    }

    fn ended(&self, call: &CallRecord, ending: &Ending) {
        let usage = ending.usage.as_ref();
        tracing::info!(
            target: "audit", event = "ended", call = call.id, tool = call.tool, outcome = ending.code,
            fuel = usage.map(|u| u.fuel), memory = usage.map(|u| u.memory_peak),
            output = usage.map(|u| u.output_bytes), http = usage.map(|u| u.http_bytes),
            tcp = usage.map(|u| u.tcp_bytes), written = usage.map(|u| u.written),
            refusals = usage.map(|u| u.refusals), limits = usage.and_then(limits),
            micros = usage.and_then(|u| u64::try_from(u.duration.as_micros()).ok()),
        );
    }

    fn refused(&self, caller: &Caller, tool: &str, error: &CallError) {
        tracing::warn!(
            target: "audit", event = "refused", principal = caller.principal.id, door = %caller.door,
            // As text and not by `%`: it has words of the client's and the tool's in it, which could end the line.
            trace = caller.trace, tool = ?tool, outcome = error.code(), reason = error.to_string(),
        );
    }
}
