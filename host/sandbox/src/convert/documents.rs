//! What a guest answers about resources, prompts and completion.

use bulkhead_schema as host;

use super::from_guest::{annotations, content, icon, input_request, resource_contents, role};
use super::{Invalid, object};
use crate::bindings::completion::{self, CompletionTarget, KnownValue};
use crate::bindings::prompts::{PromptMessage, PromptOutcome};
use crate::bindings::resources::{ReadOutcome, ResourceDefinition, ResourcePage};

pub(crate) fn page(page: ResourcePage) -> Result<host::ResourcePage, Invalid> {
    let resources = page.resources.into_iter().map(definition).collect::<Result<_, _>>()?;
    Ok(host::ResourcePage { resources, next: page.next })
}

fn definition(resource: ResourceDefinition) -> Result<host::ResourceDefinition, Invalid> {
    let meta = object(&format!("`meta` of the resource `{}`", resource.uri), resource.meta.as_deref())?;
    Ok(host::ResourceDefinition {
        uri: resource.uri,
        name: resource.name,
        title: resource.title,
        description: resource.description,
        mime_type: resource.mime_type,
        size: resource.size,
        icons: resource.icons.into_iter().map(icon).collect(),
        annotations: resource.annotations.map(annotations),
        meta,
    })
}

pub(crate) fn read(outcome: ReadOutcome) -> Result<host::ReadOutcome, Invalid> {
    Ok(match outcome {
        ReadOutcome::Complete(contents) if contents.is_empty() => {
            let problem = "has nothing in it; a URI that is not there is the error `not_found`".to_owned();
            return Err(Invalid { what: "the resource".to_owned(), problem });
        }
        ReadOutcome::Complete(contents) => {
            let contents =
                contents.into_iter().map(|contents| resource_contents("`meta` of the resource", contents));
            host::ReadOutcome::Complete(contents.collect::<Result<_, _>>()?)
        }
        ReadOutcome::InputRequired(request) => host::ReadOutcome::InputRequired(input_request(request)?),
    })
}

pub(crate) fn prompt(outcome: PromptOutcome) -> Result<host::PromptOutcome, Invalid> {
    Ok(match outcome {
        PromptOutcome::Complete(result) => {
            let messages = result.messages.into_iter().enumerate().map(|(i, message)| said(i, message));
            let messages = messages.collect::<Result<_, _>>()?;
            host::PromptOutcome::Complete(host::PromptResult { description: result.description, messages })
        }
        PromptOutcome::InputRequired(request) => host::PromptOutcome::InputRequired(input_request(request)?),
    })
}

fn said(i: usize, message: PromptMessage) -> Result<host::PromptMessage, Invalid> {
    Ok(host::PromptMessage { role: role(message.role), content: content(i, message.content)? })
}

pub(crate) fn suggestions(given: completion::Suggestions) -> Result<host::Suggestions, Invalid> {
    let mut values = given.values;
    let more = given.has_more || values.len() > host::Suggestions::MOST;
    values.truncate(host::Suggestions::MOST);
    Ok(host::Suggestions { values, total: given.total, has_more: more })
}

pub(crate) fn completion_to_guest(request: host::CompletionRequest) -> completion::CompletionRequest {
    completion::CompletionRequest {
        target: match request.target {
            host::CompletionTarget::Prompt(name) => CompletionTarget::Prompt(name),
            host::CompletionTarget::Template(template) => CompletionTarget::ResourceTemplate(template),
        },
        argument: request.argument,
        typed: request.typed,
        known: request.known.into_iter().map(|(name, value)| KnownValue { name, value }).collect(),
    }
}
