//! The one way from a request to a result. Each step consumes what the step before it made, so none can be left out or
//! taken twice: arguments that were not checked cannot be decided on, a call that was not decided cannot be put on
//! record, and one that is not on record cannot run.
//!
//! resolve → check arguments → decide → record intent → run → check result → record outcome → answer.

use std::{sync::Arc, time::SystemTime};

use bulkhead_policy::{Decision, Evidence, Permit, Purpose, Request, decide};
use bulkhead_sandbox::{Call, Failure, Usage};
use bulkhead_schema::{Outcome, Resumption, ToolResult, Violation};
use serde_json::{Map, Value};

use crate::{
    caller::{Answer, CallRequest, Caller},
    catalog::Tool,
    dispatcher::Desk,
    error::CallError,
    listener::Listener,
    record::{CallRecord, Ending, Recorder},
    shelf::ShelfError,
    side::Side,
};

/// Runs a request through every step.
pub(crate) async fn call(
    desk: &Desk,
    caller: &Caller,
    request: CallRequest,
    listener: Arc<dyn Listener>,
) -> Result<Answer, CallError> {
    let name = request.tool.clone();
    let permitted = match prepare(desk, caller, request).await {
        Ok(permitted) => permitted,
        Err(error) => {
            desk.recorder.refused(caller, &name, &error);
            return Err(error);
        }
    };
    let intended = permitted.record_intent(desk, caller);
    let ran = intended.run(desk, listener).await;
    ran.check_result().record_outcome()
}

async fn prepare(desk: &Desk, caller: &Caller, request: CallRequest) -> Result<Permitted, CallError> {
    resolve(desk, caller, request)?.check_arguments()?.decide(desk, caller).await
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
    async fn decide(self, desk: &Desk, caller: &Caller) -> Result<Permitted, CallError> {
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
            by: None,
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
    fn record_intent(self, desk: &Desk, caller: &Caller) -> Intended {
        let Self { tool, arguments, resumption, permit } = self;
        let arguments = arguments.to_string();
        let entry = Arc::new(CallRecord::new(caller, tool.name(), &permit, &arguments));
        desk.recorder.intent(&entry);
        let record = Open { entry, recorder: desk.recorder.clone(), closed: false };
        Intended { tool, arguments, resumption, permit, record }
    }
}

/// An entry of the record that must be closed. A call whose caller goes away is dropped with it, in whatever step it
/// is; the entry then says so.
struct Open {
    entry: Arc<CallRecord>,
    recorder: Arc<dyn Recorder>,
    closed: bool,
}

impl Open {
    fn close(mut self, code: &str, usage: Option<Usage>) {
        self.closed = true;
        self.recorder.ended(&self.entry, &Ending { code: code.to_owned(), usage });
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        if !self.closed {
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
    record: Open,
}

impl Intended {
    async fn run(self, desk: &Desk, listener: Arc<dyn Listener>) -> Ran {
        let Self { tool, arguments, resumption, permit, record } = self;
        let loaded = match desk.shelf.take(&tool.component).await {
            Ok(loaded) => loaded,
            Err(error) => return Ran { outcome: Err(unavailable(&tool, &error)), usage: None, tool, record },
        };
        let side = Side::new(record.entry.clone(), listener, record.recorder.clone());
        let call = Call { tool: tool.guest_name.clone(), arguments, resumption };
        let report = desk.shelf.sandbox().run(permit, &loaded, call, Arc::new(side)).await;
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
    fn record_outcome(self) -> Result<Answer, CallError> {
        let code = match &self.outcome {
            Ok(Outcome::Complete(_)) => "ok",
            Ok(Outcome::InputRequired(_)) => "input_required",
            Err(error) => error.code(),
        };
        self.record.close(code, self.usage);
        self.outcome.map(|outcome| Answer { outcome, usage: self.usage.unwrap_or_default() })
    }
}
