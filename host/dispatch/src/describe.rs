//! Asking a component without an embedded catalog what it is: once, in a sandbox without any capability.

use std::{path::Path, sync::Arc, time::SystemTime};

use bulkhead_policy::{Decision, Declared, Evidence, Permit, Principal, Purpose, Request, decide};
use bulkhead_schema::{Catalog, component::digest, lint};

use crate::{
    catalog::Offered,
    component::{Component, component_name},
    directory::Found,
    dispatcher::Desk,
    put::put,
};

/// The component with what it offers, from the answer that is kept under its digest, or else from the component itself.
pub(crate) async fn ask(
    desk: &Desk,
    found: &Found,
    kept: Option<&Path>,
) -> Result<(Component, Offered), String> {
    let name = component_name(&found.path)?;
    let bytes = std::fs::read(&found.path).map_err(|error| error.to_string())?;
    let digest = digest(&bytes);
    let file = kept.map(|folder| folder.join(format!("{}.json", digest.trim_start_matches("sha256:"))));
    let catalog = match file.as_deref().and_then(recall) {
        Some(catalog) => catalog,
        None => {
            let catalog = run(desk, &name, &digest, bytes).await?;
            if let Some(file) = &file {
                keep(file, &catalog);
            }
            catalog
        }
    };
    if let Some(problem) = lint::problems(&catalog).into_iter().find(|problem| problem.fatal) {
        return Err(problem.to_string());
    }
    let component = Component::asked(found.clone(), digest, &catalog)?;
    Ok((component, Offered { tools: catalog.tools, prompts: catalog.prompts }))
}

async fn run(desk: &Desk, name: &str, digest: &str, bytes: Vec<u8>) -> Result<Catalog, String> {
    let permit = permit(desk, name, digest)?;
    let sandbox = desk.shelf.sandbox();
    let loaded = sandbox.load(bytes).await.map_err(|error| error.to_string())?;
    let told = sandbox.describe(permit, &loaded).await;
    told.map_err(|failure| format!("it could not say what it is: {failure}"))
}

/// A permit for this comes from `decide` as every other, and holds no grant.
fn permit(desk: &Desk, name: &str, digest: &str) -> Result<Permit, String> {
    let request = Request {
        component: name,
        digest,
        tool: "",
        purpose: Purpose::Describe,
        principal: &Principal { id: "host".to_owned(), roles: Vec::new() },
        declared: &Arc::new(Declared::default()),
        by: None,
    };
    match decide(&desk.serving().policy, &request, &Evidence::none(), SystemTime::now()) {
        Decision::Allow(permit) => Ok(permit),
        Decision::Ask(_) | Decision::Deny(_) => Err("the policy does not let it describe itself".to_owned()),
    }
}

fn recall(file: &Path) -> Option<Catalog> {
    serde_json::from_slice(&std::fs::read(file).ok()?).ok()
}

/// An answer that cannot be kept is asked for again at the next start.
fn keep(file: &Path, catalog: &Catalog) {
    let written = serde_json::to_vec(catalog).map_err(std::io::Error::from).and_then(|text| put(file, &text));
    if let Err(error) = written {
        tracing::warn!(file = %file.display(), %error, "a component's description cannot be kept");
    }
}
