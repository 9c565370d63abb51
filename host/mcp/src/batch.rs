//! A JSON array of messages, which 2025-03-26 alone allows.

use std::sync::Arc;

use bulkhead_dispatch::Transport;
use futures::future::{self, BoxFuture, FutureExt};
use rmcp::model::ErrorCode;

use crate::frame::{self, Id, Message, Notification, Refusal, Request};
use crate::link::Link;
use crate::relay::Outlet;
use crate::server::{LegacyJob, Server};
use crate::session::Session;
use crate::wire::Era;

/// The answers to a batch, when all are there; absent when nothing in it is answered.
pub(crate) type Answers = BoxFuture<'static, Option<Vec<u8>>>;

/// Starts everything in a batch at once.
pub(crate) fn start(
    server: &Arc<Server>,
    session: &Arc<Session>,
    transport: Transport,
    members: Vec<Result<Message, Refusal>>,
    outlet: &Outlet,
) -> Answers {
    let answers: Vec<Answers> = members
        .into_iter()
        .map(|member| match member {
            Ok(Message::Request(request)) => answer(server, session, transport, request, outlet),
            Ok(Message::Notification(notification)) => {
                notified(&session.link, notification);
                future::ready(None).boxed()
            }
            Ok(Message::Response(response)) => {
                session.link.answer(response);
                future::ready(None).boxed()
            }
            Err(refusal) => future::ready(Some(refusal.to_bytes())).boxed(),
        })
        .collect();
    async move {
        let answers: Vec<Vec<u8>> = future::join_all(answers).await.into_iter().flatten().collect();
        (!answers.is_empty()).then(|| frame::join(&answers))
    }
    .boxed()
}

fn answer(
    server: &Arc<Server>,
    session: &Arc<Session>,
    transport: Transport,
    request: Request,
    outlet: &Outlet,
) -> Answers {
    if request.method == "initialize" || Era::of(&request, None) == Era::Modern {
        let message = "this request cannot be part of a batch";
        let refusal = Refusal::new(Some(request.id), ErrorCode::INVALID_REQUEST, message);
        return future::ready(Some(refusal.to_bytes())).boxed();
    }
    match server.legacy(request, session, transport) {
        LegacyJob::Done(reply) => future::ready(Some(reply.body)).boxed(),
        LegacyJob::Call(call) => {
            let Some(running) = session.link.start(&call.id) else {
                return future::ready(Some(too_many(&call.id))).boxed();
            };
            let (server, outlet) = (server.clone(), outlet.clone());
            async move {
                tokio::select! {
                    reply = call.run(server, outlet) => Some(reply.body),
                    () = running.cancelled() => None,
                }
            }
            .boxed()
        }
    }
}

/// Takes a notification of a client. All but one kind call for nothing.
pub(crate) fn notified(link: &Link, mut notification: Notification) {
    if notification.method == "notifications/cancelled"
        && let Some(id) = notification.params.remove("requestId").and_then(Id::read)
    {
        link.cancel(&id);
    }
}

/// The answer to a call beyond what one client may have under way.
pub(crate) fn too_many(id: &Id) -> Vec<u8> {
    let message = "too many calls are under way; wait for one to end";
    Refusal::new(Some(id.clone()), ErrorCode::INTERNAL_ERROR, message).to_bytes()
}
