//! What there is, as one immutable snapshot.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use bulkhead_policy::{Offer, Policy, Principal, Via};
use bulkhead_sandbox::neutral;
use bulkhead_schema::{PromptDefinition, Schema, SchemaError, ToolDefinition};

use crate::{
    component::Component,
    script::{EXECUTE, SEARCH},
};

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

    /// The same tool under a name with this prefix.
    fn under(self: &Arc<Self>, prefix: &str) -> Arc<Self> {
        if self.name().strip_prefix(prefix) == Some(&self.guest_name) {
            return self.clone();
        }
        let definition = ToolDefinition { name: self.guest_name.clone(), ..self.definition.clone() };
        Arc::new(Self::new(self.component.clone(), definition, prefix))
    }

    /// As a script calls it: its component, a dot, and the guest's own name.
    pub fn dotted(&self) -> String {
        format!("{}.{}", self.component.name, self.guest_name)
    }

    fn is_seen(&self, policy: &Policy, principal: &Principal, via: Via) -> bool {
        policy.sees(principal, &self.component.name, &self.guest_name, via)
    }

    /// The public name.
    pub fn name(&self) -> &str {
        &self.definition.name
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

/// What is wrong with a schema of the tool that its guest knows by this name, if anything is.
pub(crate) fn unsound(guest_name: &str, definition: &ToolDefinition) -> Option<String> {
    let told = |field: &str, error: SchemaError| format!("its tool {guest_name:?}, {field}: {error}");
    let output = definition.output_schema.as_ref();
    Schema::compile(&definition.input_schema)
        .map_err(|error| told("input_schema", error))
        .and_then(|_| output.map(Schema::compile).transpose().map_err(|error| told("output_schema", error)))
        .err()
}

/// A prompt as it is offered.
#[derive(Debug)]
pub struct Prompt {
    /// The component that it belongs to.
    pub component: Arc<Component>,
    /// As the author wrote it, but for `name`, which is the public one: with the prefix that the policy gives.
    pub definition: PromptDefinition,
    /// The name that the guest knows it by.
    pub guest_name: String,
}

impl Prompt {
    fn new(component: Arc<Component>, mut definition: PromptDefinition, prefix: &str) -> Self {
        let guest_name = definition.name.clone();
        definition.name = format!("{prefix}{guest_name}");
        Self { component, definition, guest_name }
    }

    /// The same prompt under a name with this prefix.
    fn under(self: &Arc<Self>, prefix: &str) -> Arc<Self> {
        if self.name().strip_prefix(prefix) == Some(&self.guest_name) {
            return self.clone();
        }
        let definition = PromptDefinition { name: self.guest_name.clone(), ..self.definition.clone() };
        Arc::new(Self::new(self.component.clone(), definition, prefix))
    }

    /// The public name.
    pub fn name(&self) -> &str {
        &self.definition.name
    }
}

/// What a component offers by names that are unique in the host.
pub(crate) struct Offered {
    pub tools: Vec<ToolDefinition>,
    pub prompts: Vec<PromptDefinition>,
}

/// A file that does not serve, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The file.
    pub path: PathBuf,
    /// What is wrong and what to do, for the operator.
    pub reason: String,
    /// What would have to be another for it to serve.
    pub(crate) why: Why,
}

/// Why a file does not serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// Only another file can.
    Broken,
    /// Another component has one of its names: that one may go, and the policy may give prefixes.
    Names,
}

/// What a directory offers at one moment.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    components: Vec<Arc<Component>>,
    tools: BTreeMap<String, Arc<Tool>>,
    prompts: BTreeMap<String, Arc<Prompt>>,
    refused: Vec<Refused>,
}

impl Catalog {
    /// Adds a component with all that it offers, or nothing of it.
    ///
    /// # Errors
    ///
    /// Says which name is taken: a component that claims the name of a tool already there does not serve, since a model
    /// could not know which of the two it calls. The same holds for prompts.
    pub(crate) fn add(
        &mut self,
        component: Component,
        offered: Offered,
        policy: &Policy,
    ) -> Result<(), String> {
        let component = Arc::new(component);
        let prefix = prefix_of(&component, policy);
        let tool = |definition| Arc::new(Tool::new(component.clone(), definition, prefix));
        let prompt = |definition| Arc::new(Prompt::new(component.clone(), definition, prefix));
        let tools = offered.tools.into_iter().map(tool).collect();
        let prompts = offered.prompts.into_iter().map(prompt).collect();
        self.take_in(component, tools, prompts, policy)
    }

    /// Adds a component of another catalog, with what it offers there, under the prefix of this policy.
    ///
    /// # Errors
    ///
    /// As [`Catalog::add`].
    pub(crate) fn keep(
        &mut self,
        other: &Catalog,
        component: &Arc<Component>,
        policy: &Policy,
    ) -> Result<(), String> {
        let prefix = prefix_of(component, policy);
        let own = |of: &Arc<Component>| Arc::ptr_eq(of, component);
        let tools = other.tools().filter(|tool| own(&tool.component)).map(|tool| tool.under(prefix));
        let prompts =
            other.prompts().filter(|prompt| own(&prompt.component)).map(|prompt| prompt.under(prefix));
        self.take_in(component.clone(), tools.collect(), prompts.collect(), policy)
    }

    fn take_in(
        &mut self,
        component: Arc<Component>,
        tools: Vec<Arc<Tool>>,
        prompts: Vec<Arc<Prompt>>,
        policy: &Policy,
    ) -> Result<(), String> {
        let own = |tool: &&Arc<Tool>| policy.code().enabled && [SEARCH, EXECUTE].contains(&tool.name());
        if let Some(tool) = tools.iter().find(own) {
            return Err(format!(
                "its tool `{}` has the name of one of the host's own; give the component a `prefix` in [tools.{}], or \
                 turn code mode off with `enabled = false` in [code]",
                tool.name(),
                component.name
            ));
        }
        let tool = |tool: &Arc<Tool>| {
            Some(("tool", tool.name().to_owned(), &self.tools.get(tool.name())?.component))
        };
        let prompt = |prompt: &Arc<Prompt>| {
            Some(("prompt", prompt.name().to_owned(), &self.prompts.get(prompt.name())?.component))
        };
        if let Some((kind, taken, by)) =
            tools.iter().find_map(tool).or_else(|| prompts.iter().find_map(prompt))
        {
            return Err(format!(
                "its {kind} {taken:?} has the name of a {kind} of {}; give one of them a prefix in the policy, as in \
                 [tools.{}] prefix = \"{}_\"",
                by.name, component.name, component.name
            ));
        }
        self.tools.extend(tools.into_iter().map(|tool| (tool.name().to_owned(), tool)));
        self.prompts.extend(prompts.into_iter().map(|prompt| (prompt.name().to_owned(), prompt)));
        let place = self.components.partition_point(|other| other.name < component.name);
        self.components.insert(place, component);
        Ok(())
    }

    /// Notes a file that does not serve. The reason may have the file's own words in it, which must stay on one line.
    pub(crate) fn refuse(&mut self, path: PathBuf, mut reason: String, why: Why) {
        reason.truncate(reason.floor_char_boundary(LONGEST_REASON));
        self.refused.push(Refused { path, reason: neutral(&reason).into_owned(), why });
    }

    /// Takes out a component that turned out to be broken.
    pub(crate) fn remove(&mut self, component: &Component, reason: String) {
        self.components.retain(|other| other.path != component.path);
        self.tools.retain(|_, tool| tool.component.path != component.path);
        self.prompts.retain(|_, prompt| prompt.component.path != component.path);
        self.refuse(component.path.clone(), reason, Why::Broken);
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

    /// The tools that `principal` may see in this way, sorted by name.
    pub fn visible<'a>(
        &'a self,
        policy: &'a Policy,
        principal: &'a Principal,
        via: Via,
    ) -> impl Iterator<Item = &'a Arc<Tool>> {
        self.tools().filter(move |tool| tool.is_seen(policy, principal, via))
    }

    /// The tool of this public name, if `principal` may see it.
    pub fn find(&self, policy: &Policy, principal: &Principal, name: &str, via: Via) -> Option<&Arc<Tool>> {
        self.tools.get(name).filter(|tool| tool.is_seen(policy, principal, via))
    }

    /// The tool of this component with this name, the guest's own or the public one, if `principal` may see it.
    pub fn find_in(
        &self,
        policy: &Policy,
        principal: &Principal,
        component: &str,
        name: &str,
        via: Via,
    ) -> Option<&Arc<Tool>> {
        let prefix = policy.component(component).prefix.as_deref().unwrap_or_default();
        let own = format!("{prefix}{name}");
        let found =
            [own.as_str(), name].into_iter().filter_map(|name| self.find(policy, principal, name, via));
        { found }.find(|tool| tool.component.name == component)
    }

    /// Every prompt, sorted by name, whoever asks.
    pub fn prompts(&self) -> impl Iterator<Item = &Arc<Prompt>> {
        self.prompts.values()
    }

    /// The prompts that `principal` may see, sorted by name.
    pub fn visible_prompts<'a>(
        &'a self,
        policy: &'a Policy,
        principal: &'a Principal,
    ) -> impl Iterator<Item = &'a Arc<Prompt>> {
        self.prompts().filter(|prompt| sees(policy, principal, &prompt.component, Offer::Prompts))
    }

    /// The components whose resources `principal` may see, by name.
    pub fn with_resources<'a>(
        &'a self,
        policy: &'a Policy,
        principal: &'a Principal,
    ) -> impl Iterator<Item = &'a Arc<Component>> {
        let there = |component: &&Arc<Component>| component.shape.exports_resources();
        self.components
            .iter()
            .filter(there)
            .filter(|component| sees(policy, principal, component, Offer::Resources))
    }

    /// The prompt of this public name, if `principal` may see it.
    pub fn find_prompt(&self, policy: &Policy, principal: &Principal, name: &str) -> Option<&Arc<Prompt>> {
        self.prompts.get(name).filter(|prompt| sees(policy, principal, &prompt.component, Offer::Prompts))
    }

    /// Why this file does not serve, if it does not, or serves as it was before.
    pub(crate) fn refused_at(&self, path: &Path) -> Option<&Refused> {
        self.refused.iter().find(|refused| refused.path == path)
    }

    /// The component of this file.
    pub(crate) fn component_at(&self, path: &Path) -> Option<&Arc<Component>> {
        self.components.iter().find(|component| component.path == path)
    }

    /// The names nearest to `name` among those that `principal` may see, nearest first.
    pub fn nearest(&self, policy: &Policy, principal: &Principal, name: &str, via: Via) -> Vec<String> {
        nearest(name, self.visible(policy, principal, via).map(|tool| tool.name()))
    }

    /// As [`Catalog::nearest`], with each tool as a script calls it: its component, a dot, and the guest's own name.
    pub fn nearest_in(&self, policy: &Policy, principal: &Principal, name: &str, via: Via) -> Vec<String> {
        let dotted: Vec<String> = self.visible(policy, principal, via).map(|tool| tool.dotted()).collect();
        nearest(name, dotted.iter().map(String::as_str))
    }

    /// As [`Catalog::nearest`], among the prompts.
    pub fn nearest_prompts(&self, policy: &Policy, principal: &Principal, name: &str) -> Vec<String> {
        nearest(name, self.visible_prompts(policy, principal).map(|prompt| prompt.name()))
    }
}

fn prefix_of<'a>(component: &Component, policy: &'a Policy) -> &'a str {
    policy.component(&component.name).prefix.as_deref().unwrap_or_default()
}

fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut names: Vec<(usize, &str)> = candidates
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        // Beyond half of the name, it is another name and not a slip.
        .filter(|(distance, candidate)| distance * 2 <= candidate.len().max(name.len()))
        .collect();
    names.sort_unstable();
    names.into_iter().take(NEAREST).map(|(_, name)| name.to_owned()).collect()
}

fn sees(policy: &Policy, principal: &Principal, component: &Component, offer: Offer) -> bool {
    policy.sees(principal, &component.name, offer.function(), Via::Direct)
}
