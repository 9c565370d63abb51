//! Names that lead where a test wants.

use std::{collections::BTreeMap, future::ready, io, net::IpAddr};

use bulkhead_sandbox::Resolve;
use futures::future::BoxFuture;

/// Names and their addresses; no other name exists.
#[derive(Clone, Debug, Default)]
pub struct Names(pub BTreeMap<&'static str, Vec<IpAddr>>);

impl Resolve for Names {
    fn resolve(&self, host: &str, _: u16) -> BoxFuture<'_, io::Result<Vec<IpAddr>>> {
        let found = self.0.get(host).cloned().ok_or_else(|| io::ErrorKind::NotFound.into());
        Box::pin(ready(found))
    }
}
