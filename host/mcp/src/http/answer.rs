//! Answers: one JSON document where that will do, a stream of events where the call has something to say before.

use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures::future::BoxFuture;
use futures::stream;
use http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderValue, StatusCode};
use rmcp::model::ErrorCode;
use tokio::time;

use crate::frame::Refusal;
use crate::relay::Inbox;
use crate::server::Reply;

/// After so long without a word the answer becomes a stream, and a stream gets a comment: intermediaries commonly
/// give up on a silent connection after 30 or 60 seconds, and only a write finds out that the client is gone.
const QUIET: Duration = Duration::from_secs(15);

/// What the client takes; at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Accept {
    pub(super) json: bool,
    pub(super) stream: bool,
}

/// A call under way; nothing when it was cancelled.
pub(super) type Work = BoxFuture<'static, Option<Reply>>;

/// A finished answer.
pub(super) fn done(reply: Reply, accept: Accept) -> Response {
    if accept.json || reply.status != StatusCode::OK {
        json(reply.status, reply.body)
    } else {
        events(Body::from(event(&reply.body)))
    }
}

/// The answer to come, with what comes before it.
pub(super) async fn stream(mut work: Work, mut inbox: Inbox, accept: Accept) -> Response {
    if !accept.stream {
        // Nothing can be said before the answer; what is asked ends at once for want of a listener.
        drop(inbox);
        return work.await.map_or_else(accepted, |reply| done(reply, accept));
    }
    let first = tokio::select! {
        biased;
        Some(message) = inbox.recv() => event(&message),
        reply = &mut work => match reply {
            Some(reply) if inbox.is_empty() => return done(reply, accept),
            reply => return events(Body::from(rest(&mut inbox, reply))),
        },
        () = time::sleep(QUIET) => comment(),
    };
    going(first, work, inbox)
}

/// A stream for what was not asked for. It begins at once: the client waits for the head of the answer.
pub(super) fn unasked(work: Work, inbox: Inbox) -> Response {
    going(comment(), work, inbox)
}

fn going(first: Bytes, work: Work, inbox: Inbox) -> Response {
    let state = Some((Some(first), work, inbox));
    events(Body::from_stream(stream::unfold(state, |state| async {
        let (first, work, inbox) = state?;
        Some(match first {
            Some(first) => (Ok::<_, std::convert::Infallible>(first), Some((None, work, inbox))),
            None => {
                let (chunk, state) = next(work, inbox).await;
                (Ok(chunk), state.map(|(work, inbox)| (None, work, inbox)))
            }
        })
    })))
}

async fn next(mut work: Work, mut inbox: Inbox) -> (Bytes, Option<(Work, Inbox)>) {
    tokio::select! {
        biased;
        Some(message) = inbox.recv() => (event(&message), Some((work, inbox))),
        reply = &mut work => (rest(&mut inbox, reply), None),
        () = time::sleep(QUIET) => (comment(), Some((work, inbox))),
    }
}

/// What is left to say, and the answer.
fn rest(inbox: &mut Inbox, reply: Option<Reply>) -> Bytes {
    let mut chunk = Vec::new();
    if let Some(reply) = reply {
        while let Ok(message) = inbox.try_recv() {
            chunk.extend_from_slice(&event(&message));
        }
        chunk.extend_from_slice(&event(&reply.body));
    }
    chunk.into()
}

fn event(message: &[u8]) -> Bytes {
    [b"event: message\ndata: ", message, b"\n\n"].concat().into()
}

fn comment() -> Bytes {
    Bytes::from_static(b":\n\n")
}

fn events(body: Body) -> Response {
    let mut response = with_body(StatusCode::OK, "text/event-stream", body);
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // Asks nginx and its like not to hold the events back.
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

fn json(status: StatusCode, body: Vec<u8>) -> Response {
    with_body(status, "application/json", Body::from(body))
}

fn with_body(status: StatusCode, kind: &'static str, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// A refusal as a JSON-RPC error.
pub(super) fn refusal(status: StatusCode, refusal: &Refusal) -> Response {
    json(status, refusal.to_bytes())
}

/// -32600 without an id.
pub(super) fn invalid(status: StatusCode, message: &str) -> Response {
    refusal(status, &Refusal::new(None, ErrorCode::INVALID_REQUEST, message))
}

/// The same, for what HTTP itself refuses.
pub(super) fn refused(status: StatusCode, reason: &'static str) -> Response {
    invalid(status, reason)
}

/// For what calls for no answer.
pub(super) fn accepted() -> Response {
    empty(StatusCode::ACCEPTED)
}

pub(super) fn no_content() -> Response {
    empty(StatusCode::NO_CONTENT)
}

fn empty(status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

/// 405.
pub(super) fn not_allowed(methods: &'static str) -> Response {
    let mut response = invalid(StatusCode::METHOD_NOT_ALLOWED, "messages are sent by POST");
    response.headers_mut().insert(ALLOW, HeaderValue::from_static(methods));
    response
}
