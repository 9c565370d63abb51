//! Bodies that are counted while they pass.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bulkhead_policy::Limit;
use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep};
use wasmtime_wasi_http::Error;

use super::account::Account;
use super::exchange;

/// Which body, and what goes with it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cap {
    /// What a guest sends; it waits for itself.
    Request,
    /// What a server sends, with the longest silence between two pieces.
    Response(Duration),
}

impl Cap {
    fn limit(self) -> Limit {
        match self {
            Self::Request => Limit::HttpRequest,
            Self::Response(_) => Limit::HttpResponse,
        }
    }

    fn error(self, most: u64) -> Error {
        match self {
            Self::Request => Error::HttpRequestBodySize(Some(most)),
            Self::Response(_) => Error::HttpResponseBodySize(Some(most)),
        }
    }
}

/// A body that ends in an error when it is longer than it may be, or when it falls silent.
pub(super) struct Capped<B> {
    inner: B,
    account: Arc<Account>,
    left: u64,
    cap: Cap,
    silence: Option<Pin<Box<Sleep>>>,
}

impl<B: Body> Capped<B> {
    /// # Errors
    ///
    /// When the body says beforehand that it is too long.
    pub(super) fn new(inner: B, account: Arc<Account>, cap: Cap) -> Result<Self, Error> {
        let limits = account.limits();
        let left = match cap {
            Cap::Request => limits.http_request,
            Cap::Response(_) => limits.http_response,
        };
        let least = inner.size_hint().lower();
        if least > left {
            account.reach(cap.limit());
            return Err(cap.error(left));
        }
        if !account.has_room_for(least) {
            return Err(cap.error(limits.http_traffic));
        }
        Ok(Self { inner, account, left, cap, silence: None })
    }
}

impl<B> Capped<B> {
    fn count(&mut self, frame: &Frame<Bytes>) -> Result<(), Error> {
        let size = frame.data_ref().map_or(0, |data| data.len() as u64);
        let Some(left) = self.left.checked_sub(size) else {
            self.account.reach(self.cap.limit());
            let most = self.cap.limit().most(self.account.limits());
            return Err(self.cap.error(most.unwrap_or_default()));
        };
        self.left = left;
        if self.account.http(size) { Ok(()) } else { Err(self.cap.error(self.account.limits().http_traffic)) }
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
        exchange::error(&self)
    }
}
