//! Values that outlive a call: what every backend promises about them.

use std::time::SystemTime;

use futures::future::BoxFuture;

use crate::{Error, SetError};

/// Whose values: one component's for one principal. Set by the host, never by a guest.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scope {
    /// The component's name.
    pub component: String,
    /// The principal's name.
    pub principal: String,
}

/// A value, and a version that changes with each write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The bytes.
    pub value: Vec<u8>,
    /// From 1. It grows with each write, and no key of the scope ever gets the same one again, whatever was deleted
    /// meanwhile.
    pub version: u64,
}

/// A page of keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPage {
    /// In the order of their bytes.
    pub keys: Vec<String>,
    /// The cursor of the next page, which is the last key of this one; absent on the last page.
    pub next: Option<String>,
}

/// What one scope may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// Bytes of keys and values together.
    pub bytes: u64,
    /// How many keys.
    pub keys: u64,
}

/// What to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Write<'a> {
    /// Any text. The caller bounds its length.
    pub key: &'a str,
    /// Any bytes.
    pub value: &'a [u8],
    /// The version that must be there: absent means whatever it is, 0 means that there must be none.
    pub expected: Option<u64>,
    /// From when on it is not there any more, kept to the microsecond; absent means until it is deleted.
    pub expires: Option<SystemTime>,
}

/// The key-value state of tools. What has expired at `now` is not there, for every method that takes it.
pub trait KeyValue: Send + Sync {
    /// The value of a key, if there is one.
    ///
    /// # Errors
    ///
    /// When the store fails.
    fn get<'a>(
        &'a self,
        scope: &'a Scope,
        key: &'a str,
        now: SystemTime,
    ) -> BoxFuture<'a, Result<Option<Entry>, Error>>;

    /// Writes, and gives the new version. In one step that nothing comes between: compares the version, checks the
    /// quota, writes. Overwriting counts the difference only, and what does not make the scope larger is never
    /// refused for its size, so that a scope above a lowered quota can shrink.
    ///
    /// # Errors
    ///
    /// [`SetError::Conflict`] when another version is there than the expected one; [`SetError::TooManyKeys`] and
    /// [`SetError::TooManyBytes`] when the scope would be larger than `quota`; and when the store fails. Nothing has
    /// been changed then.
    fn set<'a>(
        &'a self,
        scope: &'a Scope,
        write: Write<'a>,
        quota: Quota,
        now: SystemTime,
    ) -> BoxFuture<'a, Result<u64, SetError>>;

    /// Deletes; a key that is not there is no error.
    ///
    /// # Errors
    ///
    /// When the store fails.
    fn delete<'a>(&'a self, scope: &'a Scope, key: &'a str) -> BoxFuture<'a, Result<(), Error>>;

    /// The keys that begin with `prefix`, byte for byte, in the order of their bytes: those after `cursor`, and at
    /// most `most` of them, but at least one. Any text is a cursor, whether it was ever a key or not.
    ///
    /// # Errors
    ///
    /// When the store fails.
    fn list_keys<'a>(
        &'a self,
        scope: &'a Scope,
        prefix: &'a str,
        cursor: Option<&'a str>,
        most: usize,
        now: SystemTime,
    ) -> BoxFuture<'a, Result<KeyPage, Error>>;
}
