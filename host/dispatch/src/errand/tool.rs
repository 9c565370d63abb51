//! Calling a tool.

use std::sync::Arc;

use bulkhead_policy::{Permit, Purpose, Via};
use bulkhead_sandbox::{Call, Loaded, Report, Sandbox};
use bulkhead_schema::{Outcome, Resumption, Violation};
use serde_json::{Map, Value};

use super::Errand;
use crate::{
    caller::{CallRequest, Caller},
    catalog::Tool,
    component::Component,
    dispatcher::Serving,
    error::CallError,
    side::Side,
};

/// A call of a tool that is there for its caller.
pub(crate) struct CallTool {
    tool: Arc<Tool>,
    arguments: Arc<Value>,
    resumption: Option<Resumption>,
}

impl CallTool {
    /// Finds the tool.
    pub fn find(
        serving: &Serving,
        caller: &Caller,
        request: CallRequest,
        via: Via,
    ) -> Result<Self, CallError> {
        let Serving { policy, catalog } = serving;
        match catalog.find(policy, &caller.principal, &request.tool, via) {
            Some(tool) => Ok(Self::new(tool, request)),
            None => {
                let nearest = catalog.nearest(policy, &caller.principal, &request.tool, via);
                Err(CallError::UnknownTool { name: request.tool, nearest })
            }
        }
    }

    /// Finds the tool as a script names it.
    pub fn find_in(
        serving: &Serving,
        caller: &Caller,
        component: &str,
        request: CallRequest,
    ) -> Result<Self, CallError> {
        let Serving { policy, catalog } = serving;
        match catalog.find_in(policy, &caller.principal, component, &request.tool, Via::Code) {
            Some(tool) => Ok(Self::new(tool, request)),
            None => {
                let name = format!("{component}.{}", request.tool);
                let nearest = catalog.nearest_in(policy, &caller.principal, &name, Via::Code);
                Err(CallError::UnknownTool { name, nearest })
            }
        }
    }

    fn new(tool: &Arc<Tool>, request: CallRequest) -> Self {
        let arguments = request.arguments.unwrap_or_else(|| Arc::new(Value::Object(Map::new())));
        Self { tool: tool.clone(), arguments, resumption: request.resumption }
    }
}

impl Errand for CallTool {
    type Given = Outcome;

    fn name(&self) -> &str {
        self.tool.name()
    }

    fn component(&self) -> &Arc<Component> {
        &self.tool.component
    }

    fn function(&self) -> &str {
        &self.tool.guest_name
    }

    fn purpose(&self) -> Purpose {
        Purpose::Call { previewed: self.tool.definition.previewed }
    }

    fn check(&self) -> Result<(), CallError> {
        let tool = || self.tool.name().to_owned();
        let schema = self.tool.input().map_err(|error| CallError::Unavailable {
            tool: tool(),
            reason: format!("its input schema is not one: {error}"),
        })?;
        let checked = schema.check(&self.arguments);
        checked.map_err(|violations| CallError::BadArguments { tool: tool(), violations })
    }

    fn arguments(&self) -> String {
        self.arguments.to_string()
    }

    async fn run(
        &mut self,
        arguments: String,
        sandbox: &Sandbox,
        permit: Permit,
        loaded: &Loaded,
        side: Arc<Side>,
    ) -> Report<Outcome> {
        let call = Call { tool: self.tool.guest_name.clone(), arguments, resumption: self.resumption.take() };
        sandbox.run(permit, loaded, call, side).await
    }

    fn conforms(&self, given: &Outcome) -> Result<(), String> {
        let Outcome::Complete(result) = given else { return Ok(()) };
        let schema = self.tool.output().map_err(|error| format!("its output schema is not one: {error}"))?;
        match (schema, &result.structured) {
            (Some(schema), Some(value)) => schema.check(value).map_err(|violations| told(&violations)),
            (Some(_), None) => Err("it has an output schema and gave no structured result".to_owned()),
            (None, _) => Ok(()),
        }
    }
}

fn told(violations: &[Violation]) -> String {
    let told: Vec<_> = violations.iter().map(Violation::to_string).collect();
    format!("the result breaks the tool's own output schema: {}", told.join("; "))
}
