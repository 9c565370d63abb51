//! A sandbox, permits, and a host side that writes everything down.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use bulkhead_policy::{
    Budget, Decision, Declared, Denial, Evidence, Permit, Policy, Principal, Purpose, Request, StateGrant,
    decide,
};
use bulkhead_sandbox::{
    Call, Called, Change, HostSide, Level, Loaded, Quiet, Report, Sandbox, Settings, StateAnswer, StateAsk,
    SystemResolver, SystemSecrets,
};
use bulkhead_schema::{Content, ToolError, ToolResult};
use futures::future::BoxFuture;

pub fn sandbox() -> Sandbox {
    Sandbox::new(settings()).unwrap()
}

pub fn settings() -> Settings {
    Settings {
        cache: None,
        concurrency: 4,
        stack: 8 << 20,
        resolver: Arc::new(SystemResolver),
        secrets: Arc::new(SystemSecrets { base: std::env::temp_dir(), environment: BTreeMap::new() }),
        environment: BTreeMap::from([("HOST_LANG".to_owned(), "de".to_owned())]),
        base: std::env::temp_dir(),
    }
}

/// A permit for the tool `t` of the component `t`, under this policy.
pub fn permit(policy: &str, loaded: &Loaded, purpose: Purpose, declared: &Declared) -> Permit {
    let policy = Policy::parse(policy).unwrap();
    let principal = Principal::local_user("ada");
    let tool = if purpose == Purpose::Describe { "" } else { "t" };
    let request = Request {
        component: "t",
        digest: loaded.digest(),
        tool,
        purpose,
        principal: &principal,
        declared: &Arc::new(declared.clone()),
        by: None,
    };
    match decide(&policy, &request, &Evidence::none(), SystemTime::UNIX_EPOCH) {
        Decision::Allow(permit) => permit,
        other => panic!("{other:?}"),
    }
}

/// The author has asked for every other tool, so that the policy alone says which.
pub fn call_permit(policy: &str, loaded: &Loaded) -> Permit {
    let declared = Declared { calls: vec!["*".parse().unwrap()], ..Declared::default() };
    permit(policy, loaded, Purpose::Call { previewed: false }, &declared)
}

pub fn call(arguments: &str) -> Call {
    Call { tool: "t".into(), arguments: arguments.into(), resumption: None }
}

/// Loads a guest and calls it once.
pub async fn run(policy: &str, component: Vec<u8>) -> Report {
    run_with(policy, component, Arc::new(Notes::default())).await
}

pub async fn run_with(policy: &str, component: Vec<u8>, side: Arc<Notes>) -> Report {
    let sandbox = sandbox();
    let loaded = sandbox.load(component).await.unwrap();
    let permit = call_permit(policy, &loaded);
    sandbox.run(permit, &loaded, call(r#"{"a":1}"#), side).await
}

pub type Line = (Level, String, Option<String>);
pub type Progress = (f64, Option<f64>, Option<String>);

#[derive(Default)]
pub struct Notes {
    lines: Mutex<Vec<Line>>,
    progress: Mutex<Vec<Progress>>,
    changes: Mutex<Vec<Change>>,
}

impl Notes {
    pub fn lines(&self) -> Vec<Line> {
        self.lines.lock().unwrap().clone()
    }

    pub fn progress(&self) -> Vec<Progress> {
        self.progress.lock().unwrap().clone()
    }

    pub fn changes(&self) -> Vec<Change> {
        self.changes.lock().unwrap().clone()
    }
}

impl HostSide for Notes {
    fn log(&self, level: Level, message: &str, fields: Option<&str>) {
        self.lines.lock().unwrap().push((level, message.into(), fields.map(Into::into)));
    }

    fn log_enabled(&self, level: Level) -> bool {
        level >= Level::Info
    }

    fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        self.progress.lock().unwrap().push((done, total, message.map(Into::into)));
    }

    fn changed(&self, change: Change) {
        self.changes.lock().unwrap().push(change);
    }

    /// Says what it was asked, for a tenth of what is left.
    fn call_tool(&self, name: String, arguments: String, budget: Budget) -> BoxFuture<'_, Called> {
        let text = format!("{name} {arguments}");
        Box::pin(async move {
            tokio::task::yield_now().await;
            let answer = Ok(ToolResult { content: vec![Content::text(text)], structured: None });
            Called { answer, fuel: budget.fuel / 10 }
        })
    }

    fn state(&self, grant: StateGrant, ask: StateAsk) -> BoxFuture<'_, Result<StateAnswer, ToolError>> {
        Quiet.state(grant, ask)
    }

    fn denied(&self, _: &Denial) {}
}
