//! The import `state`.

use super::bindings::bulkhead::tool::state;
use crate::ToolError;
use crate::state::{Entry, KeyPage};

pub(crate) fn get(key: &str) -> Result<Option<Entry>, ToolError> {
    let entry = state::get(key)?;
    Ok(entry.map(|entry| Entry { value: entry.value, version: entry.version }))
}

pub(crate) fn set(
    key: &str,
    value: &[u8],
    expected: Option<u64>,
    lifetime: Option<u64>,
) -> Result<u64, ToolError> {
    Ok(state::set(key, value, expected, lifetime)?)
}

pub(crate) fn delete(key: &str) -> Result<(), ToolError> {
    Ok(state::delete(key)?)
}

pub(crate) fn keys(prefix: &str, cursor: Option<&str>) -> Result<KeyPage, ToolError> {
    let page = state::list_keys(prefix, cursor)?;
    Ok(KeyPage { keys: page.keys, next: page.next })
}
