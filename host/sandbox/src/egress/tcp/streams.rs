//! The two streams of a connection, counted.

use std::sync::Arc;

use bytes::Bytes;
use wasmtime_wasi::p2::{DynInputStream, DynOutputStream, InputStream, OutputStream, Pollable, StreamError};

use crate::egress::account::Account;

/// More was sent and received than may be.
#[derive(Debug, thiserror::Error)]
#[error("more bytes than this call may send and receive over TCP")]
struct TooMuchTcp;

/// What `wasi:io` calls the result of an operation on a stream.
type StreamResult<T> = Result<T, StreamError>;

fn too_much<T>() -> StreamResult<T> {
    Err(StreamError::LastOperationFailed(TooMuchTcp.into()))
}

fn size(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

/// What a server sends.
pub(super) struct Received {
    pub(super) inner: DynInputStream,
    pub(super) account: Arc<Account>,
}

#[async_trait::async_trait]
impl InputStream for Received {
    fn read(&mut self, count: usize) -> StreamResult<Bytes> {
        // When nothing is left, one byte shows whether there is more or this is the end.
        let most = size(self.account.tcp_left()).max(1);
        let bytes = self.inner.read(count.min(most))?;
        if self.account.tcp(bytes.len() as u64) { Ok(bytes) } else { too_much() }
    }

    async fn cancel(&mut self) {
        self.inner.cancel().await;
    }
}

#[async_trait::async_trait]
impl Pollable for Received {
    async fn ready(&mut self) {
        self.inner.ready().await;
    }
}

/// What a guest sends.
pub(super) struct Sent {
    pub(super) inner: DynOutputStream,
    pub(super) account: Arc<Account>,
}

#[async_trait::async_trait]
impl OutputStream for Sent {
    fn write(&mut self, bytes: Bytes) -> StreamResult<()> {
        if !self.account.tcp(bytes.len() as u64) {
            return too_much();
        }
        self.inner.write(bytes)
    }

    fn flush(&mut self) -> StreamResult<()> {
        self.inner.flush()
    }

    fn check_write(&mut self) -> StreamResult<usize> {
        // The guest is let to try, so that only one that wants more than it may is told so.
        self.inner.check_write()
    }

    async fn cancel(&mut self) {
        self.inner.cancel().await;
    }
}

#[async_trait::async_trait]
impl Pollable for Sent {
    async fn ready(&mut self) {
        self.inner.ready().await;
    }
}
