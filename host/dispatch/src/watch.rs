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
    catalog::{Catalog, Offered, Why, unsound},
    component::Component,
    describe,
    directory::{self, Read},
    dispatcher::{Desk, Dispatcher, Serving},
    listener::Change,
};

/// How often the directory is looked at. A person who has copied a file there looks up after about a second.
const LOOK: Duration = Duration::from_millis(500);

/// By what a file is known to be the same: reading it again would be too much work for each look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    size: u64,
    modified: Option<SystemTime>,
    /// Another file of the same name, size and time.
    file: u64,
}

impl Stamp {
    /// That of the file whose metadata these are.
    pub fn of(metadata: &Metadata) -> Self {
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

    /// The directory as it is, on a thread that may wait for a slow disk.
    async fn look(&self) -> Result<Stamps, String> {
        let directory = self.directory.clone();
        let looked = blocking(move || directory::stamps(&directory)).await?;
        looked.map_err(|error| error.to_string())
    }
}

impl Dispatcher {
    /// Takes in what changes in the directory, for as long as the future is polled. A file that is still being written is
    /// left until it has been the same for one look.
    pub async fn follow(&self) {
        let watch = &self.desk.watch;
        let mut last = watch.seen();
        loop {
            tokio::time::sleep(LOOK).await;
            match watch.look().await {
                Ok(now) => {
                    if now == last && now != watch.seen() {
                        self.desk.refresh(None).await;
                    }
                    last = now;
                }
                Err(error) => tracing::warn!(error, "the components stay as they are"),
            }
        }
    }

    /// Puts another policy in force, from the next request on. What the `[host]` table says of places, listening, metrics
    /// and the store holds from the start of the program only.
    pub async fn adopt(&self, policy: Policy) {
        self.desk.refresh(Some(policy)).await;
    }
}

impl Desk {
    /// Whether the directory is not what was taken in last.
    pub async fn is_stale(&self) -> bool {
        self.watch.look().await.is_ok_and(|now| now != self.watch.seen())
    }

    /// Takes in the directory as it is now, and the policy if there is a new one.
    pub async fn refresh(self: &Arc<Self>, policy: Option<Policy>) {
        let _turn = self.watch.turn().await;
        let seen = self.watch.seen();
        // A policy may take something away: it holds whether or not the directory can be read.
        let now = self.watch.look().await.unwrap_or_else(|error| {
            tracing::warn!(error, "the components stay as they are");
            seen.clone()
        });
        let before = self.serving();
        let policy = policy.map_or_else(|| before.policy.clone(), Arc::new);
        let mut next =
            Next { desk: self, before: &before.catalog, policy: &policy, catalog: Catalog::default() };
        let (again, same): (Vec<_>, Vec<_>) = now
            .iter()
            .map(|(path, stamp)| (path, seen.get(path) == Some(stamp)))
            .partition(|(path, same)| !same || next.may_serve_now(path));
        // What serves keeps its names, even if a replacement of it cannot serve; newcomers come last, wherever their files
        // stand in the order.
        for (path, _) in same {
            next.keep(path);
        }
        let (replaced, new): (Vec<_>, Vec<_>) =
            again.into_iter().partition(|(path, _)| before.catalog.component_at(path).is_some());
        for (path, _) in replaced.into_iter().chain(new) {
            next.take(path).await;
        }
        for gone in before.catalog.components().iter().filter(|old| !now.contains_key(&old.path)) {
            tracing::info!(component = gone.name, "component removed");
        }
        *self.watch.seen.lock().unwrap_or_else(PoisonError::into_inner) = now;
        let catalog = Arc::new(next.catalog);
        self.replace(|_| Serving { policy, catalog });
    }
}

/// The next catalog, as it is made.
struct Next<'a> {
    desk: &'a Arc<Desk>,
    before: &'a Catalog,
    policy: &'a Policy,
    catalog: Catalog,
}

impl Next<'_> {
    /// Whether a file that is the same was refused for names, which may be free by now.
    fn may_serve_now(&self, path: &Path) -> bool {
        self.before.refused_at(path).is_some_and(|refused| refused.why == Why::Names)
    }

    /// Keeps what there was of a file that is the same.
    fn keep(&mut self, path: &Path) {
        if let Some(refused) = self.before.refused_at(path) {
            self.catalog.refuse(path.to_owned(), refused.reason.clone(), refused.why);
        }
        if let Some(old) = self.before.component_at(path)
            && let Err(reason) = self.catalog.keep(self.before, old, self.policy)
        {
            self.refuse(path, reason, Why::Names);
        }
    }

    /// Takes in a file that is new, another than before, or was refused for its names. One that cannot serve leaves the
    /// one before it serving.
    async fn take(&mut self, path: &Path) {
        let read = read(self.desk, path).await.map_err(|reason| (reason, Why::Broken));
        let added = read.and_then(|(component, offered)| {
            let name = component.name.clone();
            let added = self.catalog.add(component, offered, self.policy);
            added.map(|()| name).map_err(|reason| (reason, Why::Names))
        });
        let old = self.before.component_at(path);
        match (added, old) {
            (Ok(component), Some(_)) => tracing::info!(component, "component replaced"),
            (Ok(component), None) => tracing::info!(component, "component added"),
            (Err((reason, why)), None) => self.refuse(path, reason, why),
            (Err((reason, why)), Some(old)) => match self.catalog.keep(self.before, old, self.policy) {
                Ok(()) => self.refuse(path, format!("{reason}; the one before it goes on serving"), why),
                Err(names) => self.refuse(path, format!("{reason}; and of the one before it, {names}"), why),
            },
        }
    }

    /// Notes a file that does not serve, and says so if it is news.
    fn refuse(&mut self, path: &Path, reason: String, why: Why) {
        self.catalog.refuse(path.to_owned(), reason, why);
        let now = self.catalog.refused_at(path);
        if let Some(refused) = now
            && now != self.before.refused_at(path)
        {
            tracing::warn!(file = %path.display(), reason = refused.reason, "component refused");
        }
    }
}

/// Reads a component, and makes sure that it can serve before anything relies on it: its schemas and its code compile.
async fn read(desk: &Arc<Desk>, path: &Path) -> Result<(Component, Offered), String> {
    let file = path.to_owned();
    let (component, offered) = match blocking(move || directory::read_component(&file)).await?? {
        Read::Described(component, offered) => (*component, offered),
        Read::Undescribed(found) => describe::ask(desk, &found, desk.watch.descriptions()).await?,
    };
    let offered = blocking(move || match offered.tools.iter().find_map(|tool| unsound(&tool.name, tool)) {
        Some(reason) => Err(reason),
        None => Ok(offered),
    })
    .await??;
    desk.shelf.warm(&component).await.map_err(|error| error.to_string())?;
    Ok((component, offered))
}

/// Runs what may take long, or wait for a disk, where it keeps nobody from serving.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    tokio::task::spawn_blocking(work).await.map_err(|error| error.to_string())
}

/// Which lists are not what they were.
pub(crate) fn changes(before: &Serving, after: &Serving) -> Vec<Change> {
    let policy = !Arc::ptr_eq(&before.policy, &after.policy);
    let (old, new) = (&before.catalog, &after.catalog);
    let resources = |catalog: &Catalog| -> Vec<_> {
        let with = catalog.components().iter().filter(|component| component.shape.exports_resources());
        with.map(Arc::as_ptr).collect()
    };
    let changed = [
        (Change::Tools, !old.tools().map(Arc::as_ptr).eq(new.tools().map(Arc::as_ptr))),
        (Change::Prompts, !old.prompts().map(Arc::as_ptr).eq(new.prompts().map(Arc::as_ptr))),
        (Change::Resources, resources(old) != resources(new)),
    ];
    changed.into_iter().filter(|(_, other)| policy || *other).map(|(change, _)| change).collect()
}
