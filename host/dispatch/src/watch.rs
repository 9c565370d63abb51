//! The live directory: components that are added, replaced or removed, and a new policy, take effect without a restart. A
//! call in flight goes on with what it began with, and a replacement that cannot serve leaves the one before it serving.

use std::{
    collections::BTreeMap,
    fs::Metadata,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, SystemTime},
};

use bulkhead_policy::Policy;

use crate::{
    catalog::{Catalog, Offered},
    component::Component,
    describe,
    directory::{self, Read},
    dispatcher::{Desk, Dispatcher, Serving},
    error::Error,
    listener::Change,
    notice::Notice,
};

/// How often the directory is looked at. A person who has copied a file there looks up after about a second.
const LOOK: Duration = Duration::from_millis(500);

/// By what a file is known to be the same: reading all of them again would be too much work for each look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stamp {
    size: u64,
    modified: Option<SystemTime>,
    /// Another file of the same name, size and time.
    file: u64,
}

impl Stamp {
    pub(crate) fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let file = std::os::unix::fs::MetadataExt::ino(metadata);
        #[cfg(not(unix))]
        let file = 0;
        Self { size: metadata.len(), modified: metadata.modified().ok(), file }
    }
}

/// The component files of a directory, as they are at one moment.
pub(crate) type Stamps = BTreeMap<PathBuf, Stamp>;

/// What is known of the directory on disk.
pub(crate) struct Watch {
    directory: PathBuf,
    /// Where answers of components without an embedded catalog are kept.
    descriptions: Option<PathBuf>,
    /// As it was taken in last.
    seen: Mutex<Stamps>,
    /// One at a time takes in what has changed.
    turn: tokio::sync::Mutex<()>,
}

impl Watch {
    pub fn new(directory: PathBuf, descriptions: Option<PathBuf>, seen: Stamps) -> Self {
        Self { directory, descriptions, seen: Mutex::new(seen), turn: tokio::sync::Mutex::default() }
    }

    /// Whoever changes what is offered holds this meanwhile.
    pub async fn turn(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.turn.lock().await
    }

    pub fn descriptions(&self) -> Option<&Path> {
        self.descriptions.as_deref()
    }

    fn seen(&self) -> Stamps {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn look(&self) -> Result<Stamps, Error> {
        directory::stamps(&self.directory)
    }
}

impl Dispatcher {
    /// Takes in what changes in the directory, for as long as the future is polled. A file that is still being written is
    /// left until it has been the same for one look.
    pub async fn follow(&self) {
        let mut last = self.desk.watch.seen();
        loop {
            tokio::time::sleep(LOOK).await;
            match self.desk.watch.look() {
                Ok(now) => {
                    if now == last && now != self.desk.watch.seen() {
                        self.refresh(None).await;
                    }
                    last = now;
                }
                Err(error) => tracing::warn!(%error, "the components stay as they are"),
            }
        }
    }

    /// Puts another policy in force, from the next request on. What the `[host]` table says of places, listening, metrics
    /// and the store holds from the start of the program only.
    pub async fn adopt(&self, policy: Policy) {
        self.refresh(Some(policy)).await;
    }

    /// Whether the directory is not what was taken in last.
    pub(crate) fn is_stale(&self) -> bool {
        self.desk.watch.look().is_ok_and(|now| now != self.desk.watch.seen())
    }

    /// Takes in the directory as it is now, and the policy if there is a new one.
    pub(crate) async fn refresh(&self, policy: Option<Policy>) {
        let desk = &self.desk;
        let _turn = desk.watch.turn().await;
        let now = match desk.watch.look() {
            Ok(now) => now,
            Err(error) => return tracing::warn!(%error, "the components stay as they are"),
        };
        let before = desk.serving();
        let policy = policy.map_or_else(|| before.policy.clone(), Arc::new);
        let seen = desk.watch.seen();
        let mut catalog = Catalog::default();
        let old = |path: &Path| before.catalog.components().iter().find(|component| component.path == *path);
        let (same, other): (Vec<_>, Vec<_>) =
            now.iter().partition(|(path, stamp)| seen.get(*path) == Some(*stamp) && old(path).is_some());
        // What serves keeps its names; a newcomer that claims one of them is refused, wherever its file stands in the order.
        for (path, _) in same {
            if let Some(old) = old(path) {
                catalog.keep(&before.catalog, old, &policy);
            }
            if let Some(reason) = before.catalog.reason(path) {
                catalog.refuse(path.clone(), reason.to_owned());
            }
        }
        for (path, _) in other {
            take(desk, &mut catalog, path, old(path), &before, &policy).await;
        }
        for gone in before.catalog.components().iter().filter(|old| !now.contains_key(&old.path)) {
            tracing::info!(component = gone.name, "component removed");
        }
        *desk.watch.seen.lock().unwrap_or_else(PoisonError::into_inner) = now;
        let after = Serving { policy, catalog: Arc::new(catalog) };
        desk.serve(after.clone());
        announce(desk, &before, &after);
    }
}

/// Takes in a file that is new, another than before, or was refused: the policy may have been the reason.
async fn take(
    desk: &Arc<Desk>,
    catalog: &mut Catalog,
    path: &Path,
    old: Option<&Arc<Component>>,
    before: &Serving,
    policy: &Policy,
) {
    match read(desk, path).await {
        Ok((component, offered)) => {
            let name = component.name.clone();
            match old {
                Some(_) => tracing::info!(component = name, "component replaced"),
                None => tracing::info!(component = name, "component added"),
            }
            catalog.add(component, offered, policy);
        }
        Err(reason) => {
            let reason = match old {
                Some(old) => {
                    catalog.keep(&before.catalog, old, policy);
                    format!("{reason}; the one before it goes on serving")
                }
                None => reason,
            };
            if before.catalog.reason(path) != Some(&reason) {
                tracing::warn!(file = %path.display(), reason, "component refused");
            }
            catalog.refuse(path.to_owned(), reason);
        }
    }
}

/// Reads a component, and makes sure that it can serve before anything relies on it.
async fn read(desk: &Arc<Desk>, path: &Path) -> Result<(Component, Offered), String> {
    let (component, offered) = match directory::read_component(path)? {
        Read::Described(component, offered) => (*component, offered),
        Read::Undescribed(found) => describe::ask(desk, &found, desk.watch.descriptions()).await?,
    };
    desk.shelf.warm(&component).await.map_err(|error| error.to_string())?;
    Ok((component, offered))
}

/// Tells clients which lists are not what they were.
fn announce(desk: &Desk, before: &Serving, after: &Serving) {
    let told = |change| {
        // Nobody may be listening.
        let _ = desk.notices.send(Notice { change, principal: None });
    };
    let one_policy = Arc::ptr_eq(&before.policy, &after.policy);
    let (old, new) = (&before.catalog, &after.catalog);
    if !one_policy || !old.tools().map(Arc::as_ptr).eq(new.tools().map(Arc::as_ptr)) {
        told(Change::Tools);
    }
    if !one_policy || !old.prompts().map(Arc::as_ptr).eq(new.prompts().map(Arc::as_ptr)) {
        told(Change::Prompts);
    }
    let resources = |catalog: &Catalog| -> Vec<_> {
        let with = catalog.components().iter().filter(|component| component.shape.exports_resources());
        with.map(Arc::as_ptr).collect()
    };
    if !one_policy || resources(old) != resources(new) {
        told(Change::Resources);
    }
}
