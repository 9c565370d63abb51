//! Keeps something beyond its call, in the host and in its own memory.
#![allow(missing_docs, reason = "a guest for tests")]

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use bulkhead_sdk::{ToolError, component, state as host, tool};

static CALLS: AtomicU32 = AtomicU32::new(0);

/// Tries every function, and gives the codes of their errors.
#[tool(name = "state")]
fn keep() -> Vec<String> {
    let tried = [
        host::get("key").map(drop),
        host::put("key").bytes(b"value").map(drop),
        host::delete("key"),
        host::keys("", None).map(drop),
    ];
    tried.map(|tried| tried.map_or_else(|error| error.code().to_owned(), |()| "ok".to_owned())).to_vec()
}

/// Writes, and gives the new version.
#[tool]
fn remember(
    key: String,
    value: String,
    expected: Option<u64>,
    seconds: Option<u64>,
) -> Result<u64, ToolError> {
    let mut put = host::put(&key);
    if let Some(expected) = expected {
        put = put.expecting(expected);
    }
    if let Some(seconds) = seconds {
        put = put.lasting(Duration::from_secs(seconds));
    }
    put.bytes(value.as_bytes())
}

/// Reads.
#[tool]
fn recall(key: String) -> Result<Option<String>, ToolError> {
    Ok(host::get(&key)?.map(|entry| String::from_utf8_lossy(&entry.value).into_owned()))
}

/// Deletes.
#[tool]
fn forget(key: String) -> Result<String, ToolError> {
    host::delete(&key)?;
    Ok("forgotten".to_owned())
}

/// Lists all keys with this beginning, page by page.
#[tool]
fn keys(prefix: String) -> Result<Vec<String>, ToolError> {
    let (mut all, mut cursor) = (Vec::new(), None);
    loop {
        let page = host::keys(&prefix, cursor.as_deref())?;
        all.extend(page.keys);
        match page.next {
            Some(next) => cursor = Some(next),
            None => return Ok(all),
        }
    }
}

/// Writes so many keys of so many bytes, and gives how many were written before the first error, and its code.
#[tool]
fn fill(keys: u32, bytes: u32) -> String {
    let value = vec![b'x'; bytes as usize];
    for key in 0..keys {
        if let Err(error) = host::put(&format!("{key:05}")).bytes(&value) {
            return format!("{key} {}", error.code());
        }
    }
    format!("{keys} ok")
}

/// Counts the calls that this instance has seen.
#[tool]
fn count() -> u32 {
    CALLS.fetch_add(1, Ordering::Relaxed) + 1
}

component! {
    name: "state",
    description: "Remembers.",
    requests: [state(reason = "To remember.")],
    tools: [keep, remember, recall, forget, keys, fill, count],
}
