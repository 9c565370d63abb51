//! Key-value state: one scope for each component and principal, which the guest cannot choose.

use std::{sync::atomic::Ordering, time::SystemTime};

use bulkhead_policy::StateGrant;
use bulkhead_sandbox::{StateAnswer, StateAsk, StateEntry};
use bulkhead_schema::ToolError;
use bulkhead_store::{Error, KeyValue, Quota, Scope, SetError, Write};

use super::Side;

/// The longest key, in bytes; what is longer belongs into the value.
const LONGEST_KEY: usize = 512;

/// Keys on a page. With the longest keys a page stays well below what a result may have.
const PAGE: usize = 100;

impl Side {
    pub(super) async fn keep(&self, grant: StateGrant, ask: StateAsk) -> Result<StateAnswer, ToolError> {
        let Some(store) = self.desk.store.as_deref() else {
            return Err(self.failed(&"state is granted, and the host was opened without a store"));
        };
        let scope =
            Scope { component: self.call.component.clone(), principal: self.caller.principal.id.clone() };
        answer(store, &scope, &grant, ask).await.map_err(|error| self.refusal(error))
    }

    fn refusal(&self, error: Refusal) -> ToolError {
        match error {
            Refusal::Key => refused("invalid", format!("A key has 1 to {LONGEST_KEY} bytes."), false),
            Refusal::Set(SetError::Conflict { version }) => ToolError {
                detail: Some(serde_json::json!({ "version": version })),
                ..refused("conflict", "Another call has written this key meanwhile.".to_owned(), true)
            },
            Refusal::Set(SetError::TooManyBytes { limit }) => {
                refused("quota", format!("The state may have {limit} bytes; delete something first."), false)
            }
            Refusal::Set(SetError::TooManyKeys { limit }) => {
                refused("quota", format!("The state may have {limit} keys; delete one first."), false)
            }
            Refusal::Set(SetError::Store(error)) => self.failed(&error),
        }
    }

    /// The operator is told why, once for each call; the guest is told that it failed.
    fn failed(&self, error: &dyn std::fmt::Display) -> ToolError {
        if !self.store_failed.swap(true, Ordering::Relaxed) {
            tracing::error!(call = self.call.id, %error, "state");
        }
        refused("unavailable", "The state cannot be reached at the moment.".to_owned(), true)
    }
}

/// Why there is no answer.
enum Refusal {
    /// The key is none.
    Key,
    /// The store, or what it holds already.
    Set(SetError),
}

impl From<SetError> for Refusal {
    fn from(error: SetError) -> Self {
        Self::Set(error)
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Set(error.into())
    }
}

async fn answer(
    store: &dyn KeyValue,
    scope: &Scope,
    grant: &StateGrant,
    ask: StateAsk,
) -> Result<StateAnswer, Refusal> {
    let now = SystemTime::now();
    match ask {
        StateAsk::Get { key } => {
            let entry = store.get(scope, &key, now).await?;
            let entry = entry.map(|entry| StateEntry { value: entry.value, version: entry.version });
            Ok(StateAnswer::Got(entry))
        }
        StateAsk::Set { key, value, expected, life } => {
            if key.is_empty() || key.len() > LONGEST_KEY {
                return Err(Refusal::Key);
            }
            let life = grant.life.map_or(life, |most| Some(life.map_or(most, |life| life.min(most))));
            let expires = life.and_then(|life| now.checked_add(life));
            let write = Write { key: &key, value: &value, expected, expires };
            let quota = Quota { bytes: grant.bytes, keys: grant.keys };
            Ok(StateAnswer::Written(store.set(scope, write, quota, now).await?))
        }
        StateAsk::Delete { key } => {
            store.delete(scope, &key).await?;
            Ok(StateAnswer::Deleted)
        }
        StateAsk::Keys { prefix, cursor } => {
            let page = store.list_keys(scope, &prefix, cursor.as_deref(), PAGE, now).await?;
            Ok(StateAnswer::Keys { keys: page.keys, next: page.next })
        }
    }
}

fn refused(code: &str, message: String, retryable: bool) -> ToolError {
    ToolError { code: code.to_owned(), message, retryable, detail: None }
}
