//! Streamable HTTP at `/mcp`: modern requests each for themselves, legacy ones with or without a session.
//!
//! The order of the checks is the order of the functions: who may talk to this host at all, what HTTP wants, what
//! JSON-RPC wants, and then the era's own rules.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use axum::routing::any;
use bulkhead_code::CodeMode;
use bulkhead_dispatch::{Principal, Transport};
use futures::FutureExt;
use http::{HeaderMap, Method, Request, StatusCode};
use rmcp::model::ErrorCode;
use tokio_util::sync::CancellationToken;

use crate::batch;
use crate::call::Call;
use crate::error::Error;
use crate::frame::{self, Incoming, Message, Notification, Refusal};
use crate::listen;
use crate::relay;
use crate::server::{Job, LegacyJob, Reply, Server};
use crate::session::{Session, Sessions};
use crate::settings::Settings;
use crate::wire::{self, Era, headers};

mod answer;
mod guard;
mod intake;
mod lasting;
mod legacy;
mod serve;

use answer::Accept;
use guard::Guard;
use lasting::Lasting;
pub use serve::serve_http;

/// The one endpoint.
const PATH: &str = "/mcp";

/// The service for one dispatcher, on behalf of `principal`, whoever connects.
///
/// # Errors
///
/// When the system gives no random numbers.
pub fn http_service(desk: CodeMode, principal: Principal, settings: Settings) -> Result<Router, Error> {
    Ok(router(Server::new(Arc::new(desk), principal, settings)?))
}

pub(crate) fn router(server: Server) -> Router {
    let settings = &server.settings;
    let door = Door {
        guard: Guard::new(&settings.allowed_hosts, &settings.allowed_origins),
        sessions: Sessions::new(settings.sessions, settings.session_idle),
        server: Arc::new(server),
    };
    Router::new().route(PATH, any(enter)).with_state(Arc::new(door))
}

/// Comes with each request of a served connection: cancelled when the server closes.
#[derive(Clone, Debug, Default)]
struct Closing(CancellationToken);

struct Door {
    server: Arc<Server>,
    guard: Guard,
    sessions: Sessions,
}

async fn enter(State(door): State<Arc<Door>>, request: Request<Body>) -> Response {
    if let Err(reason) = door.guard.check(request.uri(), request.headers()) {
        return answer::refused(StatusCode::FORBIDDEN, reason);
    }
    match *request.method() {
        Method::POST => door.post(request).await,
        Method::GET => door.get(request.headers()),
        Method::DELETE => door.delete(request.headers()),
        _ => answer::not_allowed("POST, GET, DELETE"),
    }
}

impl Door {
    async fn post(&self, request: Request<Body>) -> Response {
        let (parts, body) = request.into_parts();
        let headers = &parts.headers;
        let closing = parts.extensions.get::<Closing>().cloned().unwrap_or_default();
        let accept = match intake::negotiate(headers) {
            Ok(accept) => accept,
            Err((status, reason)) => return answer::refused(status, reason),
        };
        let bytes = match intake::read(headers, body, self.server.settings.body_limit).await {
            Ok(bytes) => bytes,
            Err((status, reason)) => return answer::refused(status, reason),
        };
        match frame::parse(&bytes) {
            Ok(Incoming::One(Message::Request(request))) => {
                self.request(request, headers, accept, closing).await
            }
            Ok(Incoming::One(Message::Notification(notification))) => {
                self.notification(notification, headers)
            }
            Ok(Incoming::One(Message::Response(response))) => self.response(response, headers),
            Ok(Incoming::Batch(members)) => self.batch(members, headers, accept).await,
            Err(refusal) => answer::refusal(StatusCode::BAD_REQUEST, &refusal),
        }
    }

    async fn request(
        &self,
        request: frame::Request,
        headers: &HeaderMap,
        accept: Accept,
        closing: Closing,
    ) -> Response {
        // A header that comes twice is refused by whichever era the body belongs to.
        let version = headers::single(headers, headers::PROTOCOL_VERSION).unwrap_or_default();
        if Era::of(&request, version) == Era::Legacy {
            return self.legacy(request, headers, accept).await;
        }
        match self.server.modern(request, Some(headers), Transport::Http) {
            Job::Done(reply) => answer::done(reply, accept),
            Job::Call(call) => {
                // Not in a task of its own: when the client goes away the connection drops this future, and with it
                // the call. That is how this revision cancels.
                let (outlet, inbox) = relay::channel();
                let reply = call.run(self.server.clone(), outlet).map(Some).boxed();
                answer::stream(reply, inbox, accept).await
            }
            Job::Listen(listening) => {
                let (outlet, inbox) = relay::channel();
                let until = async move { closing.0.cancelled().await };
                let reply = listening.run(self.server.clone(), outlet, until).map(Some).boxed();
                answer::stream(reply, inbox, accept).await
            }
        }
    }

    async fn legacy(&self, request: frame::Request, headers: &HeaderMap, accept: Accept) -> Response {
        if request.method == "initialize" {
            return self.initialize(&request, accept);
        }
        let session = match self.session(headers) {
            Ok(session) => session,
            Err((status, refusal)) => {
                return answer::refusal(status, &Refusal { id: Some(request.id), ..refusal });
            }
        };
        match self.server.legacy(request, &session, Transport::Http) {
            LegacyJob::Done(reply) => answer::done(reply, accept),
            LegacyJob::Call(call) => self.call(call, &session, accept).await,
        }
    }

    /// The stream on which a legacy session is told what it did not ask for.
    fn get(&self, headers: &HeaderMap) -> Response {
        let named = matches!(headers::single(headers, legacy::SESSION_ID), Ok(Some(_)));
        if is_modern(headers) {
            return answer::not_allowed("POST");
        }
        if !named {
            return answer::not_allowed("POST, DELETE");
        }
        let session = match self.session(headers) {
            Ok(session) => session,
            Err((status, refusal)) => return answer::refusal(status, &refusal),
        };
        if !intake::accepts_stream(headers) {
            return answer::refused(StatusCode::NOT_ACCEPTABLE, "the client must accept text/event-stream");
        }
        let Some(streaming) = session.take_stream() else {
            return answer::refused(StatusCode::CONFLICT, "this session has a stream already");
        };
        let (outlet, inbox) = relay::channel();
        let telling = listen::tell(self.server.clone(), session, outlet);
        let telling = async move {
            telling.await;
            drop(streaming);
            None
        };
        answer::unasked(telling.boxed(), inbox)
    }

    /// A legacy client that goes away has not cancelled: the call goes on, and its deadline ends it.
    async fn call(&self, call: Box<Call>, session: &Arc<Session>, accept: Accept) -> Response {
        let Some(running) = session.link.start(&call.id) else {
            return answer::done(Reply { status: StatusCode::OK, body: batch::too_many(&call.id) }, accept);
        };
        let (outlet, inbox) = relay::channel();
        let server = self.server.clone();
        let work = async move {
            tokio::select! {
                reply = call.run(server, outlet) => Some(reply),
                () = running.cancelled() => None,
            }
        };
        answer::stream(Lasting::new(work).boxed(), inbox, accept).await
    }

    async fn batch(
        &self,
        members: Vec<Result<Message, Refusal>>,
        headers: &HeaderMap,
        accept: Accept,
    ) -> Response {
        let session = match self.session(headers) {
            Ok(session) if session.revision.has_batches() => session,
            Ok(_) | Err((StatusCode::BAD_REQUEST, _)) => {
                let message = "only 2025-03-26 has batches: send one message in a body";
                return answer::invalid(StatusCode::BAD_REQUEST, message);
            }
            Err((status, refusal)) => return answer::refusal(status, &refusal),
        };
        let only_calls_for_nothing = members
            .iter()
            .all(|member| matches!(member, Ok(Message::Notification(_) | Message::Response(_))));
        let (outlet, inbox) = relay::channel();
        let answers = batch::start(&self.server, &session, Transport::Http, members, &outlet);
        drop(outlet);
        if only_calls_for_nothing {
            return answer::accepted();
        }
        let reply = Lasting::new(answers).map(|body| body.map(|body| Reply { status: StatusCode::OK, body }));
        answer::stream(reply.boxed(), inbox, accept).await
    }

    fn notification(&self, notification: Notification, headers: &HeaderMap) -> Response {
        // A modern notification has nothing to act on: over HTTP, cancelling is closing the connection.
        if is_modern(headers) {
            return answer::accepted();
        }
        match self.session(headers) {
            Ok(session) => {
                batch::notified(&session.link, notification);
                answer::accepted()
            }
            Err((status, refusal)) => answer::refusal(status, &refusal),
        }
    }

    fn response(&self, response: frame::Response, headers: &HeaderMap) -> Response {
        let known = !is_modern(headers)
            && match self.session(headers) {
                Ok(session) => session.link.answer(response),
                Err((status, refusal)) => return answer::refusal(status, &refusal),
            };
        if known {
            answer::accepted()
        } else {
            answer::invalid(StatusCode::BAD_REQUEST, "nothing was asked under this id")
        }
    }

    fn delete(&self, headers: &HeaderMap) -> Response {
        let session = headers::single(headers, legacy::SESSION_ID);
        match session {
            _ if is_modern(headers) => answer::not_allowed("POST"),
            Ok(Some(id)) if self.sessions.close(id) => answer::no_content(),
            Ok(Some(_)) => answer::refused(StatusCode::NOT_FOUND, legacy::NO_SESSION),
            Ok(None) | Err(_) => answer::not_allowed("POST"),
        }
    }
}

fn is_modern(headers: &HeaderMap) -> bool {
    let version = headers::single(headers, headers::PROTOCOL_VERSION).unwrap_or_default();
    version.and_then(crate::revision::Revision::parse).is_some_and(|revision| revision.is_modern())
}

fn now() -> Instant {
    Instant::now()
}

/// The refusal of a version header that no legacy revision has.
fn bad_version(version: &str) -> Refusal {
    Refusal { id: None, error: wire::unsupported_version(version) }
}

fn invalid(message: &str) -> Refusal {
    Refusal::new(None, ErrorCode::INVALID_REQUEST, message)
}

#[cfg(test)]
mod tests;
