//! What a component can be asked for. Each kind is checked, run and checked again in its own way; every step between is the
//! pipeline's, and the same for all.

use std::sync::Arc;

use bulkhead_policy::{Permit, Purpose};
use bulkhead_sandbox::{Loaded, Report, Sandbox, ScriptEnd};
use bulkhead_schema::{Outcome, ResourcePage, Suggestions};

use crate::{component::Component, error::CallError, side::Side};

mod documents;
mod script;
mod tool;

pub(crate) use documents::{Complete, GetPrompt, ListResources, ReadResource};
pub use script::OpenSide;
pub(crate) use script::RunScript;
pub(crate) use tool::CallTool;

/// Something that is asked of one component: found, and not yet decided.
pub(crate) trait Errand: Send + Sync + Sized {
    /// What it gives.
    type Given: Given;

    /// What the record calls it: a tool's public name, or the method of MCP.
    fn name(&self) -> &str;

    /// Who is asked.
    fn component(&self) -> &Arc<Component>;

    /// What the permit is for: a tool by the guest's own name, or the method of MCP.
    fn function(&self) -> &str {
        self.name()
    }

    /// What is decided on.
    fn purpose(&self) -> Purpose;

    /// Whether the arguments are what they must be.
    fn check(&self) -> Result<(), CallError> {
        Ok(())
    }

    /// The arguments as JSON text with sorted keys, of which the record has the hash.
    fn arguments(&self) -> String;

    /// Runs it. `arguments` is what [`Errand::arguments`] gave.
    fn run(
        &mut self,
        arguments: String,
        sandbox: &Sandbox,
        permit: Permit,
        loaded: &Loaded,
        side: Arc<Side>,
    ) -> impl Future<Output = Report<Self::Given>> + Send;

    /// Whether what the guest gave is what it promised.
    fn conforms(&self, _given: &Self::Given) -> Result<(), String> {
        Ok(())
    }
}

/// What an errand gives.
pub(crate) trait Given: Send {
    /// What the record says of it: `ok`, or why it is not the end or no success.
    fn ending(&self) -> &str {
        "ok"
    }

    /// The same among a few words, for what is counted.
    fn kind(&self) -> &'static str {
        "ok"
    }
}

impl<T: Send> Given for Outcome<T> {
    fn ending(&self) -> &str {
        self.kind()
    }

    fn kind(&self) -> &'static str {
        match self {
            Outcome::Complete(_) => "ok",
            Outcome::InputRequired(_) => "input_required",
        }
    }
}

impl Given for ScriptEnd {
    fn ending(&self) -> &str {
        match self {
            ScriptEnd::Failed(failure) => &failure.error.code,
            ScriptEnd::Answer(_) | ScriptEnd::Stopped => self.kind(),
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            ScriptEnd::Answer(_) => "ok",
            ScriptEnd::Failed(_) => "script_failed",
            ScriptEnd::Stopped => "stopped",
        }
    }
}

impl Given for ResourcePage {}

impl Given for Suggestions {}
