//! `bulkhead check`: every component against the policy, and the policy against this machine.

mod machine;
mod missing;
mod names;
mod secrets;
mod useless;

use std::path::Path;

use anyhow::anyhow;
use bulkhead_dispatch::{Catalog, Component, Dispatcher, Policy};
use bulkhead_policy::Grants;
use bulkhead_sandbox::neutral;
use serde::Serialize;

use crate::{
    args::Check,
    exit::{Code, OrExit, Outcome},
    host::{Configured, folder},
    print,
};

/// Something that does not fit.
#[derive(Debug, Serialize)]
struct Finding {
    component: String,
    kind: Kind,
    message: String,
}

/// What does not fit. Everything but an absent optional grant and a note makes the check fail.
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
    /// The policy names a component, a function or a tool that is not there.
    Unknown,
    /// The policy names something of this machine that is not there, or is not fit: a directory, a secret's source.
    Machine,
    /// Something about the definitions that a client or a model may stumble over.
    Schema,
    /// As it was written down, and worth knowing.
    Note,
}

impl Kind {
    fn fails(self) -> bool {
        !matches!(self, Self::OptionalNotGranted | Self::Note)
    }
}

/// One component, and all that it is compared with.
struct Look<'a> {
    component: &'a Component,
    grants: &'a Grants,
    policy: &'a Policy,
    catalog: &'a Catalog,
    /// The folder that the policy's paths start from.
    base: &'a Path,
}

impl Look<'_> {
    /// Whether the component does not import an interface, such as `wasi:http/outgoing-handler`.
    fn lacks(&self, interface: &str) -> bool {
        !self.component.shape.imports_interface(interface)
    }
}

/// Takes a finding about the component that is looked at.
type Note<'a> = &'a mut dyn FnMut(Kind, String);

pub async fn run(args: Check) -> Outcome {
    let configured = Configured::read(&args.source)?;
    let base = folder(configured.file.as_deref());
    let dispatcher = configured.open(&args.source).await?;
    // Compiling is the only way to know that a component compiles and links.
    dispatcher.warm().await;
    let findings = findings(&dispatcher, &base).await;
    if args.json {
        print::json(&findings);
    } else {
        findings.iter().for_each(|f| print::line(neutral(&format!("{}: {}", f.component, f.message))));
    }
    let wrong = findings.iter().filter(|finding| finding.kind.fails()).count();
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

async fn findings(dispatcher: &Dispatcher, base: &Path) -> Vec<Finding> {
    let (catalog, policy) = (dispatcher.catalog(), &dispatcher.policy());
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
        let grants = &policy.component(&component.name).grants;
        let look = Look { component, grants, policy, catalog: &catalog, base };
        let mut note =
            |kind, message| findings.push(Finding { component: component.name.clone(), kind, message });
        missing::requests(&look, &mut note);
        useless::grants(&look, &mut note);
        secrets::secrets(&look, &mut note).await;
        machine::directories(&look, &mut note);
        machine::variables(&look, &mut note);
        names::calls(&look, &mut note);
        names::functions(&look, &mut note);
        names::definitions(&look, &mut note);
    }
    findings.extend(names::unknown_components(&catalog, policy));
    findings
}
