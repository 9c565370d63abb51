//! The author's requests, and what can become of each.

use std::fmt;

use bulkhead_dispatch::{Component, Policy};
use bulkhead_policy::{Access, Directory, SecretGrant, SecretSource};
use bulkhead_sandbox::neutral;
use bulkhead_schema::{Capability, DirectoryAccess, Request};

use crate::{
    policy_file::{Addition, Change},
    requests::{Standing, is_plain, standing},
};

/// One request.
pub struct Want<'a> {
    pub request: &'a Request,
    pub fate: Fate,
}

/// How it stands with a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is granted.
    Granted,
    /// The operator chose to grant less, and that is left as it is.
    InPart(Vec<String>),
    /// It can be granted.
    Missing,
    /// It cannot be written into a policy file.
    Unfit(String),
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Granted => f.write_str("granted"),
            Self::InPart(parts) => write!(f, "granted in part ({}), and left so", parts.join(", ")),
            Self::Missing => f.write_str("missing"),
            Self::Unfit(problem) => write!(f, "cannot be granted ({problem})"),
        }
    }
}

/// Every request of a component, once.
pub fn all<'a>(component: &'a Component, policy: &Policy) -> Vec<Want<'a>> {
    let grants = &policy.component(&component.name).grants;
    let mut wants: Vec<Want<'a>> = Vec::new();
    for request in &component.info.requests {
        if wants.iter().any(|known| known.request.capability == request.capability) {
            continue;
        }
        let fate = match standing(&request.capability, &component.declared, grants) {
            Standing::Granted => Fate::Granted,
            Standing::InPart(parts) => Fate::InPart(parts),
            Standing::Missing => unfit(request).map_or(Fate::Missing, Fate::Unfit),
        };
        wants.push(Want { request, fate });
    }
    wants
}

/// Why the request cannot be written into any policy file, if it cannot.
fn unfit(request: &Request) -> Option<String> {
    // Not as an operator would read it in the file: the next who reviews that file would be misled.
    if !is_plain(&request.capability) {
        return Some("it has characters that hide or reorder text".to_owned());
    }
    let place = Place { directory: "directory", source: &SecretSource::Environment("NAME".to_owned()) };
    let addition = match addition(&request.capability, &place) {
        Ok(addition) => addition,
        Err(problem) => return Some(neutral(&problem).into_owned()),
    };
    let change = Change { component: "name", additions: &[addition], store: Some("sqlite:file") };
    let error = change.made("").err()?;
    let problem = error.root_cause().to_string();
    Some(neutral(problem.lines().next().unwrap_or_default()).into_owned())
}

/// Where on this machine something is that an author can only name.
pub struct Place<'a> {
    pub directory: &'a str,
    pub source: &'a SecretSource,
}

/// The grant that answers a request.
///
/// # Errors
///
/// When what the author wrote is not in the policy's terms.
pub fn addition(capability: &Capability, place: &Place<'_>) -> Result<Addition, String> {
    let addition = match capability {
        Capability::Http(rule) => Addition::Http(rule.parse().map_err(said)?),
        Capability::Tcp(rule) => Addition::Tcp(rule.parse().map_err(said)?),
        Capability::Call(tool) => Addition::Call(tool.parse().map_err(said)?),
        Capability::Environment(name) => Addition::Variable(name.clone()),
        Capability::State => Addition::State,
        Capability::Directory { path, access } => Addition::Directory(Directory {
            host: place.directory.to_owned(),
            guest: path.clone(),
            access: match access {
                DirectoryAccess::Read => Access::Read,
                DirectoryAccess::Write => Access::Write,
            },
            quota: None,
        }),
        Capability::Secret { name, to } => {
            let grant = SecretGrant {
                source: place.source.clone(),
                // What most web services take (RFC 6750 §2.1); the operator changes it in the file for one that does not.
                header: "authorization".to_owned(),
                format: "Bearer {}".parse().map_err(said)?,
                to: to.parse().map_err(said)?,
            };
            Addition::Secret(name.clone(), grant)
        }
    };
    Ok(addition)
}

fn said(error: bulkhead_policy::RuleError) -> String {
    error.problem
}
