//! What the door needs of dispatch, so that the protocol can be tested without a sandbox.

use std::sync::Arc;

use bulkhead_code::CodeMode;
use bulkhead_dispatch::{
    Answer, CallError, CallRequest, Caller, Listener, Notice, Principal, PromptRequest, ResourceCursor,
    Resources,
};
use bulkhead_schema::{
    CompletionRequest, PromptDefinition, PromptOutcome, ReadOutcome, ResourceTemplate, Resumption,
    Suggestions, ToolDefinition,
};
use futures::future::BoxFuture;
use tokio::sync::broadcast;

/// The desk behind the door.
pub(crate) trait Desk: Send + Sync {
    /// Shows every tool that `principal` may see, sorted by name.
    fn each_tool(&self, principal: &Principal, show: &mut dyn FnMut(&ToolDefinition));

    /// Shows one tool, if it is there and `principal` may see it.
    fn one_tool(&self, principal: &Principal, name: &str, show: &mut dyn FnMut(&ToolDefinition));

    /// Makes a call. Dropping the future cancels it.
    fn call<'a>(
        &'a self,
        caller: &'a Caller,
        request: CallRequest,
        listener: Arc<dyn Listener>,
    ) -> BoxFuture<'a, Result<Answer, CallError>>;

    /// Shows every prompt that `principal` may see, sorted by name.
    fn each_prompt(&self, principal: &Principal, show: &mut dyn FnMut(&PromptDefinition));

    /// The families of resources that `principal` may see.
    fn templates(&self, principal: &Principal) -> Vec<ResourceTemplate>;

    /// A page of resources with at least `enough`, or all that are left.
    fn resources<'a>(
        &'a self,
        caller: &'a Caller,
        from: Option<ResourceCursor>,
        enough: usize,
        listener: Arc<dyn Listener>,
    ) -> BoxFuture<'a, Resources>;

    /// Reads a resource. Dropping the future cancels it.
    fn read<'a>(
        &'a self,
        caller: &'a Caller,
        uri: &'a str,
        resumption: Option<Resumption>,
        listener: Arc<dyn Listener>,
    ) -> BoxFuture<'a, Result<ReadOutcome, CallError>>;

    /// Fills in a prompt. Dropping the future cancels it.
    fn prompt<'a>(
        &'a self,
        caller: &'a Caller,
        request: PromptRequest,
        listener: Arc<dyn Listener>,
    ) -> BoxFuture<'a, Result<PromptOutcome, CallError>>;

    /// Suggests values for an argument.
    fn complete<'a>(
        &'a self,
        caller: &'a Caller,
        request: CompletionRequest,
        listener: Arc<dyn Listener>,
    ) -> BoxFuture<'a, Result<Suggestions, CallError>>;

    /// What changes from now on.
    fn notices(&self) -> broadcast::Receiver<Notice>;
}

impl Desk for CodeMode {
    fn each_tool(&self, principal: &Principal, show: &mut dyn FnMut(&ToolDefinition)) {
        CodeMode::each_tool(self, principal, show);
    }

    fn one_tool(&self, principal: &Principal, name: &str, show: &mut dyn FnMut(&ToolDefinition)) {
        CodeMode::one_tool(self, principal, name, show);
    }

    fn call<'a>(
        &'a self,
        caller: &'a Caller,
        request: CallRequest,
        listener: Arc<dyn Listener>,
    ) -> BoxFuture<'a, Result<Answer, CallError>> {
        Box::pin(CodeMode::call(self, caller, request, listener))
    }

    fn each_prompt(&self, principal: &Principal, show: &mut dyn FnMut(&PromptDefinition)) {
        for prompt in self.dispatcher().prompts(principal) {
            show(&prompt.definition);
        }
    }

    fn templates(&self, principal: &Principal) -> Vec<ResourceTemplate> {
        self.dispatcher().templates(principal)
    }

    fn resources<'a>(
        &'a self,
        caller: &'a Caller,
        from: Option<ResourceCursor>,
        enough: usize,
        listener: Arc<dyn Listener>,
    ) -> BoxFuture<'a, Resources> {
        Box::pin(self.dispatcher().resources(caller, from, enough, listener))
    }

    fn read<'a>(
        &'a self,
        caller: &'a Caller,
        uri: &'a str,
        resumption: Option<Resumption>,
        listener: Arc<dyn Listener>,
    ) -> BoxFuture<'a, Result<ReadOutcome, CallError>> {
        Box::pin(self.dispatcher().read_resource(caller, uri, resumption, listener))
    }

    fn prompt<'a>(
        &'a self,
        caller: &'a Caller,
        request: PromptRequest,
        listener: Arc<dyn Listener>,
    ) -> BoxFuture<'a, Result<PromptOutcome, CallError>> {
        Box::pin(self.dispatcher().get_prompt(caller, request, listener))
    }

    fn complete<'a>(
        &'a self,
        caller: &'a Caller,
        request: CompletionRequest,
        listener: Arc<dyn Listener>,
    ) -> BoxFuture<'a, Result<Suggestions, CallError>> {
        Box::pin(self.dispatcher().complete(caller, request, listener))
    }

    fn notices(&self) -> broadcast::Receiver<Notice> {
        self.dispatcher().notices()
    }
}
