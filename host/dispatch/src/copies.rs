//! Copies of the components that serve, by digest: what was replaced by something that cannot serve is still there to be
//! loaded again.

use std::{
    fs::File,
    path::PathBuf,
    time::{Duration, SystemTime},
};

use bulkhead_schema::component::digest;
use tokio::fs;

use crate::{component::Component, put::put};

/// How long a copy is kept that nobody has loaded. Other programs may share the folder, so that none can say for itself what
/// is not needed.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// A folder of copies. Only this user may be able to write there.
pub(crate) struct Copies {
    folder: PathBuf,
}

impl Copies {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Keeps a copy, or notes that the one that is there is still in use. One that cannot be kept is only missed when the
    /// file is replaced by something broken.
    pub async fn keep(&self, component: &Component, bytes: &[u8]) {
        let Some(file) = self.file(component) else { return };
        // Bytes are copied for the thread that writes them, if at all.
        let new = (!fs::try_exists(&file).await.unwrap_or(false)).then(|| bytes.to_vec());
        let place = file.clone();
        let kept = tokio::task::spawn_blocking(move || match new {
            Some(bytes) => put(&place, &bytes),
            None => File::options().append(true).open(&place)?.set_modified(SystemTime::now()),
        });
        if let Ok(Err(error)) = kept.await {
            tracing::debug!(file = %file.display(), %error, "a component cannot be copied");
        }
    }

    /// The bytes that this component was made of.
    pub async fn of(&self, component: &Component) -> Option<Vec<u8>> {
        let bytes = fs::read(self.file(component)?).await.ok()?;
        (Some(digest(&bytes).as_str()) == component.known_digest()).then_some(bytes)
    }

    /// Removes what nobody has loaded for long.
    pub async fn prune(&self) {
        let Ok(mut entries) = fs::read_dir(&self.folder).await else { return };
        while let Ok(Some(entry)) = entries.next_entry().await {
            let since = entry.metadata().await.and_then(|metadata| metadata.modified());
            if since.is_ok_and(|since| since.elapsed().is_ok_and(|age| age > KEPT)) {
                let _ = fs::remove_file(entry.path()).await;
            }
        }
    }

    fn file(&self, component: &Component) -> Option<PathBuf> {
        let digest = component.known_digest()?.trim_start_matches("sha256:");
        Some(self.folder.join(format!("{digest}.wasm")))
    }
}
