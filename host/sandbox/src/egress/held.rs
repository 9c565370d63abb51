//! A response's body with the connection that it arrives on.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use wasmtime_wasi_http::{Error, WasiBody};

use super::account::Place;
use super::idle::{Connection, Idle, Key};

/// A connection in use.
pub(super) struct InUse {
    pub(super) connection: Connection,
    pub(super) key: Key,
    pub(super) idle: Arc<Idle>,
    pub(super) _place: Place,
}

impl InUse {
    /// Its response is read to the end.
    pub(super) fn keep(self) {
        self.idle.put(self.key, self.connection);
    }
}

/// A body that gives its connection back at its end. One that is dropped before, or that ends in an error, closes it: what
/// the server still sends would be taken for the next response.
pub(super) struct Held {
    body: WasiBody,
    connection: Option<InUse>,
}

impl Held {
    pub(super) fn new(body: WasiBody, connection: InUse) -> Self {
        let mut held = Self { body, connection: Some(connection) };
        held.release_at_end();
        held
    }

    fn release_at_end(&mut self) {
        if self.body.is_end_stream()
            && let Some(connection) = self.connection.take()
        {
            connection.keep();
        }
    }
}

impl Body for Held {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        match &frame {
            Some(Ok(_)) => self.release_at_end(),
            None => {
                if let Some(connection) = self.connection.take() {
                    connection.keep();
                }
            }
            Some(Err(_)) => self.connection = None,
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
