//! Definitions, from this crate's types to the contract's.

use super::bindings::exports::bulkhead::tool::{manifest, tools};
use super::wit;
use crate::{
    Capability, ComponentInfo, DirectoryAccess, Icon, IconTheme, Request, ToolAnnotations, ToolDefinition,
};

impl From<ComponentInfo> for manifest::ComponentInfo {
    fn from(info: ComponentInfo) -> Self {
        Self {
            name: info.name,
            version: info.version,
            title: info.title,
            description: info.description,
            website: info.website,
            icons: info.icons.into_iter().map(Into::into).collect(),
            requests: info.requests.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<Request> for manifest::Request {
    fn from(request: Request) -> Self {
        let capability = match request.capability {
            Capability::Http(pattern) => manifest::Capability::Http(pattern),
            Capability::Directory { path, access } => {
                let access = match access {
                    DirectoryAccess::Read => manifest::DirectoryAccess::Read,
                    DirectoryAccess::Write => manifest::DirectoryAccess::Write,
                };
                manifest::Capability::Directory(manifest::DirectoryRequest { path, access })
            }
            Capability::Environment(name) => manifest::Capability::Environment(name),
            Capability::Secret { name, to } => {
                manifest::Capability::Secret(manifest::SecretRequest { name, to })
            }
            Capability::Tcp(address) => manifest::Capability::Tcp(address),
            Capability::Call(name) => manifest::Capability::Call(name),
            Capability::State => manifest::Capability::State,
        };
        Self { capability, reason: request.reason, optional: request.optional }
    }
}

impl From<ToolDefinition> for tools::ToolDefinition {
    fn from(tool: ToolDefinition) -> Self {
        Self {
            name: tool.name,
            title: tool.title,
            description: tool.description,
            input_schema: tool.input_schema.to_string(),
            output_schema: tool.output_schema.map(|schema| schema.to_string()),
            annotations: tool.annotations.into(),
            previewed: false,
            icons: tool.icons.into_iter().map(Into::into).collect(),
            tags: tool.tags,
            meta: tool.meta.map(|meta| serde_json::Value::Object(meta).to_string()),
        }
    }
}

impl From<ToolAnnotations> for tools::ToolAnnotations {
    fn from(annotations: ToolAnnotations) -> Self {
        let ToolAnnotations { read_only, destructive, idempotent, open_world } = annotations;
        Self { read_only, destructive, idempotent, open_world }
    }
}

impl From<Icon> for wit::Icon {
    fn from(icon: Icon) -> Self {
        let theme = icon.theme.map(|theme| match theme {
            IconTheme::Light => wit::IconTheme::Light,
            IconTheme::Dark => wit::IconTheme::Dark,
        });
        Self { src: icon.src, mime_type: icon.mime_type, sizes: icon.sizes, theme }
    }
}

impl From<wit::Icon> for Icon {
    fn from(icon: wit::Icon) -> Self {
        let theme = icon.theme.map(|theme| match theme {
            wit::IconTheme::Light => IconTheme::Light,
            wit::IconTheme::Dark => IconTheme::Dark,
        });
        Self { src: icon.src, mime_type: icon.mime_type, sizes: icon.sizes, theme }
    }
}
