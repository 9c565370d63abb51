//! Copies of the components that serve, by digest: what was replaced by something that cannot serve is still there to be
//! loaded again.

use std::{
    path::PathBuf,
    time::{Duration, SystemTime},
};

use bulkhead_schema::component::digest;
use tokio::fs;

use crate::component::Component;

/// How long a copy is kept that nobody has used. Other programs may share the folder, so that none can say for itself what
/// is not needed.
const KEPT: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// A folder of copies. Only this user may be able to write there.
pub(crate) struct Copies {
    folder: PathBuf,
}

impl Copies {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Keeps a copy. One that cannot be kept is only missed when the file is replaced by something broken.
    pub async fn keep(&self, component: &Component, bytes: &[u8]) {
        let Some(file) = self.file(component) else { return };
        if fs::try_exists(&file).await.unwrap_or(false) {
            return;
        }
        let beside = file.with_extension(format!("{}.tmp", std::process::id()));
        let written = async {
            fs::create_dir_all(&self.folder).await?;
            fs::write(&beside, bytes).await?;
            fs::rename(&beside, &file).await
        };
        if let Err(error) = written.await {
            tracing::debug!(file = %file.display(), %error, "a component cannot be copied");
        }
    }

    /// The bytes that this component was made of.
    pub async fn of(&self, component: &Component) -> Option<Vec<u8>> {
        let bytes = fs::read(self.file(component)?).await.ok()?;
        (Some(digest(&bytes).as_str()) == component.known_digest()).then_some(bytes)
    }

    /// Removes what has not been used for long, apart from what serves now.
    pub async fn prune(&self, serving: impl Fn(&str) -> bool) {
        let Ok(mut entries) = fs::read_dir(&self.folder).await else { return };
        while let Ok(Some(entry)) = entries.next_entry().await {
            let name = entry.file_name().to_string_lossy().into_owned();
            let age = entry.metadata().await.and_then(|metadata| metadata.modified());
            let old =
                age.is_ok_and(|since| SystemTime::now().duration_since(since).is_ok_and(|age| age > KEPT));
            if old && !serving(name.trim_end_matches(".wasm")) {
                let _ = fs::remove_file(entry.path()).await;
            }
        }
    }

    fn file(&self, component: &Component) -> Option<PathBuf> {
        let digest = component.known_digest()?.trim_start_matches("sha256:");
        Some(self.folder.join(format!("{digest}.wasm")))
    }
}
