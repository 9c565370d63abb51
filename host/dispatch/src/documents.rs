//! Resources, prompts and completion of all components together.

use std::{collections::VecDeque, sync::Arc};

use bulkhead_policy::Principal;
use bulkhead_schema::{
    CompletionRequest, InputRequest, PromptOutcome, ReadOutcome, ResourceDefinition, ResourceTemplate,
    Resumption, Suggestions, document::method,
};

use crate::{
    caller::{Caller, PromptRequest},
    catalog::Prompt,
    component::Component,
    dispatcher::{Dispatcher, Serving},
    errand::{Complete, GetPrompt, ListResources, ReadResource},
    error::CallError,
    listener::Listener,
};

/// The code of a guest's error that means: this is none of mine.
const NOT_FOUND: &str = "not_found";

/// A page of the resources of all components.
#[derive(Clone, Debug, Default)]
pub struct Resources {
    /// By component, and in the component's own order.
    pub resources: Vec<ResourceDefinition>,
    /// Where the next page starts; `None` on the last.
    pub next: Option<ResourceCursor>,
}

/// Where a page of resources starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceCursor {
    /// The component whose resources it begins with, or, when that is gone, the next by name.
    pub component: String,
    /// The component's own cursor; `None` for its first page.
    pub cursor: Option<String>,
}

impl Dispatcher {
    /// The prompts that `principal` may see, sorted by name.
    pub fn prompts(&self, principal: &Principal) -> Vec<Arc<Prompt>> {
        let Serving { policy, catalog } = self.desk.serving();
        catalog.visible_prompts(&policy, principal).cloned().collect()
    }

    /// The families of resources that `principal` may see: by component, and in the author's order.
    pub fn templates(&self, principal: &Principal) -> Vec<ResourceTemplate> {
        let Serving { policy, catalog } = self.desk.serving();
        let components = catalog.with_resources(&policy, principal);
        components
            .flat_map(|component| &component.templates)
            .map(|family| family.definition.clone())
            .collect()
    }

    /// One page: at least `enough` resources, or all that are left. A component whose list fails is left out; the record
    /// says why.
    pub async fn resources(
        &self,
        caller: &Caller,
        from: Option<ResourceCursor>,
        enough: usize,
        listener: Arc<dyn Listener>,
    ) -> Resources {
        let from = from.unwrap_or(ResourceCursor { component: String::new(), cursor: None });
        let mut page = Resources::default();
        let seen = self.with_resources(caller);
        let mut components: VecDeque<&str> = seen.iter().map(|component| &*component.name).collect();
        components.retain(|component| *component >= &*from.component);
        while let Some(component) = components.pop_front() {
            let cursor = from.cursor.clone().filter(|_| component == from.component);
            let find = |serving: &Serving| ListResources::find(serving, caller, component, cursor.clone());
            let name = method::LIST_RESOURCES;
            let listed = self.desk.ask(caller, name, find, listener.clone(), None).await;
            let Ok(listed) = listed.outcome else { continue };
            page.resources.extend(listed.resources);
            let next = match (listed.next, components.front()) {
                (Some(cursor), _) => (component, Some(cursor)),
                (None, Some(after)) if page.resources.len() >= enough => (*after, None),
                (None, _) => continue,
            };
            page.next = Some(ResourceCursor { component: next.0.to_owned(), cursor: next.1 });
            break;
        }
        page
    }

    /// Reads a resource. Asked are the components that have a template for its URI, and then the others, by name, until one
    /// knows it. A read that goes on goes on with the one that asked.
    ///
    /// # Errors
    ///
    /// `UnknownResource`, and what the component that knows it ended with.
    pub async fn read_resource(
        &self,
        caller: &Caller,
        uri: &str,
        resumption: Option<Resumption>,
        listener: Arc<dyn Listener>,
    ) -> Result<ReadOutcome, CallError> {
        let name = method::READ_RESOURCE;
        let unknown = || CallError::UnknownResource { uri: uri.to_owned() };
        let mut components = self.with_resources(caller);
        components.sort_by_key(|component| !component.claims(uri));
        let resumption = match resumption.map(unmark) {
            Some(marked) => {
                let (component, resumption) = marked.ok_or_else(unknown)?;
                components.retain(|other| *other.name == component);
                Some(resumption)
            }
            None => None,
        };
        for component in components {
            let component = &*component.name;
            let find =
                |serving: &Serving| ReadResource::find(serving, caller, component, uri, resumption.clone());
            let read = self.desk.ask(caller, name, find, listener.clone(), None).await;
            return match read.outcome {
                Ok(ReadOutcome::InputRequired(request)) => {
                    Ok(ReadOutcome::InputRequired(mark(component, request)))
                }
                Err(CallError::ToolFailed(error)) if error.code == NOT_FOUND => continue,
                outcome => outcome,
            };
        }
        // Nobody's: on record like everything else that was refused.
        let nobody = |_: &Serving| Err::<ReadResource, _>(unknown());
        self.desk.ask(caller, name, nobody, listener, None).await.outcome
    }

    /// The components whose resources the caller may see, by name.
    fn with_resources(&self, caller: &Caller) -> Vec<Arc<Component>> {
        let Serving { policy, catalog } = self.desk.serving();
        catalog.with_resources(&policy, &caller.principal).cloned().collect()
    }

    /// Fills in a prompt.
    ///
    /// # Errors
    ///
    /// `UnknownPrompt`, `BadPromptArguments`, and what the component ended with.
    pub async fn get_prompt(
        &self,
        caller: &Caller,
        request: PromptRequest,
        listener: Arc<dyn Listener>,
    ) -> Result<PromptOutcome, CallError> {
        let find = |serving: &Serving| GetPrompt::find(serving, caller, request.clone());
        self.desk.ask(caller, method::GET_PROMPT, find, listener, None).await.outcome
    }

    /// What could stand where a person is writing.
    ///
    /// # Errors
    ///
    /// `UnknownPrompt`, `UnknownResource` for a template that nobody has, and what the component ended with.
    pub async fn complete(
        &self,
        caller: &Caller,
        request: CompletionRequest,
        listener: Arc<dyn Listener>,
    ) -> Result<Suggestions, CallError> {
        let find = |serving: &Serving| Complete::find(serving, caller, request.clone());
        if matches!(find(&self.desk.serving()), Ok(None)) {
            return Ok(Suggestions::default());
        }
        let gone = || CallError::Unavailable {
            tool: method::COMPLETE.to_owned(),
            reason: "its component suggests nothing any more".to_owned(),
        };
        let find = |serving: &Serving| find(serving)?.ok_or_else(gone);
        self.desk.ask(caller, method::COMPLETE, find, listener, None).await.outcome
    }
}

/// Notes of a guest with the name of its component before them: no other one may ever be given them.
fn mark(component: &str, request: InputRequest) -> InputRequest {
    let state = [component.as_bytes(), b"\0", &request.state].concat();
    InputRequest { state, ..request }
}

fn unmark(resumption: Resumption) -> Option<(String, Resumption)> {
    let end = resumption.state.iter().position(|byte| *byte == 0)?;
    let component = String::from_utf8(resumption.state[..end].to_vec()).ok()?;
    Some((component, Resumption { state: resumption.state[end + 1..].to_vec(), ..resumption }))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failing test should stop")]

    use super::*;

    #[test]
    fn notes_lead_back_to_the_component_that_made_them() {
        let request = InputRequest { questions: Vec::new(), state: b"a\0b".to_vec() };
        let marked = mark("notes", request);
        let resumption = Resumption { state: marked.state, answers: Vec::new() };
        let (component, own) = unmark(resumption).unwrap();
        assert_eq!((component.as_str(), own.state), ("notes", b"a\0b".to_vec()));
        for state in [&b""[..], b"notes", b"\xff\0x"] {
            assert!(unmark(Resumption { state: state.to_vec(), answers: Vec::new() }).is_none());
        }
    }
}
