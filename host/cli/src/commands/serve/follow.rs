//! What changes while the program serves: the directory, which the dispatcher looks after, and the policy file.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use bulkhead_dispatch::{Dispatcher, Policy, Stamp};
use tokio::task::JoinSet;

use crate::own_files::OwnFiles;

/// How often the policy file is looked at.
const LOOK: Duration = Duration::from_millis(500);

/// The policy file that is in force.
pub struct PolicyFile {
    pub file: PathBuf,
    pub text: String,
    /// What no tool may change.
    pub own: OwnFiles,
}

/// Compiles in the background, and takes in whatever changes. Ends when it is dropped.
pub fn start(dispatcher: &Dispatcher, policy: Option<PolicyFile>) -> JoinSet<()> {
    let mut tasks = JoinSet::new();
    let ours = dispatcher.clone();
    // A first call that comes earlier compiles its own component.
    tasks.spawn(async move { ours.warm().await });
    let ours = dispatcher.clone();
    tasks.spawn(async move { ours.follow().await });
    if let Some(PolicyFile { file, text, own }) = policy {
        let ours = dispatcher.clone();
        tasks.spawn(async move { follow(&ours, &file, text, &own).await });
    }
    tasks
}

/// Puts each new state of the policy file in force. One that is no policy is said to be none, and the last one holds.
async fn follow(dispatcher: &Dispatcher, file: &Path, mut text: String, own: &OwnFiles) {
    let (mut last, mut taken) = (None, None);
    loop {
        tokio::time::sleep(LOOK).await;
        let now = tokio::fs::metadata(file).await.ok().map(|metadata| Stamp::of(&metadata));
        // A file that is still being written is left until it has been the same for one look.
        if now == last && now != taken {
            if let Some(new) = changed(file, &text).await {
                adopt(dispatcher, file, &new, own).await;
                text = new;
            }
            taken = now;
        }
        last = now;
    }
}

async fn changed(file: &Path, text: &str) -> Option<String> {
    match tokio::fs::read_to_string(file).await {
        Ok(new) => (new != text).then_some(new),
        Err(error) => {
            tracing::warn!(file = %file.display(), %error, "the policy stays as it is");
            None
        }
    }
}

async fn adopt(dispatcher: &Dispatcher, file: &Path, text: &str, own: &OwnFiles) {
    let read = Policy::parse(text).map_err(anyhow::Error::from);
    match read.and_then(|policy| own.are_out_of_reach(&policy).map(|()| policy)) {
        Ok(policy) => {
            if policy.host() != dispatcher.policy().host() {
                tracing::warn!(file = %file.display(), "what [host] says holds from the next start on");
            }
            dispatcher.adopt(policy).await;
            tracing::info!(file = %file.display(), "the policy was changed");
        }
        Err(error) => {
            let reason = format!("{error:#}");
            tracing::warn!(file = %file.display(), reason, "this policy cannot be; the one before it stays in force");
        }
    }
}
