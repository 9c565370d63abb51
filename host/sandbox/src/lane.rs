//! The slow lane: where guests go on that have computed for some time without a pause. A thread that runs a guest is not
//! there for anybody else until the next tick, and under a few guests that never pause, every other call would wait for
//! several ticks. So these are moved to threads of their own, which the system runs only when nobody else wants the
//! processor.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

/// A run whose guest may go on in the slow lane.
pub(crate) type Going<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Threads of their own, started when the first guest needs them.
#[derive(Default)]
pub(crate) struct SlowLane {
    runtime: OnceLock<Option<Runtime>>,
}

impl SlowLane {
    /// Finishes a run here, or in the slow lane as soon as `long` is set. Dropping the future ends the run: here at once,
    /// there at its next pause, which is a tick away at most.
    ///
    /// # Errors
    ///
    /// When the run panicked there.
    pub(crate) async fn finish<T: Send + 'static>(
        &self,
        mut going: Going<T>,
        long: &AtomicBool,
    ) -> Result<T, String> {
        let here = poll_fn(|cx| match going.as_mut().poll(cx) {
            Poll::Ready(done) => Poll::Ready(Some(done)),
            Poll::Pending if long.load(Ordering::Relaxed) && self.runtime().is_some() => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        });
        if let Some(done) = here.await {
            return Ok(done);
        }
        match self.runtime() {
            Some(runtime) => Abandoned(runtime.spawn(going)).wait().await,
            // Where the system gives no more threads, it goes on here.
            None => Ok(going.await),
        }
    }

    fn runtime(&self) -> Option<&Runtime> {
        let start = || {
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            let mut builder = Builder::new_multi_thread();
            builder
                .worker_threads(threads)
                .thread_name("bulkhead-slow")
                .enable_all()
                .on_thread_start(step_back);
            builder.build().ok()
        };
        self.runtime.get_or_init(start).as_ref()
    }
}

impl Drop for SlowLane {
    /// A runtime must not be dropped where it would have to wait for its threads.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take().flatten() {
            runtime.shutdown_background();
        }
    }
}

/// Ends the task when nobody waits for it any more.
struct Abandoned<T>(JoinHandle<T>);

impl<T> Abandoned<T> {
    async fn wait(mut self) -> Result<T, String> {
        (&mut self.0).await.map_err(|error| error.to_string())
    }
}

impl<T> Drop for Abandoned<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The least priority that there is, for the thread that calls it: on Linux priorities belong to threads.
#[cfg(target_os = "linux")]
fn step_back() {
    const LEAST: i32 = 19;
    // Where it is not allowed, the ticks alone share the processor.
    let _ = rustix::process::setpriority_process(None, LEAST);
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

#[cfg(test)]
mod tests;
