//! The tools there are, as one immutable snapshot.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, OnceLock},
};

use bulkhead_policy::{Policy, Principal};
use bulkhead_sandbox::neutral;
use bulkhead_schema::{Schema, SchemaError, ToolDefinition};

use crate::component::Component;

/// How many names an unknown one is answered with: enough to hit a slip of the pen, few enough to read.
const NEAREST: usize = 3;

/// Bytes of a reason. What is wrong stands at its beginning; a file can make the rest as long as it likes.
const LONGEST_REASON: usize = 1 << 10;

/// A tool as it is offered.
#[derive(Debug)]
pub struct Tool {
    /// The component that it belongs to.
    pub component: Arc<Component>,
    /// As the author wrote it, but for `name`, which is the public one: with the prefix that the policy gives.
    pub definition: ToolDefinition,
    /// The name that the guest knows it by.
    pub guest_name: String,
    input: OnceLock<Result<Schema, SchemaError>>,
    output: OnceLock<Result<Option<Schema>, SchemaError>>,
}

impl Tool {
    fn new(component: Arc<Component>, mut definition: ToolDefinition, prefix: &str) -> Self {
        let guest_name = definition.name.clone();
        definition.name = format!("{prefix}{guest_name}");
        Self { component, definition, guest_name, input: OnceLock::new(), output: OnceLock::new() }
    }

    /// The public name.
    pub fn name(&self) -> &str {
        &self.definition.name
    }

    /// What is wrong with a schema of this tool, if anything is.
    pub(crate) fn unsound(&self) -> Option<String> {
        let Self { guest_name, definition, .. } = self;
        let told = |field: &str, error: SchemaError| format!("its tool {guest_name:?}, {field}: {error}");
        let output = definition.output_schema.as_ref();
        Schema::compile(&definition.input_schema)
            .map_err(|error| told("input_schema", error))
            .and_then(|_| {
                output.map(Schema::compile).transpose().map_err(|error| told("output_schema", error))
            })
            .err()
    }

    /// The input schema, compiled on first need and then kept.
    ///
    /// # Errors
    ///
    /// When the author's schema is not one.
    pub fn input(&self) -> Result<&Schema, &SchemaError> {
        self.input.get_or_init(|| Schema::compile(&self.definition.input_schema)).as_ref()
    }

    /// The output schema, compiled on first need and then kept; `None` when the tool has none.
    ///
    /// # Errors
    ///
    /// When the author's schema is not one.
    pub fn output(&self) -> Result<Option<&Schema>, &SchemaError> {
        let compile = || self.definition.output_schema.as_ref().map(Schema::compile).transpose();
        self.output.get_or_init(compile).as_ref().map(Option::as_ref)
    }
}

/// A file that does not serve, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The file.
    pub path: PathBuf,
    /// What is wrong and what to do, for the operator.
    pub reason: String,
}

/// The components and tools of a directory at one moment.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    components: Vec<Arc<Component>>,
    tools: BTreeMap<String, Arc<Tool>>,
    refused: Vec<Refused>,
}

impl Catalog {
    /// Adds a component with all its tools, or refuses it whole: a component that claims the name of a tool already
    /// there does not serve, since a model could not know which of the two it calls.
    pub(crate) fn add(&mut self, component: Component, tools: Vec<ToolDefinition>, policy: &Policy) {
        let component = Arc::new(component);
        let prefix = policy.component(&component.name).prefix.as_deref().unwrap_or_default();
        let tools: Vec<_> = tools
            .into_iter()
            .map(|definition| Arc::new(Tool::new(component.clone(), definition, prefix)))
            .collect();
        if let Some((taken, by)) =
            tools.iter().find_map(|tool| Some((tool.name(), self.tools.get(tool.name())?)))
        {
            let reason = format!(
                "its tool {taken:?} has the name of a tool of {}; give one of them a prefix in the policy, as in \
                 [tools.{}] prefix = \"{}_\"",
                by.component.name, component.name, component.name
            );
            return self.refuse(component.path.clone(), reason);
        }
        self.tools.extend(tools.into_iter().map(|tool| (tool.name().to_owned(), tool)));
        let place = self.components.partition_point(|other| other.name < component.name);
        self.components.insert(place, component);
    }

    /// Notes a file that does not serve. The reason may have the file's own words in it, which must stay on one line.
    pub(crate) fn refuse(&mut self, path: PathBuf, mut reason: String) {
        reason.truncate(reason.floor_char_boundary(LONGEST_REASON));
        self.refused.push(Refused { path, reason: neutral(&reason).into_owned() });
    }

    /// A copy of this catalog with one more component.
    pub(crate) fn with(&self, component: Component, tools: Vec<ToolDefinition>, policy: &Policy) -> Self {
        let mut more = self.clone();
        more.add(component, tools, policy);
        more
    }

    /// A copy of this catalog with one more file that does not serve.
    pub(crate) fn refusing(&self, path: PathBuf, reason: String) -> Self {
        let mut more = self.clone();
        more.refuse(path, reason);
        more
    }

    /// A copy of this catalog in which `component` does not serve.
    pub(crate) fn without(&self, component: &Component, reason: String) -> Self {
        let mut rest = self.clone();
        rest.components.retain(|other| other.path != component.path);
        rest.tools.retain(|_, tool| tool.component.path != component.path);
        rest.refuse(component.path.clone(), reason);
        rest
    }

    /// The components that serve, by name.
    pub fn components(&self) -> &[Arc<Component>] {
        &self.components
    }

    /// The files that do not serve.
    pub fn refused(&self) -> &[Refused] {
        &self.refused
    }

    /// Every tool, sorted by name, whoever asks.
    pub fn tools(&self) -> impl Iterator<Item = &Arc<Tool>> {
        self.tools.values()
    }

    /// The tools that `principal` may see, sorted by name.
    pub fn visible<'a>(
        &'a self,
        policy: &'a Policy,
        principal: &'a Principal,
    ) -> impl Iterator<Item = &'a Arc<Tool>> {
        self.tools().filter(|tool| policy.sees(principal, &tool.component.name, &tool.guest_name))
    }

    /// The tool of this public name, if `principal` may see it.
    pub fn find(&self, policy: &Policy, principal: &Principal, name: &str) -> Option<&Arc<Tool>> {
        self.tools.get(name).filter(|tool| policy.sees(principal, &tool.component.name, &tool.guest_name))
    }

    /// The names nearest to `name` among those that `principal` may see, nearest first.
    pub fn nearest(&self, policy: &Policy, principal: &Principal, name: &str) -> Vec<String> {
        let mut names: Vec<(usize, &str)> = self
            .visible(policy, principal)
            .map(|tool| (strsim::damerau_levenshtein(name, tool.name()), tool.name()))
            // Beyond half of the name, it is another name and not a slip.
            .filter(|(distance, candidate)| distance * 2 <= candidate.len().max(name.len()))
            .collect();
        names.sort_unstable();
        names.into_iter().take(NEAREST).map(|(_, name)| name.to_owned()).collect()
    }
}
