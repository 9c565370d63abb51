//! Key-value state. Whose it is, the host says; the guest only names keys.

use std::sync::Arc;
use std::time::Duration;

use wasmtime::component::{HasSelf, Linker};

use crate::bindings::bulkhead::tool::state;
use crate::bindings::types;
use crate::side::not_granted;
use crate::state::State;
use crate::{StateAnswer, StateAsk, convert};

pub(super) fn link(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    state::add_to_linker::<_, HasSelf<_>>(linker, |state| state)
}

impl State {
    async fn ask(&mut self, ask: StateAsk) -> wasmtime::Result<Result<StateAnswer, types::ToolError>> {
        self.enter()?;
        let grant = match self.grants.check_state() {
            Ok(grant) => grant.clone(),
            Err(denial) => {
                self.refusals.denied(&denial);
                return Ok(Err(convert::error_to_guest(not_granted(&denial.for_model))));
            }
        };
        let side = Arc::clone(&self.side);
        Ok(side.state(grant, ask).await.map_err(convert::error_to_guest))
    }
}

/// An answer to another question than was asked.
fn mixed_up<T>(answer: &StateAnswer) -> wasmtime::Result<T> {
    Err(wasmtime::Error::msg(format!("the host's state answered with {answer:?}")))
}

impl state::Host for State {
    async fn get(&mut self, key: String) -> wasmtime::Result<Result<Option<state::Entry>, types::ToolError>> {
        match self.ask(StateAsk::Get { key }).await? {
            Ok(StateAnswer::Got(entry)) => {
                Ok(Ok(entry.map(|entry| state::Entry { value: entry.value, version: entry.version })))
            }
            Ok(other) => mixed_up(&other),
            Err(error) => Ok(Err(error)),
        }
    }

    async fn set(
        &mut self,
        key: String,
        value: Vec<u8>,
        expected: Option<u64>,
        ttl_seconds: Option<u64>,
    ) -> wasmtime::Result<Result<u64, types::ToolError>> {
        let life = ttl_seconds.map(Duration::from_secs);
        match self.ask(StateAsk::Set { key, value, expected, life }).await? {
            Ok(StateAnswer::Written(version)) => Ok(Ok(version)),
            Ok(other) => mixed_up(&other),
            Err(error) => Ok(Err(error)),
        }
    }

    async fn delete(&mut self, key: String) -> wasmtime::Result<Result<(), types::ToolError>> {
        match self.ask(StateAsk::Delete { key }).await? {
            Ok(StateAnswer::Deleted) => Ok(Ok(())),
            Ok(other) => mixed_up(&other),
            Err(error) => Ok(Err(error)),
        }
    }

    async fn list_keys(
        &mut self,
        prefix: String,
        cursor: Option<String>,
    ) -> wasmtime::Result<Result<state::KeyPage, types::ToolError>> {
        match self.ask(StateAsk::Keys { prefix, cursor }).await? {
            Ok(StateAnswer::Keys { keys, next }) => Ok(Ok(state::KeyPage { keys, next })),
            Ok(other) => mixed_up(&other),
            Err(error) => Ok(Err(error)),
        }
    }
}
