//! Asking a new component what it is, in a sandbox without any capability.

use std::{path::PathBuf, sync::Arc, time::SystemTime};

use anyhow::{anyhow, bail};
use bulkhead_dispatch::{Policy, Principal};
use bulkhead_policy::{Decision, Declared, Evidence, Permit, Purpose, Request, decide};
use bulkhead_schema::{Catalog, component, lint};

use crate::{
    exit::{Code, Failure, OrExit},
    host,
};

/// The catalog that the component gives, without a fatal problem. Lesser ones go to standard error.
pub async fn ask(bytes: Vec<u8>) -> Result<Catalog, Failure> {
    let sandbox = host::sandbox(host::user_cache(), PathBuf::from("."), Policy::deny_all().host())?;
    let permit = permit(&component::digest(&bytes)).or_exit(Code::Internal)?;
    let loaded = sandbox.load(bytes).await.or_exit(Code::Failed)?;
    let catalog = sandbox.describe(permit, &loaded).await;
    let catalog = catalog.map_err(|failure| anyhow!("the component cannot say what it is: {failure}"));
    let catalog = catalog.or_exit(Code::Stopped)?;
    for problem in lint::problems(&catalog) {
        if problem.fatal {
            return Err(anyhow!("{problem}")).or_exit(Code::Failed);
        }
        eprintln!("bulkhead: {problem}");
    }
    Ok(catalog)
}

fn permit(digest: &str) -> anyhow::Result<Permit> {
    let principal = Principal { id: "build".to_owned(), roles: Vec::new() };
    let request = Request {
        component: "new",
        digest,
        tool: "",
        purpose: Purpose::Describe,
        principal: &principal,
        declared: &Arc::new(Declared::default()),
        by: None,
    };
    match decide(&Policy::deny_all(), &request, &Evidence::none(), SystemTime::now()) {
        Decision::Allow(permit) => Ok(permit),
        Decision::Ask(_) | Decision::Deny(_) => bail!("the empty policy does not allow a description"),
    }
}
