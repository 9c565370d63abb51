//! Connections: accepted, bounded, and ended with grace.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time;
use tokio_util::sync::CancellationToken;
use tower::Service;

use super::Closing;
use crate::error::Error;
use crate::settings::DRAIN;

/// How many connections may be open; others wait to be accepted. Each costs a file descriptor, of which a process
/// commonly has 1,024 or more, and guests need some too.
const CONNECTIONS: usize = 768;

/// How long a client may take to send the head of a request, the wait for it on an open connection included.
const HEAD_WITHIN: Duration = Duration::from_secs(75);

/// How long to wait after a failed accept: the process is out of descriptors, and only time gives some back.
const BREATH: Duration = Duration::from_millis(50);

/// Serves until `shutdown` ends. Then no more is accepted; requests in flight are finished, for at most ten seconds.
///
/// # Errors
///
/// None at present: a connection that fails ends by itself.
pub async fn serve_http(
    listener: TcpListener,
    router: Router,
    shutdown: impl Future<Output = ()>,
) -> Result<(), Error> {
    let closing = CancellationToken::new();
    let (alive, mut dead) = mpsc::channel::<()>(1);
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let accepting = async {
        while let Ok(place) = places.clone().acquire_owned().await {
            match listener.accept().await {
                Ok((stream, _)) => {
                    let held = (place, alive.clone());
                    tokio::spawn(connection(stream, router.clone(), closing.clone(), held));
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    time::sleep(BREATH).await;
                }
            }
        }
    };
    tokio::select! {
        () = accepting => {}
        () = shutdown => {}
    }
    drop((listener, alive));
    closing.cancel();
    let _ = time::timeout(DRAIN, dead.recv()).await;
    Ok(())
}

/// Kept as long as the connection is open: its place, and the sign that it lives.
type Held = (OwnedSemaphorePermit, mpsc::Sender<()>);

async fn connection(stream: TcpStream, router: Router, closing: CancellationToken, held: Held) {
    // Answers are small and written whole; waiting to fill a packet would only delay them.
    let _ = stream.set_nodelay(true);
    let end = Closing(closing.clone());
    let service = service_fn(move |mut request: Request<Incoming>| {
        let mut router = router.clone();
        request.extensions_mut().insert(end.clone());
        async move {
            Ok::<_, Infallible>(
                router.call(request.map(Body::new)).await.unwrap_or_else(|never| match never {}),
            )
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WITHIN)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = closing.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
    drop(held);
}
