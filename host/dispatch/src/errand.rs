//! What a component can be asked for. Each kind is checked, run and checked again in its own way; every step between is the
//! pipeline's, and the same for all.

use std::sync::Arc;

use bulkhead_policy::{Permit, Purpose};
use bulkhead_sandbox::{HostSide, Loaded, Report, Sandbox};
use bulkhead_schema::{Outcome, ResourcePage, Suggestions};

use crate::{component::Component, error::CallError};

mod documents;
mod tool;

pub(crate) use documents::{Complete, GetPrompt, ListResources, ReadResource};
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
        side: Arc<dyn HostSide>,
    ) -> impl Future<Output = Report<Self::Given>> + Send;

    /// Whether what the guest gave is what it promised.
    fn conforms(&self, _given: &Self::Given) -> Result<(), String> {
        Ok(())
    }
}

/// What an errand gives.
pub(crate) trait Given: Send {
    /// Whether it is a question, so that the errand goes on later.
    fn is_question(&self) -> bool;
}

impl<T: Send> Given for Outcome<T> {
    fn is_question(&self) -> bool {
        matches!(self, Outcome::InputRequired(_))
    }
}

impl Given for ResourcePage {
    fn is_question(&self) -> bool {
        false
    }
}

impl Given for Suggestions {
    fn is_question(&self) -> bool {
        false
    }
}
