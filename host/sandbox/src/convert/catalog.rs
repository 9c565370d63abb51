//! What a component says of itself.

use bulkhead_schema as host;

use super::from_guest::{annotations, icon};
use super::{Invalid, json, object};
use crate::bindings::{manifest, prompts, resources, tools};

pub(crate) fn info(info: manifest::ComponentInfo) -> host::ComponentInfo {
    host::ComponentInfo {
        name: info.name,
        version: info.version,
        title: info.title,
        description: info.description,
        website: info.website,
        icons: info.icons.into_iter().map(icon).collect(),
        requests: info.requests.into_iter().map(request).collect(),
    }
}

fn request(request: manifest::Request) -> host::Request {
    host::Request {
        capability: capability(request.capability),
        reason: request.reason,
        optional: request.optional,
    }
}

fn capability(capability: manifest::Capability) -> host::Capability {
    match capability {
        manifest::Capability::Http(rule) => host::Capability::Http(rule),
        manifest::Capability::Directory(directory) => host::Capability::Directory {
            path: directory.path,
            access: match directory.access {
                manifest::DirectoryAccess::Read => host::DirectoryAccess::Read,
                manifest::DirectoryAccess::Write => host::DirectoryAccess::Write,
            },
        },
        manifest::Capability::Environment(name) => host::Capability::Environment(name),
        manifest::Capability::Secret(secret) => host::Capability::Secret { name: secret.name, to: secret.to },
        manifest::Capability::Tcp(address) => host::Capability::Tcp(address),
        manifest::Capability::Call(tool) => host::Capability::Call(tool),
        manifest::Capability::State => host::Capability::State,
    }
}

pub(crate) fn tools(tools: Vec<tools::ToolDefinition>) -> Result<Vec<host::ToolDefinition>, Invalid> {
    tools.into_iter().map(tool).collect()
}

fn tool(tool: tools::ToolDefinition) -> Result<host::ToolDefinition, Invalid> {
    let name = tool.name;
    let input_schema = json(&format!("the input schema of `{name}`"), &tool.input_schema)?;
    let output_schema =
        tool.output_schema.map(|text| json(&format!("the output schema of `{name}`"), &text)).transpose()?;
    let meta = object(&format!("`meta` of the tool `{name}`"), tool.meta.as_deref())?;
    let hints = tool.annotations;
    Ok(host::ToolDefinition {
        name,
        title: tool.title,
        description: tool.description,
        input_schema,
        output_schema,
        annotations: host::ToolAnnotations {
            read_only: hints.read_only,
            destructive: hints.destructive,
            idempotent: hints.idempotent,
            open_world: hints.open_world,
        },
        previewed: tool.previewed,
        icons: tool.icons.into_iter().map(icon).collect(),
        tags: tool.tags,
        meta,
    })
}

pub(crate) fn templates(
    templates: Vec<resources::ResourceTemplate>,
) -> Result<Vec<host::ResourceTemplate>, Invalid> {
    let template = |template: resources::ResourceTemplate| {
        let meta = object(&format!("`meta` of `{}`", template.uri_template), template.meta.as_deref())?;
        Ok(host::ResourceTemplate {
            uri_template: template.uri_template,
            name: template.name,
            title: template.title,
            description: template.description,
            mime_type: template.mime_type,
            icons: template.icons.into_iter().map(icon).collect(),
            annotations: template.annotations.map(annotations),
            meta,
        })
    };
    templates.into_iter().map(template).collect()
}

pub(crate) fn prompts(
    prompts: Vec<prompts::PromptDefinition>,
) -> Result<Vec<host::PromptDefinition>, Invalid> {
    let prompt = |prompt: prompts::PromptDefinition| {
        let meta = object(&format!("`meta` of the prompt `{}`", prompt.name), prompt.meta.as_deref())?;
        let argument = |argument: prompts::PromptArgument| host::PromptArgument {
            name: argument.name,
            title: argument.title,
            description: argument.description,
            required: argument.required,
        };
        Ok(host::PromptDefinition {
            name: prompt.name,
            title: prompt.title,
            description: prompt.description,
            arguments: prompt.arguments.into_iter().map(argument).collect(),
            icons: prompt.icons.into_iter().map(icon).collect(),
            meta,
        })
    };
    prompts.into_iter().map(prompt).collect()
}
