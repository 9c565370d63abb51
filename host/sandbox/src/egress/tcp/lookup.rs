//! A name that is being looked up, as `wasi:sockets` has it: a stream of addresses that begins when there is an answer.

use std::net::IpAddr;
use std::vec::IntoIter;

use futures::FutureExt;
use wasmtime_wasi::p2::Pollable;
use wasmtime_wasi::p2::bindings::sockets::network::ErrorCode;
use wasmtime_wasi::runtime::{AbortOnDropJoinHandle, spawn};

/// A lookup.
pub(in crate::egress) enum Lookup {
    Waiting(AbortOnDropJoinHandle<Result<Vec<IpAddr>, ErrorCode>>),
    Found(IntoIter<IpAddr>),
    Failed(ErrorCode),
}

impl Lookup {
    pub(super) fn begin(
        looking: impl Future<Output = Result<Vec<IpAddr>, ErrorCode>> + Send + 'static,
    ) -> Self {
        Self::Waiting(spawn(looking))
    }

    pub(super) fn found(addresses: Vec<IpAddr>) -> Self {
        Self::Found(addresses.into_iter())
    }

    /// The next address; an error while there is no answer, and when there will be none.
    pub(in crate::egress) fn next(&mut self) -> Result<Option<IpAddr>, ErrorCode> {
        // Takes the answer if it is there.
        let _ = self.ready().now_or_never();
        match self {
            Self::Waiting(_) => Err(ErrorCode::WouldBlock),
            Self::Found(addresses) => Ok(addresses.next()),
            Self::Failed(error) => Err(*error),
        }
    }
}

#[async_trait::async_trait]
impl Pollable for Lookup {
    async fn ready(&mut self) {
        if let Self::Waiting(looking) = self {
            *self = match looking.await {
                Ok(addresses) => Self::found(addresses),
                Err(error) => Self::Failed(error),
            };
        }
    }
}
