//! `bulkhead check`: every component against the policy.

use anyhow::anyhow;
use bulkhead_dispatch::{Catalog, Component, Dispatcher, Policy};
use bulkhead_policy::{Access, CallPattern, HttpRule};
use bulkhead_sandbox::neutral;
use bulkhead_schema::{Capability, lint};
use serde::Serialize;

use super::inspect::asked;
use crate::{
    args::Check,
    exit::{Code, OrExit, Outcome},
    host::Configured,
    print,
};

/// Something that does not fit.
#[derive(Debug, Serialize)]
struct Finding {
    component: String,
    kind: Kind,
    message: String,
}

/// What does not fit. Everything but an absent optional grant makes the check fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    /// The file does not serve.
    Refused,
    /// The author asks for it and the policy does not grant it.
    NotGranted,
    /// As `NotGranted`, but the component is of use without it.
    OptionalNotGranted,
    /// The policy grants it and it can never be used.
    Useless,
    /// The policy names a component or a function that is not there.
    Unknown,
    /// Something about the definitions that a client or a model may stumble over.
    Schema,
}

pub async fn run(args: Check) -> Outcome {
    let dispatcher = Configured::read(&args.source)?.open(&args.source).await?;
    // Compiling is the only way to know that a component compiles and links.
    dispatcher.warm().await;
    let findings = findings(&dispatcher);
    if args.json {
        print::json(&findings);
    } else {
        findings.iter().for_each(|f| print::line(format_args!("{}: {}", f.component, neutral(&f.message))));
    }
    let wrong = findings.iter().filter(|finding| finding.kind != Kind::OptionalNotGranted).count();
    match wrong {
        0 => {
            if !args.json {
                print::line(format_args!(
                    "{} components fit the policy",
                    dispatcher.catalog().components().len()
                ));
            }
            Ok(())
        }
        1 => Err(anyhow!("1 thing does not fit")).or_exit(Code::Failed),
        wrong => Err(anyhow!("{wrong} things do not fit")).or_exit(Code::Failed),
    }
}

fn findings(dispatcher: &Dispatcher) -> Vec<Finding> {
    let (catalog, policy) = (dispatcher.catalog(), dispatcher.policy());
    let mut findings: Vec<_> = catalog
        .refused()
        .iter()
        .map(|r| Finding {
            component: r.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            kind: Kind::Refused,
            message: format!("does not serve: {}", r.reason),
        })
        .collect();
    for component in catalog.components() {
        let mut note =
            |kind, message| findings.push(Finding { component: component.name.clone(), kind, message });
        not_granted(component, policy, &mut note);
        useless(component, policy, &mut note);
        functions(component, &catalog, policy, &mut note);
        definitions(component, &catalog, &mut note);
    }
    findings.extend(unknown_components(&catalog, policy));
    findings
}

/// What the author asks for and the operator did not grant.
fn not_granted(component: &Component, policy: &Policy, note: &mut dyn FnMut(Kind, String)) {
    let grants = &policy.component(&component.name).grants;
    for request in &component.info.requests {
        let granted = match &request.capability {
            Capability::Http(rule) => rule
                .parse::<HttpRule>()
                .is_ok_and(|asked| grants.http.iter().any(|granted| asked.overlaps(granted))),
            Capability::Directory { path, .. } => grants.directories.iter().any(|d| below(&d.guest, path)),
            Capability::Environment(name) => grants.environment.contains_key(name),
            Capability::Secret { name, .. } => grants.secrets.contains_key(name),
            Capability::Tcp(rule) => rule.parse().is_ok_and(|rule| grants.tcp.contains(&rule)),
            Capability::Call(tool) => tool
                .parse::<CallPattern>()
                .is_ok_and(|asked| grants.calls.iter().any(|granted| asked.overlaps(granted))),
            Capability::State => grants.state.is_some(),
        };
        if !granted {
            let kind = if request.optional { Kind::OptionalNotGranted } else { Kind::NotGranted };
            note(
                kind,
                format!("asks for {} and is not granted it: {}", asked(&request.capability), request.reason),
            );
        }
    }
}

/// What the operator granted and the component can never use: it did not ask for it, or does not import what it takes.
fn useless(component: &Component, policy: &Policy, note: &mut dyn FnMut(Kind, String)) {
    let grants = &policy.component(&component.name).grants;
    let declared = &component.declared;
    let lacks = |interface: &str| !component.shape.imports_interface(interface);
    for rule in &grants.http {
        if !declared.http.iter().any(|asked| asked.overlaps(rule)) {
            note(Kind::Useless, format!("is granted http {rule} and never asked for it"));
        } else if lacks("wasi:http/outgoing-handler") {
            note(Kind::Useless, format!("is granted http {rule} and does not import wasi:http"));
        }
    }
    if grants.http.is_empty() {
        for rule in &grants.addresses {
            note(Kind::Useless, format!("is granted the address {rule} and no http"));
        }
    }
    for directory in &grants.directories {
        let asked = declared
            .directories
            .iter()
            .filter(|(path, _)| below(&directory.guest, path))
            .map(|(_, a)| *a)
            .max();
        match asked {
            None => note(
                Kind::Useless,
                format!("is granted the directory {} and never asked for it", directory.guest),
            ),
            Some(Access::Read) if directory.access == Access::Write => {
                note(
                    Kind::Useless,
                    format!("is granted {} to write and asked only to read it", directory.guest),
                );
            }
            Some(_) if lacks("wasi:filesystem/preopens") => {
                note(
                    Kind::Useless,
                    format!("is granted {} and does not import wasi:filesystem", directory.guest),
                );
            }
            Some(_) => {}
        }
    }
    for name in grants.environment.keys() {
        if !declared.environment.contains(name) {
            note(Kind::Useless, format!("is granted the variable {name} and never asked for it"));
        } else if lacks("wasi:cli/environment") {
            note(Kind::Useless, format!("is granted the variable {name} and does not import wasi:cli"));
        }
    }
}

/// Whether `guest` is `asked` or lies below it; what the author asks for stands for everything below it.
fn below(guest: &str, asked: &str) -> bool {
    asked == "/" || guest.strip_prefix(asked).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn functions(component: &Component, catalog: &Catalog, policy: &Policy, note: &mut dyn FnMut(Kind, String)) {
    let there =
        |name: &String| catalog.tools().any(|t| t.component.name == component.name && t.guest_name == *name);
    let only = policy.component(&component.name).only.as_deref().unwrap_or_default();
    for name in only.iter().filter(|name| !there(name)) {
        note(Kind::Unknown, format!("`only` names the function {name:?}, which it does not have"));
    }
}

fn definitions(component: &Component, catalog: &Catalog, note: &mut dyn FnMut(Kind, String)) {
    let tools = catalog.tools().filter(|tool| tool.component.name == component.name);
    let said = bulkhead_schema::Catalog {
        info: component.info.clone(),
        tools: tools.map(|tool| tool.definition.clone()).collect(),
    };
    for problem in lint::problems(&said) {
        note(Kind::Schema, problem.to_string());
    }
}

fn unknown_components(catalog: &Catalog, policy: &Policy) -> Vec<Finding> {
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
