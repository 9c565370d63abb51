//! What one principal may see at one moment: the tools, an index of them, and what is listed of them.

use std::sync::{Arc, OnceLock};

use bulkhead_dispatch::{CodePolicy, Principal, Tool, Via};
use bulkhead_schema::{ToolDefinition, component};
use serde_json::Value;

use crate::declarations::{Function, declare, module};
use crate::definitions;
use crate::mode::CodeMode;
use crate::search::{Entry, Index, Parameter};

/// How many bytes a token is, on average, in definitions: for an estimate that costs nothing.
const BYTES_OF_A_TOKEN: usize = 4;

/// The catalog as scripts and models see it.
pub(crate) struct View {
    /// Everything that a script may call, sorted by name.
    pub tools: Vec<Arc<Tool>>,
    /// What is listed.
    pub listed: Vec<Listed>,
    digest: OnceLock<String>,
    index: OnceLock<Index>,
}

/// A tool as it is listed: one of a component's, or one of the two.
pub(crate) enum Listed {
    Own(Arc<ToolDefinition>),
    Tool(Arc<Tool>),
}

impl Listed {
    pub fn definition(&self) -> &ToolDefinition {
        match self {
            Self::Own(definition) => definition,
            Self::Tool(tool) => &tool.definition,
        }
    }
}

impl View {
    pub fn of(mode: &CodeMode, principal: &Principal) -> Self {
        let dispatcher = mode.dispatcher();
        let (direct, tools) =
            (dispatcher.tools(principal, Via::Direct), dispatcher.tools(principal, Via::Code));
        let policy = dispatcher.policy();
        let listed = listed(direct, &tools, policy.code());
        Self { listed, tools, digest: OnceLock::new(), index: OnceLock::new() }
    }

    /// A digest of the definitions of `tools`.
    pub fn digest(&self) -> &str {
        self.digest.get_or_init(|| digest(&self.tools))
    }

    /// The index over all tools, made when it is first asked for.
    pub fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let parameters: Vec<_> =
                self.tools.iter().map(|tool| parameters(&tool.definition.input_schema)).collect();
            Index::build(self.tools.iter().zip(&parameters).map(|(tool, parameters)| Entry {
                name: tool.name(),
                title: tool.definition.title.as_deref(),
                description: &tool.definition.description,
                parameters:
                    parameters.iter().map(|(name, description)| Parameter { name, description }).collect(),
                tags: tool.definition.tags.iter().map(String::as_str).collect(),
            }))
        })
    }

    /// The tool that a script would call by this name: `component.function`, or a public name.
    pub fn find(&self, name: &str) -> Option<&Arc<Tool>> {
        let name = name.strip_prefix("tools.").unwrap_or(name);
        self.tools
            .iter()
            .find(|tool| tool.dotted() == name)
            .or_else(|| self.tools.iter().find(|tool| tool.name() == name))
    }

    /// The `.d.ts` of everything.
    pub fn module(&self) -> String {
        module(self.tools.iter().map(|tool| function(tool)))
    }
}

/// The TypeScript declaration of a tool, as a script calls it.
pub(crate) fn declaration(tool: &Tool) -> String {
    declare(&function(tool))
}

fn function(tool: &Tool) -> Function<'_> {
    Function {
        component: &tool.component.name,
        name: &tool.guest_name,
        title: tool.definition.title.as_deref(),
        description: &tool.definition.description,
        input: &tool.definition.input_schema,
        output: tool.definition.output_schema.as_ref(),
    }
}

/// The tools themselves as long as they are few, and those that are pinned; and the two.
fn listed(direct: Vec<Arc<Tool>>, tools: &[Arc<Tool>], policy: &CodePolicy) -> Vec<Listed> {
    if !policy.enabled || tools.is_empty() {
        return direct.into_iter().map(Listed::Tool).collect();
    }
    let bytes: usize = direct.iter().map(|tool| size(&tool.definition)).sum();
    let few = bytes / BYTES_OF_A_TOKEN <= policy.list_below as usize;
    let pinned = |tool: &Arc<Tool>| policy.pin.iter().any(|pattern| pattern.matches(tool.name()));
    let mut listed: Vec<Listed> =
        direct.into_iter().filter(|tool| few || pinned(tool)).map(Listed::Tool).collect();
    listed.extend([definitions::execute(), definitions::search(tools)].map(Arc::new).map(Listed::Own));
    listed.sort_by(|one, other| one.definition().name.cmp(&other.definition().name));
    listed
}

/// Bytes of what a model reads of a definition.
fn size(definition: &ToolDefinition) -> usize {
    definition.name.len() + definition.description.len() + definition.input_schema.to_string().len()
}

fn digest(tools: &[Arc<Tool>]) -> String {
    let mut text = String::new();
    for tool in tools {
        let definition = serde_json::to_string(&tool.definition).unwrap_or_default();
        text.extend([&tool.dotted(), "\t", &definition, "\n"]);
    }
    component::digest(text.as_bytes())
}

/// The parameters of a schema, one level down as well: a request often names what is inside.
pub(crate) fn parameters(schema: &Value) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let Some(properties) = schema["properties"].as_object() else { return found };
    for (name, property) in properties {
        let description = property["description"].as_str().unwrap_or_default();
        found.push((name.clone(), description.to_owned()));
        let inner =
            property["properties"].as_object().or_else(|| property["items"]["properties"].as_object());
        let inner = inner.into_iter().flatten();
        found.extend(inner.map(|(name, inner)| {
            (name.clone(), inner["description"].as_str().unwrap_or_default().to_owned())
        }));
    }
    found
}
