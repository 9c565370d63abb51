//! Bodies that are counted while they pass.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep};
use wasmtime_wasi_http::Error;

use super::exchange;

/// Which body, and what goes with it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cap {
    /// What a guest sends; it waits for itself.
    Request,
    /// What a server sends, with the longest silence between two pieces.
    Response(Duration),
}

/// A body that ends in an error when it is longer than it may be, or when it falls silent.
pub(super) struct Capped<B> {
    inner: B,
    limit: u64,
    left: u64,
    cap: Cap,
    silence: Option<Pin<Box<Sleep>>>,
}

impl<B> Capped<B> {
    pub(super) fn new(inner: B, limit: u64, cap: Cap) -> Self {
        Self { inner, limit, left: limit, cap, silence: None }
    }

    fn count(&mut self, frame: &Frame<Bytes>) -> Result<(), Error> {
        let size = frame.data_ref().map_or(0, |data| data.len() as u64);
        self.left = self.left.checked_sub(size).ok_or(match self.cap {
            Cap::Request => Error::HttpRequestBodySize(Some(self.limit)),
            Cap::Response(_) => Error::HttpResponseBodySize(Some(self.limit)),
        })?;
        Ok(())
    }

    fn poll_silence(&mut self, cx: &mut Context<'_>) -> Poll<Error> {
        let Cap::Response(longest) = self.cap else { return Poll::Pending };
        let silence = self.silence.get_or_insert_with(|| Box::pin(sleep(longest)));
        ready!(silence.as_mut().poll(cx));
        Poll::Ready(Error::ConnectionReadTimeout)
    }

    fn heard(&mut self) {
        if let (Cap::Response(longest), Some(silence)) = (self.cap, &mut self.silence) {
            silence.as_mut().reset(Instant::now() + longest);
        }
    }
}

impl<B> Body for Capped<B>
where
    B: Body<Data = Bytes> + Unpin,
    B::Error: IntoError,
{
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        match Pin::new(&mut self.inner).poll_frame(cx) {
            Poll::Ready(Some(Ok(frame))) => {
                self.heard();
                Poll::Ready(Some(self.count(&frame).map(|()| frame)))
            }
            Poll::Ready(Some(Err(e))) => Poll::Ready(Some(Err(e.into_error()))),
            Poll::Ready(None) => Poll::Ready(None),
            Poll::Pending => self.poll_silence(cx).map(|e| Some(Err(e))),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

/// The two kinds of error that a body can end in here.
pub(super) trait IntoError {
    fn into_error(self) -> Error;
}

impl IntoError for Error {
    fn into_error(self) -> Error {
        self
    }
}

impl IntoError for hyper::Error {
    fn into_error(self) -> Error {
        exchange::error(self)
    }
}
