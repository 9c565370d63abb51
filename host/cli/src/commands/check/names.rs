//! Names of components, functions and tools that the policy has.

use bulkhead_dispatch::{Catalog, Policy};
use bulkhead_policy::Offer;
use bulkhead_schema::lint;

use super::{Finding, Kind, Look, Note};

/// Tools that it may call and that are not there to be called.
pub fn calls(look: &Look<'_>, note: Note<'_>) {
    for pattern in &look.grants.calls {
        let meant = look.catalog.tools().filter(|tool| pattern.matches(tool.name()));
        let offered: Vec<_> = meant
            .filter(|tool| look.policy.component(&tool.component.name).offers(&tool.guest_name))
            .map(|tool| &tool.component.name)
            .collect();
        if offered.is_empty() {
            note(
                Kind::Unknown,
                format!("is granted calls of {pattern}, and no tool that is offered has such a name"),
            );
        } else if offered.iter().all(|component| **component == look.component.name) {
            note(
                Kind::Useless,
                format!("is granted calls of {pattern}, and only tools of its own have such a name"),
            );
        }
    }
}

pub fn functions(look: &Look<'_>, note: Note<'_>) {
    let there = |name: &String| {
        let shape = &look.component.shape;
        look.catalog.tools().any(|t| t.component.name == look.component.name && t.guest_name == *name)
            || (name == Offer::Resources.function() && shape.exports_resources())
            || (name == Offer::Prompts.function() && shape.exports_prompts())
    };
    let only = look.policy.component(&look.component.name).only.as_deref().unwrap_or_default();
    for name in only.iter().filter(|name| !there(name)) {
        note(Kind::Unknown, format!("`only` names the function {name:?}, which it does not have"));
    }
}

pub fn definitions(look: &Look<'_>, note: Note<'_>) {
    let tools = look.catalog.tools().filter(|tool| tool.component.name == look.component.name);
    let prompts = look.catalog.prompts().filter(|prompt| prompt.component.name == look.component.name);
    let said = bulkhead_schema::Catalog {
        info: look.component.info.clone(),
        tools: tools.map(|tool| tool.definition.clone()).collect(),
        templates: look.component.templates.iter().map(|family| family.definition.clone()).collect(),
        prompts: prompts.map(|prompt| prompt.definition.clone()).collect(),
    };
    for problem in lint::problems(&said) {
        note(Kind::Schema, problem.to_string());
    }
}

pub fn unknown_components(catalog: &Catalog, policy: &Policy) -> Vec<Finding> {
    let there = |name: &str| {
        catalog.components().iter().any(|c| c.name == name)
            || catalog.refused().iter().any(|r| r.path.file_stem().is_some_and(|stem| stem == name))
    };
    policy
        .component_names()
        .filter(|name| !there(name))
        .map(|name| Finding {
            component: name.to_owned(),
            kind: Kind::Unknown,
            message: format!("the policy names it, and there is no {name}.wasm"),
        })
        .collect()
}
