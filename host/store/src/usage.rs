//! Whether a write is taken, given what is there: the same rule for every backend.

use crate::{Quota, SetError, Write};

/// What a scope holds, without what has expired.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage {
    /// How many keys.
    pub(crate) keys: u64,
    /// Bytes of keys and values together.
    pub(crate) bytes: u64,
    /// The entry that would be overwritten.
    pub(crate) there: Option<There>,
}

/// An entry that is there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct There {
    /// Its version.
    pub(crate) version: u64,
    /// Bytes of its key and value together.
    pub(crate) size: u64,
}

impl Usage {
    /// That `write` expects what is there and keeps to `quota`.
    pub(crate) fn admit(&self, write: &Write<'_>, quota: Quota) -> Result<(), SetError> {
        let version = self.there.map_or(0, |there| there.version);
        if write.expected.is_some_and(|expected| expected != version) {
            return Err(SetError::Conflict { version });
        }
        if self.there.is_none() && self.keys >= quota.keys {
            return Err(SetError::TooManyKeys { limit: quota.keys });
        }
        let before = self.there.map_or(0, |there| there.size);
        let after = write.key.len() as u64 + write.value.len() as u64;
        if after > before && self.bytes.saturating_sub(before).saturating_add(after) > quota.bytes {
            return Err(SetError::TooManyBytes { limit: quota.bytes });
        }
        Ok(())
    }
}
