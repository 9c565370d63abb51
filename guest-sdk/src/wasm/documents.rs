//! The exports for resources, prompts and completion.

use super::content::{resource_contents, role, text};
use super::{Exported, tell_of_panics, wit};
use super::{completion_bindings, prompt_bindings, resource_bindings};
use crate::{
    Component, Known, PromptDefinition, PromptOutcome, ReadOutcome, ResourceDefinition, ResourceTemplate,
    Target,
};
use completion_bindings::exports::bulkhead::tool::completion;
use prompt_bindings::exports::bulkhead::tool::prompts;
use resource_bindings::exports::bulkhead::tool::resources;

impl<C: Component> resources::Guest for Exported<C> {
    fn list_resources(cursor: Option<String>) -> Result<resources::ResourcePage, wit::ToolError> {
        tell_of_panics();
        let page = C::resources(cursor)?;
        let resources = page.resources.into_iter().map(Into::into).collect();
        Ok(resources::ResourcePage { resources, next: page.next })
    }

    fn list_templates() -> Vec<resources::ResourceTemplate> {
        tell_of_panics();
        C::templates().into_iter().map(Into::into).collect()
    }

    fn read_resource(
        uri: String,
        resumption: Option<wit::Resumption>,
    ) -> Result<resources::ReadOutcome, wit::ToolError> {
        tell_of_panics();
        Ok(match C::read(&uri, resumption.map(Into::into))? {
            ReadOutcome::Complete(contents) => {
                resources::ReadOutcome::Complete(contents.into_iter().map(resource_contents).collect())
            }
            ReadOutcome::InputRequired(request) => resources::ReadOutcome::InputRequired(request.into()),
        })
    }
}

impl<C: Component> prompts::Guest for Exported<C> {
    fn list_prompts() -> Vec<prompts::PromptDefinition> {
        tell_of_panics();
        C::prompts().into_iter().map(Into::into).collect()
    }

    fn get_prompt(
        name: String,
        arguments: Vec<prompts::PromptValue>,
        resumption: Option<wit::Resumption>,
    ) -> Result<prompts::PromptOutcome, wit::ToolError> {
        tell_of_panics();
        let values = Known::new(arguments.into_iter().map(|argument| (argument.name, argument.value)));
        Ok(match C::get_prompt(&name, &values, resumption.map(Into::into))? {
            PromptOutcome::Complete(result) => {
                let said = |message: crate::PromptMessage| prompts::PromptMessage {
                    role: role(message.role),
                    content: message.content.into(),
                };
                let messages = result.messages.into_iter().map(said).collect();
                let description = result.description;
                prompts::PromptOutcome::Complete(prompts::PromptResult { description, messages })
            }
            PromptOutcome::InputRequired(request) => prompts::PromptOutcome::InputRequired(request.into()),
        })
    }
}

impl<C: Component> completion::Guest for Exported<C> {
    fn complete(request: completion::CompletionRequest) -> Result<completion::Suggestions, wit::ToolError> {
        tell_of_panics();
        let target = match request.target {
            completion::CompletionTarget::Prompt(name) => Target::Prompt(name),
            completion::CompletionTarget::ResourceTemplate(template) => Target::Template(template),
        };
        let known = Known::new(request.known.into_iter().map(|known| (known.name, known.value)));
        let given = C::complete(&target, &request.argument, &request.typed, &known);
        Ok(completion::Suggestions { values: given.values, total: given.total, has_more: given.has_more })
    }
}

impl From<ResourceDefinition> for resources::ResourceDefinition {
    fn from(resource: ResourceDefinition) -> Self {
        Self {
            uri: resource.uri,
            name: resource.name,
            title: resource.title,
            description: resource.description,
            mime_type: resource.mime_type,
            size: resource.size,
            icons: resource.icons.into_iter().map(Into::into).collect(),
            annotations: resource.annotations.map(Into::into),
            meta: resource.meta.map(text),
        }
    }
}

impl From<ResourceTemplate> for resources::ResourceTemplate {
    fn from(template: ResourceTemplate) -> Self {
        Self {
            uri_template: template.uri_template,
            name: template.name,
            title: template.title,
            description: template.description,
            mime_type: template.mime_type,
            icons: template.icons.into_iter().map(Into::into).collect(),
            annotations: template.annotations.map(Into::into),
            meta: template.meta.map(text),
        }
    }
}

impl From<PromptDefinition> for prompts::PromptDefinition {
    fn from(prompt: PromptDefinition) -> Self {
        let argument = |argument: crate::PromptArgument| prompts::PromptArgument {
            name: argument.name,
            title: argument.title,
            description: argument.description,
            required: argument.required,
        };
        Self {
            name: prompt.name,
            title: prompt.title,
            description: prompt.description,
            arguments: prompt.arguments.into_iter().map(argument).collect(),
            icons: prompt.icons.into_iter().map(Into::into).collect(),
            meta: prompt.meta.map(text),
        }
    }
}
