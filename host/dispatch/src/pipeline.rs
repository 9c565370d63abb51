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
    Asking, Budget, Calling, Decision, EffectiveGrants, Evidence, Permit, Request, decide,
};
use bulkhead_sandbox::{Failure, Usage};

use crate::{
    caller::Caller,
    dispatcher::{Desk, Serving},
    errand::{Errand, Given},
    error::CallError,
    gate::{NoPlace, Place},
    listener::Listener,
    meters::Meters,
    record::{CallRecord, Ending, Recorder},
    side::Side,
};

/// The running call that asks for another.
pub(crate) struct By {
    /// Its number in the record.
    pub call: u64,
    /// What it may touch, when it is a tool; `None` for a script, which may touch nothing.
    pub grants: Option<Arc<EffectiveGrants>>,
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

/// How an errand went, and what it used if it ran.
pub(crate) struct Done<T> {
    pub outcome: Result<T, CallError>,
    pub usage: Option<Usage>,
}

/// Runs an errand through every step. `found` is the errand, or why there is none; `name` what was asked for.
pub(crate) async fn call<E: Errand>(
    desk: &Arc<Desk>,
    serving: &Serving,
    caller: &Caller,
    name: &str,
    found: Result<E, CallError>,
    listener: Arc<dyn Listener>,
    by: Option<&By>,
) -> Done<E::Given> {
    let admitted = match prepare(desk, serving, caller, found, by).await {
        Ok(admitted) => admitted,
        Err(error) => {
            if by.is_none_or(By::is_recorded) {
                desk.recorder.refused(caller, name, &error);
            }
            desk.meters.refused(&error);
            return Done { outcome: Err(error), usage: None };
        }
    };
    let intended = admitted.record_intent(desk, caller, by);
    let ran = intended.run(desk, caller, listener).await;
    ran.check_result().record_outcome()
}

async fn prepare<E: Errand>(
    desk: &Desk,
    serving: &Serving,
    caller: &Caller,
    found: Result<E, CallError>,
    by: Option<&By>,
) -> Result<Admitted<E>, CallError> {
    let checked = Resolved { errand: found? }.check_arguments()?;
    checked.decide(serving, caller, by).await?.admit(desk, by.is_none()).await
}

/// A request for something that is there for this caller.
struct Resolved<E> {
    errand: E,
}

impl<E: Errand> Resolved<E> {
    fn check_arguments(self) -> Result<Checked<E>, CallError> {
        self.errand.check()?;
        Ok(Checked { errand: self.errand })
    }
}

/// A request whose arguments are what they must be.
struct Checked<E> {
    errand: E,
}

impl<E: Errand> Checked<E> {
    async fn decide(
        self,
        serving: &Serving,
        caller: &Caller,
        by: Option<&By>,
    ) -> Result<Permitted<E>, CallError> {
        let errand = self.errand;
        let component = errand.component();
        let digest = component.digest().await.map_err(|error| CallError::Unavailable {
            tool: errand.name().to_owned(),
            reason: format!("{}: {error}", component.path.display()),
        })?;
        let request = Request {
            component: &component.name,
            digest,
            tool: errand.function(),
            purpose: errand.purpose(),
            principal: &caller.principal,
            declared: &component.declared,
            by: by.map(|by| Calling {
                tool: errand.name(),
                from: by.grants.as_ref().map_or(Asking::Script, Asking::Tool),
                depth: by.depth,
                budget: by.budget,
            }),
        };
        match decide(&serving.policy, &request, &Evidence::none(), SystemTime::now()) {
            Decision::Allow(permit) => Ok(Permitted { errand, permit }),
            Decision::Ask(ask) => Err(CallError::ApprovalNeeded(ask)),
            Decision::Deny(denial) => Err(CallError::Denied(denial)),
        }
    }
}

/// A request that the policy allows.
struct Permitted<E> {
    errand: E,
    permit: Permit,
}

impl<E: Errand> Permitted<E> {
    async fn admit(self, desk: &Desk, waits: bool) -> Result<Admitted<E>, CallError> {
        let Self { errand, permit } = self;
        let named = |permit: &Permit| (errand.name().to_owned(), permit.component().to_owned());
        match desk.gate.enter(&permit, waits).await {
            Ok(place) => Ok(Admitted { errand, permit, place }),
            Err(NoPlace::Busy) => {
                let (tool, component) = named(&permit);
                Err(CallError::Busy { tool, component })
            }
            Err(NoPlace::TooManyCalls { after }) => {
                let (tool, component) = named(&permit);
                Err(CallError::TooManyCalls { tool, component, after })
            }
        }
    }
}

/// A request that there is a place for.
struct Admitted<E> {
    errand: E,
    permit: Permit,
    place: Place,
}

impl<E: Errand> Admitted<E> {
    fn record_intent(self, desk: &Desk, caller: &Caller, by: Option<&By>) -> Intended<E> {
        let Self { errand, permit, place } = self;
        let arguments = errand.arguments();
        let by = by.map(|by| by.call);
        let entry = Arc::new(CallRecord::new(caller, errand.name(), &permit, &arguments, by));
        desk.recorder.intent(&entry);
        let record = Open { entry, recorder: desk.recorder.clone(), meters: desk.meters, closed: false };
        Intended { errand, arguments, permit, place, record }
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
    fn close<T: Given>(mut self, outcome: &Result<T, CallError>, usage: Option<Usage>) {
        self.closed = true;
        let (code, kind, limit) = match outcome {
            Ok(given) => (given.ending(), given.kind(), None),
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

/// A request that is on record and may run.
struct Intended<E> {
    errand: E,
    arguments: String,
    permit: Permit,
    place: Place,
    record: Open,
}

impl<E: Errand> Intended<E> {
    async fn run(self, desk: &Arc<Desk>, caller: &Caller, listener: Arc<dyn Listener>) -> Ran<E> {
        let Self { mut errand, arguments, permit, place, record } = self;
        let loaded = match desk.shelf.take(errand.component()).await {
            Ok(loaded) => loaded,
            Err(error) => {
                let unavailable =
                    CallError::Unavailable { tool: errand.name().to_owned(), reason: error.to_string() };
                return Ran { outcome: Err(unavailable), usage: None, errand, record };
            }
        };
        let side = Side {
            desk: Arc::clone(desk),
            caller: caller.clone(),
            call: Arc::clone(&record.entry),
            grants: Arc::clone(permit.grants()),
            depth: permit.depth(),
            listener,
            refused: Arc::default(),
            announced: AtomicU32::new(0),
            store_failed: AtomicBool::new(false),
            reported: Mutex::new(f64::NEG_INFINITY),
        };
        let run = errand.run(arguments, desk.shelf.sandbox(), permit, &loaded, Arc::new(side));
        let report = run.await;
        drop(place);
        let outcome = report.outcome.map_err(|failure| failed(errand.name(), failure));
        Ran { outcome, usage: Some(report.usage), errand, record }
    }
}

/// Sorts what went wrong by who is to blame.
fn failed(name: &str, failure: Failure) -> CallError {
    let tool = || name.to_owned();
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

/// A request that ran, with what the guest said.
struct Ran<E: Errand> {
    errand: E,
    outcome: Result<E::Given, CallError>,
    usage: Option<Usage>,
    record: Open,
}

impl<E: Errand> Ran<E> {
    fn check_result(self) -> Verified<E::Given> {
        let Self { errand, outcome, usage, record } = self;
        let outcome = outcome.and_then(|given| match errand.conforms(&given) {
            Ok(()) => Ok(given),
            Err(detail) => Err(CallError::Trapped(Failure::InvalidOutput { detail })),
        });
        Verified { outcome, usage, record }
    }
}

/// A request whose result, if it has one, is what was promised.
struct Verified<T> {
    outcome: Result<T, CallError>,
    usage: Option<Usage>,
    record: Open,
}

impl<T: Given> Verified<T> {
    fn record_outcome(self) -> Done<T> {
        self.record.close(&self.outcome, self.usage);
        Done { outcome: self.outcome, usage: self.usage }
    }
}
