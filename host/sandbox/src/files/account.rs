//! What is in a directory that has a quota. Everything that may add to it goes through its account, one at a time.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use bulkhead_policy::{Access, Directory, Quota};
use tokio::sync::{Mutex as Turn, OwnedMutexGuard};
use tokio::task;
use wasmtime_wasi::p2::FsError;
use wasmtime_wasi::p2::bindings::filesystem::types::ErrorCode;

use crate::Failure;
use crate::measure::{Held, measure};
use crate::wasi::{Identity, identity};

/// The accounts of all directories that calls in flight write to.
#[derive(Default)]
pub(crate) struct Accounts {
    open: Mutex<HashMap<Key, Weak<Account>>>,
}

/// The same directory with the same quota is one account, whichever component writes there.
type Key = (PathBuf, Identity, (u64, u64));

impl Accounts {
    /// The account of a directory, shared with the calls in flight. The first of them finds out what is there.
    pub(super) fn of(&self, base: &Path, directory: &Directory) -> Result<Option<Arc<Account>>, Failure> {
        let Some(quota) = directory.quota.filter(|_| directory.access == Access::Write) else {
            return Ok(None);
        };
        let path = base.join(&directory.host);
        let key = (path.clone(), identity(base, directory)?, (quota.bytes, quota.entries));
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(account) = open.get(&key).and_then(Weak::upgrade) {
            return Ok(Some(account));
        }
        open.retain(|_, account| account.strong_count() > 0);
        let account = Arc::new(Account { path, quota, held: Arc::default() });
        open.insert(key, Arc::downgrade(&account));
        Ok(Some(account))
    }
}

/// What a directory holds and may hold. It lives as long as a call that could change it, so that a file which was unlinked
/// while it was open is not forgotten before it is gone.
pub(crate) struct Account {
    path: PathBuf,
    quota: Quota,
    held: Arc<Turn<Option<Held>>>,
}

impl Account {
    /// Waits for its turn, and measures the directory if nobody has since the account was opened. No one changes what the
    /// directory holds before he has been here.
    pub(super) async fn turn(self: &Arc<Self>) -> Balance {
        let held = Arc::clone(&self.held).lock_owned().await;
        let mut balance = Balance { account: Arc::clone(self), held };
        if balance.held.is_none() {
            // The turn is kept by the thread that measures: a call that is dropped meanwhile leaves no second one to it.
            let measured = task::spawn_blocking(move || {
                *balance.held = Some(measure(&balance.account.path, balance.account.quota.entries));
                balance
            });
            balance = match measured.await {
                Ok(balance) => balance,
                // Only when the runtime shuts down, or the walk panicked: nothing is known, so that nothing may grow.
                Err(_) => {
                    Balance { account: Arc::clone(self), held: Arc::clone(&self.held).lock_owned().await }
                }
            };
        }
        balance
    }
}

/// A turn at an account.
pub(super) struct Balance {
    account: Arc<Account>,
    held: OwnedMutexGuard<Option<Held>>,
}

/// The directory is full.
#[derive(Debug, thiserror::Error)]
#[error("the quota of the directory is used up")]
pub(super) struct OverQuota;

impl From<OverQuota> for FsError {
    fn from(_: OverQuota) -> Self {
        ErrorCode::Quota.into()
    }
}

impl Balance {
    /// Charges bytes. What does not grow is never refused.
    pub(super) fn grow(&mut self, bytes: u64) -> Result<(), OverQuota> {
        if bytes == 0 {
            return Ok(());
        }
        let quota = self.account.quota.bytes;
        let held = self.held.as_mut().ok_or(OverQuota)?;
        held.bytes = held.bytes.checked_add(bytes).filter(|held| *held <= quota).ok_or(OverQuota)?;
        Ok(())
    }

    /// Gives bytes back that are not there any more, or never were.
    pub(super) fn shrink(&mut self, bytes: u64) {
        if let Some(held) = self.held.as_mut() {
            held.bytes = held.bytes.saturating_sub(bytes);
        }
    }

    /// Charges an entry.
    pub(super) fn add_entry(&mut self) -> Result<(), OverQuota> {
        let quota = self.account.quota.entries;
        let held = self.held.as_mut().ok_or(OverQuota)?;
        if held.entries >= quota {
            return Err(OverQuota);
        }
        held.entries += 1;
        Ok(())
    }

    /// Gives an entry back that did not come to be.
    pub(super) fn remove_entry(&mut self) {
        if let Some(held) = self.held.as_mut() {
            held.entries = held.entries.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests;
