//! Scripts of code mode: what a run gives, and the calls that it may make, each through the whole pipeline.

use std::sync::{Arc, atomic::AtomicU32};

use bulkhead_policy::{Budget, Via};
use bulkhead_sandbox::{ScriptEnd, Usage};
use bulkhead_schema::{Outcome, Resumption};
use serde_json::Value;

use crate::{
    caller::{CallRequest, Caller},
    dispatcher::{Desk, Serving},
    errand::CallTool,
    error::CallError,
    listener::Listener,
    pipeline::By,
    side::{Side, Within},
};

/// The tool that runs scripts, and the name under which the interpreter is decided on and recorded.
pub const EXECUTE: &str = "execute";

/// The tool that finds tools.
pub const SEARCH: &str = "search";

/// How a script ended, and what its interpreter used. What its calls used is each call's own.
#[derive(Debug)]
pub struct ScriptRun {
    /// How it ended, or why it could not be run to an end.
    pub end: Result<ScriptEnd, CallError>,
    /// Of the interpreter.
    pub usage: Usage,
}

/// A call as a script makes it.
#[derive(Clone, Debug)]
pub struct ScriptCall {
    /// The component, when the script names it.
    pub component: Option<String>,
    /// The function of that component, or the tool's public name.
    pub name: String,
    /// The arguments.
    pub arguments: Arc<Value>,
    /// Present when it continues one that asked for input.
    pub resumption: Option<Resumption>,
}

/// The calls of one run: of whoever had the script run, recorded as the run's.
#[derive(Clone)]
pub struct ScriptCalls {
    desk: Arc<Desk>,
    caller: Caller,
    run: u64,
    refused: Arc<AtomicU32>,
}

impl ScriptCalls {
    pub(crate) fn new(side: &Side) -> Self {
        Self {
            desk: Arc::clone(&side.desk),
            caller: side.caller.clone(),
            run: side.call.id,
            refused: Arc::clone(&side.refused),
        }
    }

    /// The run's number in the record.
    pub fn run(&self) -> u64 {
        self.run
    }

    /// Makes a call, with no more than `budget`. Dropping the future cancels it.
    ///
    /// # Errors
    ///
    /// As [`Dispatcher::call`](crate::Dispatcher::call), word for word: a script learns no more of a tool than its caller
    /// would.
    pub async fn call(
        &self,
        call: ScriptCall,
        budget: Budget,
        listener: Arc<dyn Listener>,
    ) -> (Result<Outcome, CallError>, Usage) {
        let ScriptCall { component, name, arguments, resumption } = call;
        let by = By { call: self.run, grants: None, depth: 1, budget, refused: Arc::clone(&self.refused) };
        let request = CallRequest { tool: name, arguments: Some(arguments), resumption };
        let find = |serving: &Serving| match &component {
            Some(component) => CallTool::find_in(serving, &self.caller, component, request.clone()),
            None => CallTool::find(serving, &self.caller, request.clone(), Via::Code),
        };
        let listener = Arc::new(Within(listener));
        let done = self.desk.ask(&self.caller, &request.tool, find, listener, Some(&by)).await;
        (done.outcome, done.usage.unwrap_or_default())
    }
}
