//! What a component's author asks for, beside what the operator has granted.

use std::sync::Arc;

use anyhow::{Context, bail};
use bulkhead_dispatch::{Component, Dispatcher, Via};
use bulkhead_policy::{Access, CallPattern, Declared, Grants, HttpRule, is_within};
use bulkhead_sandbox::neutral;
use bulkhead_schema::{Capability, DirectoryAccess};

use crate::host::local_user;

/// How far a request is granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// All of it.
    Granted,
    /// The operator chose to grant less: this.
    InPart(Vec<String>),
    /// Nothing of it.
    Missing,
}

/// How far the policy grants what is asked for. `declared` are all of the author's requests: a grant that answers another
/// of them is no choice to grant less of this one.
pub fn standing(asked: &Capability, declared: &Declared, grants: &Grants) -> Standing {
    match asked {
        Capability::Http(rule) => match rule.parse::<HttpRule>() {
            Ok(asked) => rules(&grants.http, &declared.http, |granted| {
                (granted.covers(&asked), granted.overlaps(&asked))
            }),
            Err(_) => Standing::Missing,
        },
        Capability::Call(tool) => match tool.parse::<CallPattern>() {
            Ok(asked) => rules(&grants.calls, &declared.calls, |granted| {
                (granted.covers(&asked), granted.overlaps(&asked))
            }),
            Err(_) => Standing::Missing,
        },
        Capability::Directory { path, access } => directory(path, *access, grants),
        Capability::Environment(name) => all_or_nothing(grants.environment.contains_key(name)),
        Capability::Secret { name, .. } => all_or_nothing(grants.secrets.contains_key(name)),
        Capability::Tcp(rule) => all_or_nothing(rule.parse().is_ok_and(|rule| grants.tcp.contains(&rule))),
        Capability::State => all_or_nothing(grants.state.is_some()),
    }
}

fn all_or_nothing(granted: bool) -> Standing {
    if granted { Standing::Granted } else { Standing::Missing }
}

/// `is` says whether a granted rule covers what is asked for, and whether it has a part of it.
fn rules<R: PartialEq + ToString>(
    granted: &[R],
    declared: &[R],
    is: impl Fn(&R) -> (bool, bool),
) -> Standing {
    if granted.iter().any(|rule| is(rule).0) {
        return Standing::Granted;
    }
    let parts = granted.iter().filter(|rule| is(rule).1 && !declared.contains(rule));
    in_part(parts.map(ToString::to_string).collect())
}

fn in_part(parts: Vec<String>) -> Standing {
    if parts.is_empty() { Standing::Missing } else { Standing::InPart(parts) }
}

fn directory(path: &str, access: DirectoryAccess, grants: &Grants) -> Standing {
    let mut found = grants.directories.iter().filter(|granted| is_within(&granted.guest, path)).peekable();
    let enough = |granted: Access| granted == Access::Write || access == DirectoryAccess::Read;
    if found.peek().is_some() && found.clone().all(|granted| enough(granted.access)) {
        return Standing::Granted;
    }
    in_part(found.map(|granted| format!("{} to {}", granted.guest, granted.access.as_str())).collect())
}

/// A requested capability, as a person reads it. What the author wrote cannot move a cursor or turn the text around.
pub fn asked(capability: &Capability) -> String {
    neutral(&wording(capability)).into_owned()
}

/// Whether what the author wrote is what a person sees.
pub fn is_plain(capability: &Capability) -> bool {
    let wording = wording(capability);
    neutral(&wording) == wording
}

fn wording(capability: &Capability) -> String {
    match capability {
        Capability::Http(rule) => format!("http {rule}"),
        Capability::Directory { path, access: DirectoryAccess::Read } => format!("directory {path} to read"),
        Capability::Directory { path, access: DirectoryAccess::Write } => {
            format!("directory {path} to write")
        }
        Capability::Environment(name) => format!("environment variable {name}"),
        Capability::Secret { name, to } => format!("secret {name} for {to}"),
        Capability::Tcp(address) => format!("tcp {address}"),
        Capability::Call(tool) => format!("calls of {tool}"),
        Capability::State => "state".to_owned(),
    }
}

/// The component of this name, or else the one that has the tool of this public name, offered or not.
///
/// # Errors
///
/// When there is neither, or the component does not serve.
pub fn component(dispatcher: &Dispatcher, named: &str) -> anyhow::Result<Arc<Component>> {
    let catalog = dispatcher.catalog();
    if let Some(component) = catalog.components().iter().find(|component| component.name == named) {
        return Ok(component.clone());
    }
    let refused =
        catalog.refused().iter().find(|refused| refused.path.file_stem().is_some_and(|s| s == named));
    if let Some(refused) = refused {
        bail!("{named} does not serve: {}", neutral(&refused.reason));
    }
    let tool = catalog.tools().find(|tool| tool.name() == named).map(|tool| tool.component.clone());
    tool.with_context(|| {
        // So many can be read; the list of a large directory cannot.
        const SHOWN: usize = 20;
        let mut near = catalog.nearest(&dispatcher.policy(), &local_user(), named, Via::Direct);
        near.extend(catalog.components().iter().map(|component| component.name.clone()).take(SHOWN));
        let near = if near.is_empty() { "none at all".to_owned() } else { near.join(", ") };
        format!("there is no component and no tool named {named:?}; there are: {near}")
    })
}
