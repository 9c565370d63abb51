//! Resources, prompts and completion.

use std::sync::Arc;

use bulkhead_policy::{Offer, Permit, Purpose};
use bulkhead_sandbox::{Loaded, PromptCall, Report, Sandbox};
use bulkhead_schema::{
    CompletionRequest, CompletionTarget, PromptOutcome, ReadOutcome, ResourcePage, Resumption, Suggestions,
    document::method,
};
use serde_json::json;

use super::Errand;
use crate::{
    caller::{Caller, PromptRequest},
    catalog::Prompt,
    component::Component,
    dispatcher::Serving,
    error::CallError,
    side::Side,
};

/// A page of one component's resources.
pub(crate) struct ListResources {
    component: Arc<Component>,
    /// The guest's own.
    cursor: Option<String>,
}

/// A read of one resource of one component.
pub(crate) struct ReadResource {
    component: Arc<Component>,
    uri: String,
    resumption: Option<Resumption>,
}

/// A prompt to be filled in.
pub(crate) struct GetPrompt {
    prompt: Arc<Prompt>,
    arguments: Vec<(String, String)>,
    resumption: Option<Resumption>,
}

/// Suggestions for one argument.
pub(crate) struct Complete {
    component: Arc<Component>,
    offer: Offer,
    request: CompletionRequest,
}

impl ListResources {
    /// Finds the component.
    pub fn find(
        serving: &Serving,
        caller: &Caller,
        component: &str,
        cursor: Option<String>,
    ) -> Result<Self, CallError> {
        let gone = || CallError::Unavailable {
            tool: method::LIST_RESOURCES.to_owned(),
            reason: format!("{component} is gone"),
        };
        let component = with_resources(serving, caller, component).ok_or_else(gone)?;
        Ok(Self { component, cursor })
    }
}

impl ReadResource {
    /// Finds the component.
    pub fn find(
        serving: &Serving,
        caller: &Caller,
        component: &str,
        uri: &str,
        resumption: Option<Resumption>,
    ) -> Result<Self, CallError> {
        let gone = || CallError::UnknownResource { uri: uri.to_owned() };
        let component = with_resources(serving, caller, component).ok_or_else(gone)?;
        Ok(Self { component, uri: uri.to_owned(), resumption })
    }
}

/// The component of this name, if the caller may see its resources.
fn with_resources(serving: &Serving, caller: &Caller, name: &str) -> Option<Arc<Component>> {
    let Serving { policy, catalog } = serving;
    catalog.with_resources(policy, &caller.principal).find(|component| component.name == name).cloned()
}

impl GetPrompt {
    /// Finds the prompt.
    pub fn find(serving: &Serving, caller: &Caller, request: PromptRequest) -> Result<Self, CallError> {
        let PromptRequest { prompt: name, arguments, resumption } = request;
        let prompt = find_prompt(serving, caller, &name)?;
        Ok(Self { prompt, arguments, resumption })
    }
}

impl Complete {
    /// Finds whose argument it is; nobody's when its component suggests nothing.
    pub fn find(
        serving: &Serving,
        caller: &Caller,
        request: CompletionRequest,
    ) -> Result<Option<Self>, CallError> {
        let Serving { policy, catalog } = serving;
        let (component, offer, target) = match request.target {
            CompletionTarget::Prompt(name) => {
                let prompt = find_prompt(serving, caller, &name)?;
                let target = CompletionTarget::Prompt(prompt.guest_name.clone());
                (prompt.component.clone(), Offer::Prompts, target)
            }
            CompletionTarget::Template(template) => {
                let of = |component: &&Arc<Component>| {
                    component.templates.iter().any(|family| family.definition.uri_template == template)
                };
                let Some(component) = catalog.with_resources(policy, &caller.principal).find(of) else {
                    return Err(CallError::UnknownResource { uri: template });
                };
                (component.clone(), Offer::Resources, CompletionTarget::Template(template))
            }
        };
        let request = CompletionRequest { target, ..request };
        Ok(component.shape.exports_completion().then_some(Self { component, offer, request }))
    }
}

fn find_prompt(serving: &Serving, caller: &Caller, name: &str) -> Result<Arc<Prompt>, CallError> {
    let Serving { policy, catalog } = serving;
    catalog.find_prompt(policy, &caller.principal, name).cloned().ok_or_else(|| {
        let nearest = catalog.nearest_prompts(policy, &caller.principal, name);
        CallError::UnknownPrompt { name: name.to_owned(), nearest }
    })
}

impl Errand for ListResources {
    type Given = ResourcePage;

    fn name(&self) -> &str {
        method::LIST_RESOURCES
    }

    fn component(&self) -> &Arc<Component> {
        &self.component
    }

    fn purpose(&self) -> Purpose {
        Purpose::Document(Offer::Resources)
    }

    fn arguments(&self) -> String {
        json!({ "cursor": self.cursor }).to_string()
    }

    async fn run(
        &mut self,
        _arguments: String,
        sandbox: &Sandbox,
        permit: Permit,
        loaded: &Loaded,
        side: Arc<Side>,
    ) -> Report<ResourcePage> {
        sandbox.list_resources(permit, loaded, self.cursor.take(), side).await
    }
}

impl Errand for ReadResource {
    type Given = ReadOutcome;

    fn name(&self) -> &str {
        method::READ_RESOURCE
    }

    fn component(&self) -> &Arc<Component> {
        &self.component
    }

    fn purpose(&self) -> Purpose {
        Purpose::Document(Offer::Resources)
    }

    fn arguments(&self) -> String {
        json!({ "uri": self.uri }).to_string()
    }

    async fn run(
        &mut self,
        _arguments: String,
        sandbox: &Sandbox,
        permit: Permit,
        loaded: &Loaded,
        side: Arc<Side>,
    ) -> Report<ReadOutcome> {
        sandbox.read_resource(permit, loaded, self.uri.clone(), self.resumption.take(), side).await
    }
}

impl Errand for GetPrompt {
    type Given = PromptOutcome;

    fn name(&self) -> &str {
        method::GET_PROMPT
    }

    fn component(&self) -> &Arc<Component> {
        &self.prompt.component
    }

    fn purpose(&self) -> Purpose {
        Purpose::Document(Offer::Prompts)
    }

    fn check(&self) -> Result<(), CallError> {
        let bad = |problem| CallError::BadPromptArguments { prompt: self.prompt.name().to_owned(), problem };
        let known = &self.prompt.definition.arguments;
        let given = |name: &str| self.arguments.iter().any(|(given, _)| given == name);
        if let Some(missing) = known.iter().find(|known| known.required && !given(&known.name)) {
            return Err(bad(format!("needs the argument {:?}", missing.name)));
        }
        match self.arguments.iter().find(|(name, _)| known.iter().all(|known| known.name != *name)) {
            Some((name, _)) => Err(bad(format!("has no argument {name:?}"))),
            None => Ok(()),
        }
    }

    fn arguments(&self) -> String {
        let arguments: serde_json::Map<_, _> =
            self.arguments.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
        json!({ "arguments": arguments, "name": self.prompt.name() }).to_string()
    }

    async fn run(
        &mut self,
        _arguments: String,
        sandbox: &Sandbox,
        permit: Permit,
        loaded: &Loaded,
        side: Arc<Side>,
    ) -> Report<PromptOutcome> {
        let prompt = PromptCall {
            name: self.prompt.guest_name.clone(),
            arguments: std::mem::take(&mut self.arguments),
            resumption: self.resumption.take(),
        };
        sandbox.get_prompt(permit, loaded, prompt, side).await
    }
}

impl Errand for Complete {
    type Given = Suggestions;

    fn name(&self) -> &str {
        method::COMPLETE
    }

    fn component(&self) -> &Arc<Component> {
        &self.component
    }

    fn purpose(&self) -> Purpose {
        Purpose::Document(self.offer)
    }

    fn arguments(&self) -> String {
        let CompletionRequest { target, argument, typed, .. } = &self.request;
        let target = match target {
            CompletionTarget::Prompt(name) => json!({ "prompt": name }),
            CompletionTarget::Template(template) => json!({ "template": template }),
        };
        json!({ "argument": argument, "target": target, "typed": typed }).to_string()
    }

    async fn run(
        &mut self,
        _arguments: String,
        sandbox: &Sandbox,
        permit: Permit,
        loaded: &Loaded,
        side: Arc<Side>,
    ) -> Report<Suggestions> {
        sandbox.complete(permit, loaded, self.request.clone(), side).await
    }
}
