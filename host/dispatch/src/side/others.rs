//! Calls of other tools: the same pipeline, for the same principal, with no more than the caller has.

use std::sync::Arc;

use bulkhead_policy::{Budget, Via};
use bulkhead_sandbox::{Called, Level};
use bulkhead_schema::{Outcome, ToolError, ToolResult};
use serde_json::Value;

use super::Side;
use crate::{
    caller::CallRequest,
    dispatcher::Serving,
    errand::CallTool,
    error::CallError,
    listener::{Change, Listener, LogLine, Progress},
    pipeline::By,
};

impl Side {
    pub(super) async fn call_other(&self, name: String, arguments: String, budget: Budget) -> Called {
        let Ok(arguments) = serde_json::from_str::<Value>(&arguments) else {
            return not_json();
        };
        let by = By {
            call: self.call.id,
            grants: Some(Arc::clone(&self.grants)),
            depth: self.depth,
            budget,
            refused: Arc::clone(&self.refused),
        };
        let listener = Arc::new(Within(Arc::clone(&self.listener)));
        let request = CallRequest::new(name, arguments);
        let find = |serving: &Serving| CallTool::find(serving, &self.caller, request.clone(), Via::Tool);
        let ran = self.desk.ask(&self.caller, &request.tool, find, listener, Some(&by)).await;
        Called { fuel: ran.usage.map_or(0, |usage| usage.fuel), answer: result(ran.outcome) }
    }
}

fn not_json() -> Called {
    let error = ToolError {
        code: "bad_arguments".to_owned(),
        message: "The arguments are not JSON.".to_owned(),
        retryable: false,
        detail: None,
    };
    Called { answer: Err(error), fuel: 0 }
}

/// Nobody is there to answer the questions of a tool that another one called.
fn result(outcome: Result<Outcome, CallError>) -> Result<ToolResult, ToolError> {
    match outcome {
        Ok(Outcome::Complete(result)) => Ok(result),
        Ok(Outcome::InputRequired(_)) => Err(ToolError {
            code: "input_required".to_owned(),
            message: "The other tool has a question for the person; call it directly.".to_owned(),
            retryable: false,
            detail: None,
        }),
        Err(error) => Err(error.for_model()),
    }
}

/// A callee's lines are of interest to whoever called first; its progress is not that call's.
pub(crate) struct Within(pub Arc<dyn Listener>);

impl Listener for Within {
    fn wants(&self, level: Level) -> bool {
        self.0.wants(level)
    }

    fn log(&self, line: LogLine) {
        self.0.log(line);
    }

    fn progress(&self, _: Progress) {}

    fn changed(&self, change: Change) {
        self.0.changed(change);
    }
}
