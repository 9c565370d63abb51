//! Work that goes on when the one who waits for it leaves.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures::future::BoxFuture;
use tokio::runtime::Handle;

/// Work that is done where it is waited for, and moves to a task of its own when the wait ends before it. Nearly every
/// client stays, and a task from the beginning would cost each call two wake-ups of other threads.
pub(super) struct Lasting<T: Send + 'static>(Option<BoxFuture<'static, T>>);

impl<T: Send + 'static> Lasting<T> {
    pub(super) fn new(work: impl Future<Output = T> + Send + 'static) -> Self {
        Self(Some(Box::pin(work)))
    }
}

impl<T: Send + 'static> Future for Lasting<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        // Work that panics is gone, and must not go on in a task.
        let Some(mut work) = self.0.take() else { return Poll::Pending };
        let polled = work.as_mut().poll(cx);
        if polled.is_pending() {
            self.0 = Some(work);
        }
        polled
    }
}

impl<T: Send + 'static> Drop for Lasting<T> {
    fn drop(&mut self) {
        // Without a runtime the program is at its end, and so is the work.
        if let (Some(work), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(work);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failing test should stop")]

    use futures::FutureExt;
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn what_is_left_goes_on() {
        let (go, wait) = oneshot::channel::<()>();
        let (done, result) = oneshot::channel();
        let mut work = Lasting::new(async move {
            wait.await.unwrap();
            done.send(7).unwrap();
        });
        assert_eq!((&mut work).now_or_never(), None);
        drop(work);
        go.send(()).unwrap();
        assert_eq!(result.await, Ok(7));
    }

    #[tokio::test]
    async fn what_is_waited_for_is_done_once() {
        let mut runs = 0;
        assert_eq!(
            Lasting::new(async move {
                runs += 1;
                runs
            })
            .await,
            1
        );
    }
}
