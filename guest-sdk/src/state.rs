//! Values that outlive a call. The host keeps them apart by component and by principal. The component must have
//! requested it with `state(reason = "…")`.
//!
//! ```
//! use bulkhead_sdk::{ToolError, state};
//!
//! fn count() -> Result<u64, ToolError> {
//!     let before = state::get("count")?;
//!     let count = before.as_ref().map_or(Ok(0), |entry| entry.json::<u64>())? + 1;
//!     // Fails with `conflict` when another call was faster.
//!     state::put("count").expecting(before.map_or(0, |entry| entry.version)).json(&count)?;
//!     Ok(count)
//! }
//! # // There is no host in a native build.
//! # assert_eq!(count().unwrap_err().code(), "unavailable");
//! ```
//!
//! In a native build, everything here gives the error `unavailable`.

use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ToolError;

/// A value, and a version that changes with each write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The bytes.
    pub value: Vec<u8>,
    /// What [`Put::expecting`] takes.
    pub version: u64,
}

impl Entry {
    /// Reads the value as JSON.
    ///
    /// # Errors
    ///
    /// `invalid` when it is something other than `T`.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, ToolError> {
        Ok(serde_json::from_slice(&self.value)?)
    }
}

/// A page of keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPage {
    /// In order.
    pub keys: Vec<String>,
    /// Where the next page starts; absent on the last.
    pub next: Option<String>,
}

/// Reads a value.
///
/// # Errors
///
/// `not_granted` without the grant.
pub fn get(key: &str) -> Result<Option<Entry>, ToolError> {
    imp::get(key)
}

/// Begins to write a value.
pub fn put(key: &str) -> Put<'_> {
    Put { key, expected: None, lifetime: None }
}

/// Deletes a value; a key that is not there is no error.
///
/// # Errors
///
/// `not_granted` without the grant.
pub fn delete(key: &str) -> Result<(), ToolError> {
    imp::delete(key)
}

/// Keys with this prefix, a page at a time.
///
/// # Errors
///
/// `not_granted` without the grant.
pub fn keys(prefix: &str, cursor: Option<&str>) -> Result<KeyPage, ToolError> {
    imp::keys(prefix, cursor)
}

/// A write in the making.
#[derive(Clone, Copy, Debug)]
#[must_use = "nothing is written before `bytes` or `json`"]
pub struct Put<'a> {
    key: &'a str,
    expected: Option<u64>,
    lifetime: Option<Duration>,
}

impl Put<'_> {
    /// Only if the version is still this one; 0 means that there must be none.
    pub fn expecting(mut self, version: u64) -> Self {
        self.expected = Some(version);
        self
    }

    /// Only for so long, in whole seconds.
    pub fn lasting(mut self, lifetime: Duration) -> Self {
        self.lifetime = Some(lifetime);
        self
    }

    /// Writes bytes, and gives the new version.
    ///
    /// # Errors
    ///
    /// `conflict` when the version is not the expected one; `not_granted` without the grant.
    pub fn bytes(self, value: &[u8]) -> Result<u64, ToolError> {
        imp::set(self.key, value, self.expected, self.lifetime.map(|lifetime| lifetime.as_secs()))
    }

    /// Writes a value as JSON, and gives the new version.
    ///
    /// # Errors
    ///
    /// As [`Put::bytes`]; `invalid` when the value has no JSON form.
    pub fn json(self, value: &impl Serialize) -> Result<u64, ToolError> {
        self.bytes(&serde_json::to_vec(value)?)
    }
}

#[cfg(not(target_family = "wasm"))]
mod imp {
    use super::{Entry, KeyPage, ToolError};

    fn outside<T>() -> Result<T, ToolError> {
        Err(ToolError::unavailable("State is kept inside the host only."))
    }

    pub(super) fn get(_: &str) -> Result<Option<Entry>, ToolError> {
        outside()
    }

    pub(super) fn set(_: &str, _: &[u8], _: Option<u64>, _: Option<u64>) -> Result<u64, ToolError> {
        outside()
    }

    pub(super) fn delete(_: &str) -> Result<(), ToolError> {
        outside()
    }

    pub(super) fn keys(_: &str, _: Option<&str>) -> Result<KeyPage, ToolError> {
        outside()
    }
}

#[cfg(target_family = "wasm")]
use crate::wasm::state as imp;
