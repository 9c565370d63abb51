//! The dispatcher: a directory of components under one policy.

use std::{
    mem,
    path::PathBuf,
    sync::{Arc, PoisonError, RwLock},
};

use bulkhead_policy::{Policy, Principal, Via};
use bulkhead_sandbox::Sandbox;
use bulkhead_schema::Program;
use bulkhead_store::KeyValue;
use tokio::sync::broadcast;

use crate::{
    caller::{Answer, CallRequest, Caller},
    catalog::{Catalog, Offered, Tool, Why, unsound},
    component::Component,
    copies::Copies,
    describe, directory,
    errand::{CallTool, Errand, OpenSide, RunScript},
    error::{CallError, Error},
    gate::Gate,
    listener::{Listener, Silent},
    meters::Meters,
    notice::{self, Notice},
    pipeline::{self, By, Done},
    record::Recorder,
    script::{EXECUTE, ScriptRun},
    shelf::{Shelf, ShelfError},
    watch::{self, Watch},
};

/// What a dispatcher is made of.
pub struct Options {
    /// The directory whose `*.wasm` files serve.
    pub directory: PathBuf,
    /// What each may touch.
    pub policy: Policy,
    /// Runs the guests.
    pub sandbox: Sandbox,
    /// Keeps the record.
    pub recorder: Arc<dyn Recorder>,
    /// Keeps the state of components; `None` where the policy grants none.
    pub store: Option<Arc<dyn KeyValue>>,
    /// The interpreter of code mode, as a component; `None` runs no scripts.
    pub interpreter: Option<&'static [u8]>,
    /// Whether to count, for whoever has installed a recorder of `metrics`.
    pub metrics: bool,
    /// Where the answers of components without an embedded catalog are kept, by digest, so that each is asked once;
    /// `None` asks at every start. Only this user may be able to write there.
    pub descriptions: Option<PathBuf>,
    /// Where copies of components are kept, so that one whose file is replaced by something broken goes on serving even
    /// when it is not in memory; `None` keeps none. Only this user may be able to write there.
    pub copies: Option<PathBuf>,
}

/// The catalog and the pipeline. Cheap to clone.
#[derive(Clone)]
pub struct Dispatcher {
    pub(crate) desk: Arc<Desk>,
}

/// What is offered, and under which policy, at one moment. A request sees one such moment from its beginning to its end.
#[derive(Clone, Debug)]
pub(crate) struct Serving {
    pub policy: Arc<Policy>,
    pub catalog: Arc<Catalog>,
}

impl Serving {
    /// The same with one more component, or with the reason why it does not serve.
    fn with(&self, component: Component, offered: Offered) -> Self {
        let path = component.path.clone();
        self.changed(|catalog| {
            if let Err(reason) = catalog.add(component, offered, &self.policy) {
                catalog.refuse(path, reason, Why::Names);
            }
        })
    }

    /// The same with one more file that does not serve.
    fn refusing(&self, path: PathBuf, reason: String) -> Self {
        self.changed(|catalog| catalog.refuse(path, reason, Why::Broken))
    }

    /// The same, but for one component that does not serve.
    fn without(&self, component: &Component, reason: String) -> Self {
        self.changed(|catalog| catalog.remove(component, reason))
    }

    fn changed(&self, change: impl FnOnce(&mut Catalog)) -> Self {
        let mut catalog = (*self.catalog).clone();
        change(&mut catalog);
        Self { policy: self.policy.clone(), catalog: Arc::new(catalog) }
    }
}

/// What the steps of the pipeline share.
pub(crate) struct Desk {
    pub recorder: Arc<dyn Recorder>,
    pub store: Option<Arc<dyn KeyValue>>,
    pub gate: Gate,
    pub meters: Meters,
    pub shelf: Shelf,
    pub notices: broadcast::Sender<Notice>,
    pub watch: Watch,
    /// What runs scripts.
    pub interpreter: Option<Arc<Component>>,
    serving: RwLock<Serving>,
}

impl Desk {
    /// What is offered now.
    pub fn serving(&self) -> Serving {
        self.serving.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Offers something else from now on, and says which lists are not what they were.
    pub fn replace(&self, change: impl FnOnce(&Serving) -> Serving) {
        let (before, after) = {
            let mut serving = self.serving.write().unwrap_or_else(PoisonError::into_inner);
            let after = change(&serving);
            (mem::replace(&mut *serving, after.clone()), after)
        };
        for change in watch::changes(&before, &after) {
            // Nobody may be listening.
            let _ = self.notices.send(Notice { change, principal: None });
        }
    }

    /// Makes a request of what is offered now, through the pipeline. `find` gives the errand, or why there is none; `name` is
    /// what was asked for.
    pub async fn ask<E: Errand>(
        self: &Arc<Self>,
        caller: &Caller,
        name: &str,
        find: impl Fn(&Serving) -> Result<E, CallError> + Send + Sync,
        listener: Arc<dyn Listener>,
        by: Option<&By>,
    ) -> Done<E::Given> {
        let serving = self.serving();
        let done = pipeline::call(self, &serving, caller, name, find(&serving), listener.clone(), by).await;
        // Its component was replaced between two looks at the directory, and nothing has run: it can be made again.
        let unavailable = matches!(done.outcome, Err(CallError::Unavailable { .. }));
        if !(unavailable && done.usage.is_none() && self.is_stale().await) {
            return done;
        }
        self.refresh(None).await;
        let serving = self.serving();
        pipeline::call(self, &serving, caller, name, find(&serving), listener, by).await
    }
}

impl Dispatcher {
    /// Reads the directory. No guest runs and nothing is compiled, with one exception: a component without an embedded
    /// catalog is asked what it is, in a sandbox without any capability.
    ///
    /// # Errors
    ///
    /// When the directory cannot be read. A component that cannot serve is no error: it is in [`Catalog::refused`].
    pub async fn open(options: Options) -> Result<Self, Error> {
        let stamps = directory::stamps(&options.directory)?;
        let (catalog, undescribed) = directory::read(&stamps, &options.policy);
        let desk = Desk {
            gate: Gate::new(options.policy.host()),
            store: options.store,
            meters: Meters::new(options.metrics),
            recorder: options.recorder,
            shelf: Shelf::new(options.sandbox, options.copies.map(Copies::new)),
            notices: notice::channel(),
            interpreter: options.interpreter.map(|bytes| Arc::new(Component::interpreter(bytes))),
            watch: Watch::new(options.directory, options.descriptions, stamps),
            serving: RwLock::new(Serving { policy: Arc::new(options.policy), catalog: Arc::new(catalog) }),
        };
        for component in undescribed {
            let described = describe::ask(&desk, &component, desk.watch.descriptions()).await;
            desk.replace(|serving| match described {
                Ok((ready, offered)) => serving.with(ready, offered),
                Err(reason) => serving.refusing(component.path, reason),
            });
        }
        Ok(Self { desk: Arc::new(desk) })
    }

    /// Compiles the schemas of every tool, which [`Dispatcher::open`] leaves out to be ready soon, and keeps none of them:
    /// a tool's own are compiled at its first call. A component with one that does not compile stops serving, as in
    /// [`Dispatcher::warm`], which begins with this. Until then its tool answers that it is unavailable.
    pub async fn check_schemas(&self) {
        let catalog = self.catalog();
        // Thousands of schemas are a second of work, which a thread that serves must not do.
        let checking = tokio::task::spawn_blocking(move || unsound_components(&catalog));
        // Without an answer each schema is still looked at before it is used.
        for (component, reason) in checking.await.unwrap_or_default() {
            tracing::warn!(component = component.name, reason, "refused");
            let _turn = self.desk.watch.turn().await;
            self.desk.replace(|serving| serving.without(&component, reason));
        }
    }

    /// Checks every schema and compiles every component in the background, one after the other. One that turns out not
    /// to compile stops serving, with the reason among [`Catalog::refused`] and in the log.
    pub async fn warm(&self) {
        self.check_schemas().await;
        self.desk.shelf.prune().await;
        if let Some(interpreter) = &self.desk.interpreter
            && let Err(error) = self.desk.shelf.warm(interpreter).await
        {
            tracing::warn!(reason = error.to_string(), "scripts cannot be run");
        }
        for component in self.catalog().components() {
            match self.desk.shelf.warm(component).await {
                Ok(()) => tracing::debug!(component = component.name, "compiled"),
                Err(ShelfError::Bytes(reason)) => {
                    tracing::warn!(component = component.name, reason, "not compiled")
                }
                Err(ShelfError::Load(error)) => {
                    tracing::warn!(component = component.name, reason = error.to_string(), "refused");
                    let _turn = self.desk.watch.turn().await;
                    self.desk.replace(|serving| serving.without(component, error.to_string()));
                }
            }
        }
    }

    /// What changes from now on: in the directory, and in what components say of themselves.
    pub fn notices(&self) -> broadcast::Receiver<Notice> {
        self.desk.notices.subscribe()
    }

    /// The catalog as it is now, whoever asks.
    pub fn catalog(&self) -> Arc<Catalog> {
        self.desk.serving().catalog
    }

    /// The policy that decides, as it is now.
    pub fn policy(&self) -> Arc<Policy> {
        self.desk.serving().policy
    }

    /// The tools that `principal` may see in this way, sorted by name.
    pub fn tools(&self, principal: &Principal, via: Via) -> Vec<Arc<Tool>> {
        let Serving { policy, catalog } = self.desk.serving();
        catalog.visible(&policy, principal, via).cloned().collect()
    }

    /// The tool of this public name, if `principal` may call it.
    pub fn tool(&self, principal: &Principal, name: &str) -> Option<Arc<Tool>> {
        let Serving { policy, catalog } = self.desk.serving();
        catalog.find(&policy, principal, name, Via::Direct).cloned()
    }

    /// Runs a script of code mode. `open` is given the calls that the script may make, and gives the other end of the
    /// script. Dropping the future ends the run; calls in flight are whoever's who made them.
    ///
    /// # Errors
    ///
    /// `Unavailable` without an interpreter, and what ended the run from outside.
    pub async fn run_script(&self, caller: &Caller, program: &Program, open: OpenSide) -> ScriptRun {
        let find = |_: &Serving| match &self.desk.interpreter {
            Some(interpreter) => Ok(RunScript::new(interpreter, program.clone(), open.clone())),
            None => Err(CallError::Unavailable {
                tool: EXECUTE.to_owned(),
                reason: "the host was started without an interpreter".to_owned(),
            }),
        };
        let done = self.desk.ask(caller, EXECUTE, find, Arc::new(Silent), None).await;
        ScriptRun { end: done.outcome, usage: done.usage.unwrap_or_default() }
    }

    /// Calls a tool. Dropping the future cancels the call and ends its guest.
    ///
    /// # Errors
    ///
    /// What [`CallError`] lists, each named by who is to blame.
    pub async fn call(
        &self,
        caller: &Caller,
        request: CallRequest,
        listener: Arc<dyn Listener>,
    ) -> Result<Answer, CallError> {
        let find = |serving: &Serving| CallTool::find(serving, caller, request.clone(), Via::Direct);
        let done = self.desk.ask(caller, &request.tool, find, listener, None).await;
        done.outcome.map(|outcome| Answer { outcome, usage: done.usage.unwrap_or_default() })
    }
}

/// The components with a schema that does not compile, each with its reason.
fn unsound_components(catalog: &Catalog) -> Vec<(Arc<Component>, String)> {
    let mut found: Vec<(Arc<Component>, String)> = Vec::new();
    for tool in catalog.tools() {
        if !found.iter().any(|(component, _)| Arc::ptr_eq(component, &tool.component))
            && let Some(reason) = unsound(&tool.guest_name, &tool.definition)
        {
            found.push((tool.component.clone(), reason));
        }
    }
    found
}
