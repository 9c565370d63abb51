//! The one way from a request to a result. Each step consumes what the step before it made, so none can be left out or
//! taken twice: arguments that were not checked cannot be decided on, a call that was not decided cannot be put on
//! record, and one that is not on record cannot run.
//!
//! resolve → check arguments → decide → admit → record intent → run → check result → record outcome → answer.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::SystemTime,
};

use bulkhead_policy::{
    Budget, Calling, Decision, EffectiveGrants, Evidence, Permit, Purpose, Request, decide,
};
use bulkhead_sandbox::{Call, Failure, Usage};
use bulkhead_schema::{Outcome, Resumption, ToolResult, Violation};
use serde_json::{Map, Value};

use crate::{
    caller::{CallRequest, Caller},
    catalog::Tool,
    dispatcher::Desk,
    error::CallError,
    gate::{NoPlace, Place},
    listener::Listener,
    meters::Meters,
    record::{CallRecord, Ending, Recorder},
    shelf::ShelfError,
    side::Side,
};

/// The running call that asks for another.
pub(crate) struct By {
    /// Its number in the record.
    pub call: u64,
    /// What it may touch.
    pub grants: Arc<EffectiveGrants>,
    /// How many calls are one within the other, it included.
    pub depth: u32,
    /// What is left to it.
    pub budget: Budget,
    /// How many of the calls that it asked for were refused.
    pub refused: Arc<AtomicU32>,
}

impl By {
    /// How many refusals of calls that one call asks for go on record. A guest may ask without end.
    const RECORDED: u32 = 16;

    fn is_recorded(&self) -> bool {
        self.refused.fetch_add(1, Ordering::Relaxed) < Self::RECORDED
    }
}

/// How a call went, and what it used if it ran.
pub(crate) struct Done {
    pub outcome: Result<Outcome, CallError>,
    pub usage: Option<Usage>,
}

/// Runs a request through every step.
pub(crate) async fn call(
    desk: &Arc<Desk>,
    caller: &Caller,
    request: CallRequest,
    listener: Arc<dyn Listener>,
    by: Option<By>,
) -> Done {
    let name = request.tool.clone();
    let admitted = match prepare(desk, caller, request, by.as_ref()).await {
        Ok(admitted) => admitted,
        Err(error) => {
            if by.as_ref().is_none_or(By::is_recorded) {
                desk.recorder.refused(caller, &name, &error);
            }
            desk.meters.refused(&error);
            return Done { outcome: Err(error), usage: None };
        }
    };
    let intended = admitted.record_intent(desk, caller, by.as_ref());
    let ran = intended.run(desk, caller, listener).await;
    ran.check_result().record_outcome()
}

async fn prepare(
    desk: &Desk,
    caller: &Caller,
    request: CallRequest,
    by: Option<&By>,
) -> Result<Admitted, CallError> {
    let checked = resolve(desk, caller, request)?.check_arguments()?;
    checked.decide(desk, caller, by).await?.admit(desk, by.is_none()).await
}

/// A request for a tool that is there for this caller.
struct Resolved {
    tool: Arc<Tool>,
    arguments: Value,
    resumption: Option<Resumption>,
}

fn resolve(desk: &Desk, caller: &Caller, request: CallRequest) -> Result<Resolved, CallError> {
    let CallRequest { tool: name, arguments, resumption } = request;
    let catalog = desk.catalog();
    match catalog.find(&desk.policy, &caller.principal, &name) {
        Some(tool) => Ok(Resolved {
            tool: tool.clone(),
            arguments: arguments.unwrap_or_else(|| Value::Object(Map::new())),
            resumption,
        }),
        None => {
            let nearest = catalog.nearest(&desk.policy, &caller.principal, &name);
            Err(CallError::UnknownTool { name, nearest })
        }
    }
}

impl Resolved {
    fn check_arguments(self) -> Result<Checked, CallError> {
        let Self { tool, arguments, resumption } = self;
        let schema = tool.input().map_err(|error| CallError::Unavailable {
            tool: tool.name().to_owned(),
            reason: format!("its input schema is not one: {error}"),
        })?;
        match schema.check(&arguments) {
            Ok(()) => Ok(Checked { tool, arguments, resumption }),
            Err(violations) => Err(CallError::BadArguments { tool: tool.name().to_owned(), violations }),
        }
    }
}

/// A request whose arguments conform to the tool's input schema.
struct Checked {
    tool: Arc<Tool>,
    arguments: Value,
    resumption: Option<Resumption>,
}

impl Checked {
    async fn decide(self, desk: &Desk, caller: &Caller, by: Option<&By>) -> Result<Permitted, CallError> {
        let Self { tool, arguments, resumption } = self;
        let digest = tool.component.digest().await.map_err(|error| CallError::Unavailable {
            tool: tool.name().to_owned(),
            reason: format!("{}: {error}", tool.component.path.display()),
        })?;
        let request = Request {
            component: &tool.component.name,
            digest,
            tool: &tool.guest_name,
            purpose: Purpose::Call { previewed: tool.definition.previewed },
            principal: &caller.principal,
            declared: &tool.component.declared,
            by: by.map(|by| Calling {
                tool: tool.name(),
                grants: &by.grants,
                depth: by.depth,
                budget: by.budget,
            }),
        };
        match decide(&desk.policy, &request, &Evidence::none(), SystemTime::now()) {
            Decision::Allow(permit) => Ok(Permitted { tool, arguments, resumption, permit }),
            Decision::Ask(ask) => Err(CallError::ApprovalNeeded(ask)),
            Decision::Deny(denial) => Err(CallError::Denied(denial)),
        }
    }
}

/// A call that the policy allows.
struct Permitted {
    tool: Arc<Tool>,
    arguments: Value,
    resumption: Option<Resumption>,
    permit: Permit,
}

impl Permitted {
    async fn admit(self, desk: &Desk, waits: bool) -> Result<Admitted, CallError> {
        let Self { tool, arguments, resumption, permit } = self;
        match desk.gate.enter(&permit, waits).await {
            Ok(place) => Ok(Admitted { tool, arguments, resumption, permit, place }),
            Err(NoPlace::Busy) => {
                let (tool, component) = (tool.name().to_owned(), permit.component().to_owned());
                Err(CallError::Busy { tool, component })
            }
            Err(NoPlace::TooManyCalls { after }) => {
                let (tool, component) = (tool.name().to_owned(), permit.component().to_owned());
                Err(CallError::TooManyCalls { tool, component, after })
            }
        }
    }
}

/// A call that there is a place for.
struct Admitted {
    tool: Arc<Tool>,
    arguments: Value,
    resumption: Option<Resumption>,
    permit: Permit,
    place: Place,
}

impl Admitted {
    fn record_intent(self, desk: &Desk, caller: &Caller, by: Option<&By>) -> Intended {
        let Self { tool, arguments, resumption, permit, place } = self;
        let arguments = arguments.to_string();
        let by = by.map(|by| by.call);
        let entry = Arc::new(CallRecord::new(caller, tool.name(), &permit, &arguments, by));
        desk.recorder.intent(&entry);
        let record = Open { entry, recorder: desk.recorder.clone(), meters: desk.meters, closed: false };
        Intended { tool, arguments, resumption, permit, place, record }
    }
}

/// An entry of the record that must be closed. A call whose caller goes away is dropped with it, in whatever step it
/// is; the entry then says so.
struct Open {
    entry: Arc<CallRecord>,
    recorder: Arc<dyn Recorder>,
    meters: Meters,
    closed: bool,
}

impl Open {
    fn close(mut self, outcome: &Result<Outcome, CallError>, usage: Option<Usage>) {
        self.closed = true;
        let (code, kind, limit) = match outcome {
            Ok(Outcome::Complete(_)) => ("ok", "ok", None),
            Ok(Outcome::InputRequired(_)) => ("input_required", "input_required", None),
            Err(error) => (error.code(), error.kind(), error.limit()),
        };
        self.meters.ended(&self.entry, kind, limit, usage.as_ref());
        self.recorder.ended(&self.entry, &Ending { code: code.to_owned(), usage });
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        if !self.closed {
            self.meters.ended(&self.entry, "cancelled", None, None);
            self.recorder.ended(&self.entry, &Ending { code: "cancelled".to_owned(), usage: None });
        }
    }
}

/// A call that is on record and may run.
struct Intended {
    tool: Arc<Tool>,
    arguments: String,
    resumption: Option<Resumption>,
    permit: Permit,
    place: Place,
    record: Open,
}

impl Intended {
    async fn run(self, desk: &Arc<Desk>, caller: &Caller, listener: Arc<dyn Listener>) -> Ran {
        let Self { tool, arguments, resumption, permit, place, record } = self;
        let loaded = match desk.shelf.take(&tool.component).await {
            Ok(loaded) => loaded,
            Err(error) => return Ran { outcome: Err(unavailable(&tool, &error)), usage: None, tool, record },
        };
        let side = Side {
            desk: Arc::clone(desk),
            caller: caller.clone(),
            call: Arc::clone(&record.entry),
            grants: Arc::clone(permit.grants()),
            depth: permit.depth(),
            listener,
            refused: Arc::default(),
            store_failed: AtomicBool::new(false),
            reported: Mutex::new(f64::NEG_INFINITY),
        };
        let call = Call { tool: tool.guest_name.clone(), arguments, resumption };
        let report = desk.shelf.sandbox().run(permit, &loaded, call, Arc::new(side)).await;
        drop(place);
        let outcome = report.outcome.map_err(|failure| failed(&tool, failure));
        Ran { outcome, usage: Some(report.usage), tool, record }
    }
}

fn unavailable(tool: &Tool, error: &ShelfError) -> CallError {
    CallError::Unavailable { tool: tool.name().to_owned(), reason: error.to_string() }
}

/// Sorts what went wrong by who is to blame.
fn failed(tool: &Tool, failure: Failure) -> CallError {
    let tool = || tool.name().to_owned();
    match failure {
        Failure::Tool(error) => CallError::ToolFailed(error),
        Failure::Unavailable { detail } => CallError::Unavailable { tool: tool(), reason: detail },
        Failure::Internal { detail } => CallError::Internal { tool: tool(), detail },
        stopped @ (Failure::OutOfFuel { .. }
        | Failure::Deadline { .. }
        | Failure::OutOfMemory { .. }
        | Failure::OutOfTable { .. }
        | Failure::TooManyInstances { .. }
        | Failure::TooManyHandles { .. }
        | Failure::TooManyHostCalls { .. }
        | Failure::OverLimit { .. }
        | Failure::StackOverflow
        | Failure::OutputTooLarge { .. }
        | Failure::InvalidOutput { .. }
        | Failure::Trap { .. }) => CallError::Trapped(stopped),
    }
}

/// A call that ran, with what the guest said.
struct Ran {
    tool: Arc<Tool>,
    outcome: Result<Outcome, CallError>,
    usage: Option<Usage>,
    record: Open,
}

impl Ran {
    fn check_result(self) -> Verified {
        let Self { tool, outcome, usage, record } = self;
        let outcome = outcome.and_then(|outcome| match outcome {
            Outcome::Complete(result) => {
                conforms(&tool, &result)
                    .map_err(|detail| CallError::Trapped(Failure::InvalidOutput { detail }))?;
                Ok(Outcome::Complete(result))
            }
            questions @ Outcome::InputRequired(_) => Ok(questions),
        });
        Verified { outcome, usage, record }
    }
}

/// Whether a result is what the tool's definition promises.
fn conforms(tool: &Tool, result: &ToolResult) -> Result<(), String> {
    let schema = tool.output().map_err(|error| format!("its output schema is not one: {error}"))?;
    match (schema, &result.structured) {
        (Some(schema), Some(value)) => schema.check(value).map_err(|violations| told(&violations)),
        (Some(_), None) => Err("it has an output schema and gave no structured result".to_owned()),
        (None, _) => Ok(()),
    }
}

fn told(violations: &[Violation]) -> String {
    let told: Vec<_> = violations.iter().map(Violation::to_string).collect();
    format!("the result breaks the tool's own output schema: {}", told.join("; "))
}

/// A call whose result, if it has one, is what its definition promises.
struct Verified {
    outcome: Result<Outcome, CallError>,
    usage: Option<Usage>,
    record: Open,
}

impl Verified {
    fn record_outcome(self) -> Done {
        self.record.close(&self.outcome, self.usage);
        Done { outcome: self.outcome, usage: self.usage }
    }
}
