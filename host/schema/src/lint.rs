//! What is wrong with a catalog, before anything is served from it.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::definition::{Capability, Catalog, Icon, ToolDefinition};
use crate::document::{PromptDefinition, ResourceTemplate};
use crate::json_schema::Schema;
use crate::uri_template::UriTemplate;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What it is about; `None` for the component itself.
    pub part: Option<Part>,
    /// Such as `input_schema`.
    pub field: &'static str,
    /// What is wrong and what is right.
    pub message: String,
    /// Whether the component cannot serve with it.
    pub fatal: bool,
}

/// A part of a catalog, by its own name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A tool.
    Tool(String),
    /// A family of resources, by its URI template.
    Template(String),
    /// A prompt.
    Prompt(String),
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Part::Tool(name) => write!(f, "tool {name:?}"),
            Part::Template(template) => write!(f, "resource template {template:?}"),
            Part::Prompt(name) => write!(f, "prompt {name:?}"),
        }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.part {
            Some(part) => write!(f, "its {part}, {}: {}", self.field, self.message),
            None => write!(f, "its {}: {}", self.field, self.message),
        }
    }
}

/// Bytes of one text. The longest description of a public tool known here has about 14,000.
const MAX_TEXT: usize = 32 * 1024;

/// Bytes of one schema as JSON. The largest of a public tool known here has about 47,000.
const MAX_SCHEMA: usize = 256 * 1024;

/// Tools of one component, and templates and prompts. The largest public server known here has fewer than 350 tools.
const MAX_PARTS: usize = 1_000;

/// Bytes of a part's name in a problem.
const SHOWN: usize = 128;

/// Everything that is wrong with a catalog, in its order.
pub fn problems(catalog: &Catalog) -> Vec<Problem> {
    check(catalog, true)
}

/// The same without compiling the schemas, which takes longer than all the rest together: what a host looks at before it
/// says that it is ready. It must look at the rest before it relies on a schema.
pub fn quick_problems(catalog: &Catalog) -> Vec<Problem> {
    check(catalog, false)
}

fn check(catalog: &Catalog, compiling: bool) -> Vec<Problem> {
    let mut found = Findings { compiling, part: None, problems: Vec::new() };
    found.component(catalog);
    let shown = |name: &str| name.chars().take(SHOWN).collect::<String>();
    let mut names = HashSet::new();
    for tool in &catalog.tools {
        found.part = Some(Part::Tool(shown(&tool.name)));
        found.tool(tool);
        if !names.insert(tool.name.as_str()) {
            found.fatal("name", "two tools have this name");
        }
    }
    names.clear();
    for template in &catalog.templates {
        found.part = Some(Part::Template(shown(&template.uri_template)));
        found.template(template);
        if !names.insert(template.uri_template.as_str()) {
            found.fatal("uri_template", "two templates are this one");
        }
    }
    names.clear();
    for prompt in &catalog.prompts {
        found.part = Some(Part::Prompt(shown(&prompt.name)));
        found.prompt(prompt);
        if !names.insert(prompt.name.as_str()) {
            found.fatal("name", "two prompts have this name");
        }
    }
    found.problems
}

struct Findings {
    compiling: bool,
    part: Option<Part>,
    problems: Vec<Problem>,
}

impl Findings {
    fn fatal(&mut self, field: &'static str, message: impl Into<String>) {
        self.add(field, message.into(), true);
    }

    fn advice(&mut self, field: &'static str, message: impl Into<String>) {
        self.add(field, message.into(), false);
    }

    fn add(&mut self, field: &'static str, message: String, fatal: bool) {
        self.problems.push(Problem { part: self.part.clone(), field, message, fatal });
    }

    fn component(&mut self, catalog: &Catalog) {
        let info = &catalog.info;
        if !is_name(&info.name) {
            self.fatal("name", NAME_RULE);
        }
        self.line("version", &info.version);
        self.optional_text("title", info.title.as_deref());
        self.text("description", &info.description);
        self.optional_text("website", info.website.as_deref());
        self.icons(&info.icons);
        if info.description.trim().is_empty() {
            self.advice("description", "it is empty; say in one sentence what the component is for");
        }
        for request in &info.requests {
            self.text("requests", &request.reason);
            words(&request.capability).into_iter().for_each(|word| self.line("requests", word));
            if request.reason.trim().is_empty() {
                self.advice(
                    "requests",
                    "a capability is requested without a reason; the operator reads it before granting",
                );
            }
        }
        let parts = [
            ("tools", catalog.tools.len()),
            ("templates", catalog.templates.len()),
            ("prompts", catalog.prompts.len()),
        ];
        if parts.iter().all(|(_, count)| *count == 0) {
            self.advice("tools", "there are none, and neither templates of resources nor prompts");
        }
        for (field, count) in parts.into_iter().filter(|(_, count)| *count > MAX_PARTS) {
            self.fatal(field, format!("there are {count}; at most {MAX_PARTS} are served of one component"));
        }
    }

    fn tool(&mut self, tool: &ToolDefinition) {
        if !is_name(&tool.name) {
            self.fatal("name", NAME_RULE);
        }
        self.optional_text("title", tool.title.as_deref());
        self.text("description", &tool.description);
        self.icons(&tool.icons);
        tool.tags.iter().for_each(|tag| self.text("tags", tag));
        if tool.meta.as_ref().is_some_and(has_hidden_names_or_text) {
            self.fatal("meta", HIDDEN);
        }
        if tool.description.trim().is_empty() {
            self.advice("description", "it is empty; a model chooses tools by what it says");
        }
        self.schema("input_schema", &tool.input_schema);
        if let Some(schema) = &tool.output_schema {
            self.schema("output_schema", schema);
        }
    }

    fn template(&mut self, template: &ResourceTemplate) {
        self.line("uri_template", &template.uri_template);
        if let Err(error) = UriTemplate::parse(&template.uri_template) {
            self.fatal("uri_template", error.to_string());
        }
        self.line("name", &template.name);
        self.listed(
            template.title.as_deref(),
            template.description.as_deref(),
            &template.icons,
            template.meta.as_ref(),
        );
        self.optional_text("mime_type", template.mime_type.as_deref());
    }

    fn prompt(&mut self, prompt: &PromptDefinition) {
        if !is_name(&prompt.name) {
            self.fatal("name", NAME_RULE);
        }
        self.listed(
            prompt.title.as_deref(),
            prompt.description.as_deref(),
            &prompt.icons,
            prompt.meta.as_ref(),
        );
        let mut names = HashSet::new();
        for argument in &prompt.arguments {
            self.line("arguments", &argument.name);
            if argument.name.is_empty() {
                self.fatal("arguments", "one of them has no name");
            }
            self.optional_text("arguments", argument.title.as_deref());
            self.optional_text("arguments", argument.description.as_deref());
            if !names.insert(argument.name.as_str()) {
                self.fatal("arguments", "two of them have one name");
            }
        }
    }

    /// What a list shows of everything that is no tool.
    fn listed(
        &mut self,
        title: Option<&str>,
        description: Option<&str>,
        icons: &[Icon],
        meta: Option<&Map<String, Value>>,
    ) {
        self.optional_text("title", title);
        self.optional_text("description", description);
        self.icons(icons);
        if meta.is_some_and(has_hidden_names_or_text) {
            self.fatal("meta", HIDDEN);
        }
    }

    /// MCP wants `"type": "object"` at the root of both schemas.
    fn schema(&mut self, field: &'static str, schema: &Value) {
        if schema.get("type").and_then(Value::as_str) != Some("object") {
            self.fatal(field, "its root must have \"type\": \"object\"");
        }
        let bytes = schema.to_string().len();
        if bytes > MAX_SCHEMA {
            self.fatal(field, format!("it has {bytes} bytes as JSON; at most {MAX_SCHEMA} are accepted"));
            return;
        }
        // Before it is compiled, because an error of the compiler shows parts of the schema.
        if has_hidden_text(schema) {
            self.fatal(field, HIDDEN);
            return;
        }
        if self.compiling
            && let Err(error) = Schema::compile(schema)
        {
            self.fatal(field, error.to_string());
        }
    }

    fn icons(&mut self, icons: &[Icon]) {
        for icon in icons {
            if !icon.src.starts_with("https:") && !icon.src.starts_with("data:") {
                self.fatal("icons", "the `src` of an icon must be an `https:` or `data:` URI");
            }
            let mut texts = icon.sizes.iter().chain(&icon.mime_type).chain([&icon.src]);
            if texts.any(|text| text.chars().any(is_hidden)) {
                self.fatal("icons", HIDDEN);
            }
        }
    }

    fn optional_text(&mut self, field: &'static str, text: Option<&str>) {
        if let Some(text) = text {
            self.text(field, text);
        }
    }

    /// A text that stands in the middle of a line.
    fn line(&mut self, field: &'static str, text: &str) {
        self.text(field, text);
        if text.contains(['\t', '\n', '\r']) {
            self.fatal(field, HIDDEN);
        }
    }

    fn text(&mut self, field: &'static str, text: &str) {
        if text.len() > MAX_TEXT {
            self.fatal(field, format!("it has {} bytes; at most {MAX_TEXT} are accepted", text.len()));
        }
        if text.chars().any(is_hidden) {
            self.fatal(field, HIDDEN);
        }
    }
}

/// What the author writes into a request, which the operator reads before granting it.
fn words(capability: &Capability) -> Vec<&str> {
    match capability {
        Capability::Http(text)
        | Capability::Environment(text)
        | Capability::Tcp(text)
        | Capability::Call(text) => vec![text],
        Capability::Directory { path, .. } => vec![path],
        Capability::Secret { name, to } => vec![name, to],
        Capability::State => Vec::new(),
    }
}

const NAME_RULE: &str = "a name is 1 to 128 characters of A-Z a-z 0-9 _ - .";

const HIDDEN: &str = "it has control characters, or characters that hide or reorder text; \
                      a person must be able to read what the model reads";

/// Whether this is a name in the contract's sense.
pub fn is_name(name: &str) -> bool {
    (1..=128).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b))
}

/// Characters that a person does not see but a model reads, or that make a person see another order: controls other
/// than tab and line ends, bidirectional overrides and isolates (as in "Trojan Source", CVE-2021-42574), zero-width
/// characters other than those that scripts and emoji need (joiners and direction marks), line separators, and tags (U+E0000 and up), with which
/// whole sentences have been hidden.
fn is_hidden(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' => false,
        '\u{200b}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}' => true,
        '\u{e0000}'..='\u{e0fff}' => true,
        other => other.is_control(),
    }
}

/// Names and texts anywhere in a schema; patterns and examples too, because a model reads them all. A schema that is
/// looked into has been parsed, which bounds its depth.
fn has_hidden_text(value: &Value) -> bool {
    match value {
        Value::String(text) => text.chars().any(is_hidden),
        Value::Array(items) => items.iter().any(has_hidden_text),
        Value::Object(fields) => has_hidden_names_or_text(fields),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

fn has_hidden_names_or_text(fields: &Map<String, Value>) -> bool {
    fields.iter().any(|(name, value)| name.chars().any(is_hidden) || has_hidden_text(value))
}

#[cfg(test)]
mod tests;
