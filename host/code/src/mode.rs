//! The two tools in front of the dispatcher, and what they share.

use std::sync::{Arc, Mutex, PoisonError};

use bulkhead_dispatch::{
    Answer, CallError, CallRequest, Caller, Catalog, Dispatcher, EXECUTE, Listener, Policy, Principal,
    SEARCH, Usage,
};
use bulkhead_schema::{Content, Outcome, ToolDefinition, ToolError, ToolResult};
use futures::future::BoxFuture;
use ring::rand::{SecureRandom, SystemRandom};
use serde_json::Value;

use crate::catalog::View;
use crate::find::{self, Search};
use crate::run::{Library, error};
use crate::store::RunStore;

/// Code mode over a dispatcher. Cheap to clone.
#[derive(Clone)]
pub struct CodeMode {
    inner: Arc<Inner>,
}

struct Inner {
    dispatcher: Dispatcher,
    store: Arc<dyn RunStore>,
    /// The last view, for as long as nothing changes.
    view: Mutex<Option<Kept>>,
}

struct Kept {
    catalog: Arc<Catalog>,
    policy: Arc<Policy>,
    principal: Principal,
    view: Arc<View>,
}

impl Kept {
    fn is_of(&self, catalog: &Arc<Catalog>, policy: &Arc<Policy>, principal: &Principal) -> bool {
        Arc::ptr_eq(&self.catalog, catalog)
            && Arc::ptr_eq(&self.policy, policy)
            && self.principal == *principal
    }
}

impl CodeMode {
    /// Code mode over this dispatcher, with what outlives a run in this store.
    pub fn new(dispatcher: Dispatcher, store: Arc<dyn RunStore>) -> Self {
        Self { inner: Arc::new(Inner { dispatcher, store, view: Mutex::default() }) }
    }

    /// The dispatcher behind it.
    pub fn dispatcher(&self) -> &Dispatcher {
        &self.inner.dispatcher
    }

    pub(crate) fn store(&self) -> &Arc<dyn RunStore> {
        &self.inner.store
    }

    /// Whether the two tools are offered.
    pub(crate) fn is_on(&self) -> bool {
        self.dispatcher().policy().code().enabled
    }

    /// What this principal may see now.
    pub(crate) fn view(&self, principal: &Principal) -> Arc<View> {
        let (catalog, policy) = (self.dispatcher().catalog(), self.dispatcher().policy());
        let mut kept = self.inner.view.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = kept.as_ref().filter(|kept| kept.is_of(&catalog, &policy, principal)) {
            return Arc::clone(&kept.view);
        }
        let view = Arc::new(View::of(self, principal));
        *kept = Some(Kept { catalog, policy, principal: principal.clone(), view: Arc::clone(&view) });
        view
    }

    /// Shows each tool that is listed to `principal`, sorted by name.
    pub fn each_tool(&self, principal: &Principal, show: &mut dyn FnMut(&ToolDefinition)) {
        self.view(principal).listed.iter().for_each(|listed| show(listed.definition()));
    }

    /// Shows the tool of this name, if `principal` may call it, listed or not.
    pub fn one_tool(&self, principal: &Principal, name: &str, show: &mut dyn FnMut(&ToolDefinition)) {
        if let Some(tool) = self.dispatcher().tool(principal, name) {
            return show(&tool.definition);
        }
        let view = self.view(principal);
        if let Some(listed) = view.listed.iter().find(|listed| listed.definition().name == name) {
            show(listed.definition());
        }
    }

    /// Calls a tool: one of the two, or a component's.
    ///
    /// # Errors
    ///
    /// As [`Dispatcher::call`].
    pub async fn call(
        &self,
        caller: &Caller,
        request: CallRequest,
        listener: Arc<dyn Listener>,
    ) -> Result<Answer, CallError> {
        if !self.is_on() || ![SEARCH, EXECUTE].contains(&request.tool.as_str()) {
            return self.dispatcher().call(caller, request, listener).await;
        }
        let arguments = request.arguments.unwrap_or_default();
        if request.tool == EXECUTE {
            // Boxed: a run's future is large, and every call would have room for one.
            return Box::pin(self.execute(caller, &arguments, request.resumption, listener)).await;
        }
        let search = Search::read(&arguments).map_err(CallError::ToolFailed)?;
        let text = search.text(&self.view(&caller.principal));
        let result = ToolResult { content: vec![Content::text(text)], structured: None };
        Ok(Answer { outcome: Outcome::Complete(result), usage: Usage::default() })
    }

    /// TypeScript declarations of everything that scripts of this principal can call, as a `.d.ts`.
    pub fn declarations(&self, principal: &Principal) -> String {
        self.view(principal).module()
    }

    /// A handle that nobody can guess.
    ///
    /// # Errors
    ///
    /// When the system gives no random numbers.
    pub(crate) fn handle(&self) -> Result<String, ToolError> {
        let mut bytes = [0; 16];
        let filled = SystemRandom::new().fill(&mut bytes);
        filled.map_err(|_| error("internal", "The host cannot keep anything at the moment."))?;
        Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
    }

    pub(crate) fn library(&self, principal: &Principal) -> Arc<dyn Library> {
        Arc::new(Shelves {
            view: self.view(principal),
            store: Arc::clone(self.store()),
            principal: principal.id.clone(),
        })
    }
}

/// What scripts of one principal may look up.
struct Shelves {
    view: Arc<View>,
    store: Arc<dyn RunStore>,
    principal: String,
}

impl Library for Shelves {
    fn search(&self, arguments: &str) -> Result<String, ToolError> {
        let arguments: Value = serde_json::from_str(arguments).unwrap_or_default();
        let search = Search::read(&arguments)?;
        Ok(search.json(&self.view).to_string())
    }

    fn describe(&self, names: &str) -> Result<String, ToolError> {
        find::describe(&self.view, names)
    }

    fn stored<'a>(&'a self, handle: &'a str) -> BoxFuture<'a, Result<String, ToolError>> {
        Box::pin(async move {
            let value = self.store.value(handle, &self.principal).await;
            let value = value.map(|value| value.to_string());
            value.ok_or_else(|| {
                error("not_found", "Nothing is kept under this handle any more; make it anew.")
            })
        })
    }
}
