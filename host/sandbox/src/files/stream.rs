//! Streams into files, whose bytes are counted, and charged where the directory has a quota.

use std::fs::File;
use std::mem;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use tokio::task::{self, JoinHandle};
use wasmtime_wasi::p2::{DynOutputStream, OutputStream, Pollable, StreamError, StreamResult};

use super::account::Account;
use super::change::put;
use crate::limits::Tally;

/// How much a guest may write at once: what wasmtime's own streams allow.
const AT_ONCE: usize = 64 << 10;

fn take(written: &Tally, bytes: &Bytes) -> StreamResult<()> {
    written.take(bytes.len() as u64).map_err(|e| StreamError::Trap(e.into()))
}

/// A stream into a file, counted.
pub(super) struct Counted {
    pub inner: DynOutputStream,
    pub written: Arc<Tally>,
}

#[async_trait]
impl OutputStream for Counted {
    fn write(&mut self, bytes: Bytes) -> StreamResult<()> {
        take(&self.written, &bytes)?;
        self.inner.write(bytes)
    }

    fn flush(&mut self) -> StreamResult<()> {
        self.inner.flush()
    }

    fn check_write(&mut self) -> StreamResult<usize> {
        self.inner.check_write()
    }

    async fn blocking_write_and_flush(&mut self, bytes: Bytes) -> StreamResult<()> {
        take(&self.written, &bytes)?;
        self.inner.blocking_write_and_flush(bytes).await
    }

    async fn cancel(&mut self) {
        self.inner.cancel().await;
    }
}

#[async_trait]
impl Pollable for Counted {
    async fn ready(&mut self) {
        self.inner.ready().await;
    }
}

/// A stream into a file of a directory with a quota. Each write is a task that waits for its turn at the account, and is
/// finished and charged even when the call is dropped.
pub(super) struct Charged {
    state: State,
    account: Arc<Account>,
    file: Arc<File>,
    /// Where the next byte goes; `None` is the end of the file.
    position: Option<u64>,
    written: Arc<Tally>,
}

enum State {
    Idle(DynOutputStream),
    Busy { task: JoinHandle<(DynOutputStream, StreamResult<()>)>, bytes: u64 },
    Failed(StreamError),
    Closed,
}

impl Charged {
    pub(super) fn new(
        inner: DynOutputStream,
        account: Arc<Account>,
        file: Arc<File>,
        position: Option<u64>,
        written: Arc<Tally>,
    ) -> Self {
        Self { state: State::Idle(inner), account, file, position, written }
    }

    async fn finish(&mut self) {
        let State::Busy { task, bytes } = &mut self.state else { return };
        self.state = match task.await {
            Ok((inner, Ok(()))) => {
                self.position = self.position.map(|position| position.saturating_add(*bytes));
                State::Idle(inner)
            }
            Ok((_, Err(error))) => State::Failed(error),
            Err(e) => State::Failed(StreamError::Trap(e.into())),
        };
    }

    /// An error is told once; after it the stream is closed.
    fn healthy(&mut self) -> StreamResult<()> {
        match &self.state {
            State::Idle(_) | State::Busy { .. } => Ok(()),
            State::Closed => Err(StreamError::Closed),
            State::Failed(_) => match mem::replace(&mut self.state, State::Closed) {
                State::Failed(error) => Err(error),
                State::Idle(_) | State::Busy { .. } | State::Closed => Err(StreamError::Closed),
            },
        }
    }
}

#[async_trait]
impl OutputStream for Charged {
    fn write(&mut self, bytes: Bytes) -> StreamResult<()> {
        self.healthy()?;
        let State::Idle(_) = &self.state else {
            return Err(StreamError::trap("a write before the one before it was done"));
        };
        take(&self.written, &bytes)?;
        let State::Idle(mut inner) = mem::replace(&mut self.state, State::Closed) else {
            return Err(StreamError::Closed);
        };
        let (account, file, position) = (Arc::clone(&self.account), Arc::clone(&self.file), self.position);
        let length = bytes.len() as u64;
        let task = task::spawn(async move {
            let result = put(account, file, position, &mut inner, bytes).await;
            (inner, result)
        });
        self.state = State::Busy { task, bytes: length };
        Ok(())
    }

    fn flush(&mut self) -> StreamResult<()> {
        self.healthy()
    }

    fn check_write(&mut self) -> StreamResult<usize> {
        self.healthy()?;
        Ok(if matches!(self.state, State::Idle(_)) { AT_ONCE } else { 0 })
    }

    async fn cancel(&mut self) {
        self.finish().await;
        self.state = State::Closed;
    }
}

#[async_trait]
impl Pollable for Charged {
    async fn ready(&mut self) {
        self.finish().await;
    }
}
