//! Running a script of code mode.

use std::sync::Arc;

use bulkhead_policy::{Permit, Purpose};
use bulkhead_sandbox::{Loaded, Report, Sandbox, ScriptEnd, ScriptSide};
use bulkhead_schema::Program;
use serde_json::json;

use super::Errand;
use crate::{
    component::Component,
    script::{EXECUTE, ScriptCalls},
    side::Side,
};

/// Gives the other end of a script that is about to run, from the calls that it may make.
pub type OpenSide = Arc<dyn Fn(ScriptCalls) -> Arc<dyn ScriptSide> + Send + Sync>;

/// A run of a script.
pub(crate) struct RunScript {
    interpreter: Arc<Component>,
    program: Program,
    open: OpenSide,
}

impl RunScript {
    pub fn new(interpreter: &Arc<Component>, program: Program, open: OpenSide) -> Self {
        Self { interpreter: Arc::clone(interpreter), program, open }
    }
}

impl Errand for RunScript {
    type Given = ScriptEnd;

    fn name(&self) -> &str {
        EXECUTE
    }

    fn component(&self) -> &Arc<Component> {
        &self.interpreter
    }

    fn purpose(&self) -> Purpose {
        Purpose::Script
    }

    fn arguments(&self) -> String {
        json!({ "args": self.program.arguments, "code": self.program.source }).to_string()
    }

    async fn run(
        &mut self,
        _: String,
        sandbox: &Sandbox,
        permit: Permit,
        loaded: &Loaded,
        side: Arc<Side>,
    ) -> Report<ScriptEnd> {
        let script = (self.open)(ScriptCalls::new(&side));
        sandbox.run_script(permit, loaded, self.program.clone(), script).await
    }
}
