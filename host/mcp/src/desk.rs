//! What the door needs of dispatch, so that the protocol can be tested without a sandbox.

use std::sync::Arc;

use bulkhead_dispatch::{Answer, CallError, CallRequest, Caller, Dispatcher, Listener, Principal};
use bulkhead_schema::ToolDefinition;
use futures::future::BoxFuture;

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
}

impl Desk for Dispatcher {
    fn each_tool(&self, principal: &Principal, show: &mut dyn FnMut(&ToolDefinition)) {
        for tool in self.tools(principal) {
            show(&tool.definition);
        }
    }

    fn one_tool(&self, principal: &Principal, name: &str, show: &mut dyn FnMut(&ToolDefinition)) {
        if let Some(tool) = self.tool(principal, name) {
            show(&tool.definition);
        }
    }

    fn call<'a>(
        &'a self,
        caller: &'a Caller,
        request: CallRequest,
        listener: Arc<dyn Listener>,
    ) -> BoxFuture<'a, Result<Answer, CallError>> {
        Box::pin(Dispatcher::call(self, caller, request, listener))
    }
}
