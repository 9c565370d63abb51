//! One client on standard input and output, one message on each line, both eras side by side.
//!
//! Nothing that a client writes ends the process: it is answered or ignored, and the next line is read.

use std::io;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};

use bulkhead_code::CodeMode;
use bulkhead_dispatch::{Principal, Transport};
use rmcp::model::ErrorCode;
use serde_json::json;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time;
use tokio_util::sync::CancellationToken;

use crate::batch;
use crate::error::Error;
use crate::frame::{self, Id, Incoming, Message, Refusal, Request};
use crate::lines::{Line, Lines};
use crate::link::Link;
use crate::listen;
use crate::relay;
use crate::server::{Job, Reply, Server};
use crate::session::Session;
use crate::settings::{DRAIN, Settings};
use crate::wire::Era;

/// Serves one client until it closes its end: standard input ends, or standard output is no longer read.
///
/// # Errors
///
/// When the system gives no random numbers, and when input or output fail in another way than by being closed.
pub async fn serve_stdio(
    desk: CodeMode,
    principal: Principal,
    settings: Settings,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> Result<(), Error> {
    let server = Arc::new(Server::new(Arc::new(desk), principal, settings)?);
    serve(server, input, output).await
}

pub(crate) async fn serve(
    server: Arc<Server>,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> Result<(), Error> {
    // In a task of its own: there a line is read, served and answered by one worker thread. The thread that runs
    // `main` would have to be woken for each line, which costs more than all the rest of this crate. The set ends the
    // task when this future is dropped.
    let mut task = JoinSet::new();
    task.spawn(converse(server, input, output));
    match task.join_next().await {
        Some(Ok(outcome)) => outcome,
        Some(Err(error)) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
        Some(Err(_)) | None => Ok(()),
    }
}

async fn converse(
    server: Arc<Server>,
    input: impl AsyncRead + Send + Unpin,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> Result<(), Error> {
    let mut lines = Lines::new(input, server.settings.body_limit);
    let (alive, mut dead) = mpsc::channel(1);
    let line = Arc::new(Wire::new(output));
    let link = Arc::new(Link::default());
    let _end = HangUp(link.clone());
    let mut client = Client { server, wire: line.clone(), link: link.clone(), session: None, alive };
    let read = loop {
        tokio::select! {
            line = lines.next() => match line {
                Ok(Some(Line::Text(text))) => client.take(text).await,
                Ok(Some(Line::TooLong)) => client.too_long().await,
                Ok(None) => break Ok(()),
                Err(error) => break Err(Error::Read(error)),
            },
            () = line.broken.cancelled() => break Ok(()),
        }
    };
    // The client says nothing more. What it has asked is still answered, for a while: `echo … | bulkhead` works.
    link.hang_up();
    drop(client);
    tokio::select! {
        _ = dead.recv() => {}
        () = line.broken.cancelled() => {}
        () = time::sleep(DRAIN) => {}
    }
    line.outcome().and(read)
}

/// Ends every call when the conversation ends, however that comes about.
struct HangUp(Arc<Link>);

impl Drop for HangUp {
    fn drop(&mut self) {
        self.0.hang_up();
        self.0.cancel_all();
    }
}

/// The way back to the client. One message is written at a time, and whole.
struct Wire<W> {
    output: tokio::sync::Mutex<W>,
    /// Cancelled when a write has failed.
    broken: CancellationToken,
    failure: Mutex<Option<io::Error>>,
}

impl<W: AsyncWrite + Unpin> Wire<W> {
    fn new(output: W) -> Self {
        Self {
            output: tokio::sync::Mutex::new(output),
            broken: CancellationToken::new(),
            failure: Mutex::default(),
        }
    }

    async fn write(&self, mut message: Vec<u8>) {
        message.push(b'\n');
        let mut output = self.output.lock().await;
        if self.broken.is_cancelled() {
            return;
        }
        let mut written = output.write_all(&message).await;
        if written.is_ok() {
            written = output.flush().await;
        }
        if let Err(error) = written {
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            self.broken.cancel();
        }
    }

    /// A client that no longer reads has left, and that is no error.
    fn outcome(&self) -> Result<(), Error> {
        match self.failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Error::Write(error)),
            _ => Ok(()),
        }
    }
}

struct Client<W> {
    server: Arc<Server>,
    wire: Arc<Wire<W>>,
    link: Arc<Link>,
    /// What the last handshake settled.
    session: Option<Arc<Session>>,
    /// Held by every task; when the last one is gone, all answers are written.
    alive: mpsc::Sender<()>,
}

impl<W: AsyncWrite + Send + Unpin + 'static> Client<W> {
    async fn take(&mut self, line: &[u8]) {
        match frame::parse(line) {
            Ok(Incoming::One(Message::Request(request))) => self.request(request).await,
            Ok(Incoming::One(Message::Notification(notification))) => {
                batch::notified(&self.link, notification);
            }
            Ok(Incoming::One(Message::Response(response))) => {
                self.link.answer(response);
            }
            Ok(Incoming::Batch(members)) => self.batch(members).await,
            Err(refusal) => self.wire.write(refusal.to_bytes()).await,
        }
    }

    async fn too_long(&self) {
        let message = format!("a message of more than {} bytes", self.server.settings.body_limit);
        self.refuse(None, &message).await;
    }

    async fn refuse(&self, id: Option<Id>, message: &str) {
        self.wire.write(Refusal::new(id, ErrorCode::INVALID_REQUEST, message).to_bytes()).await;
    }

    async fn request(&mut self, request: Request) {
        let job = if Era::of(&request, None) == Era::Modern {
            self.server.modern(request, None, Transport::Stdio)
        } else if request.method == "initialize" {
            Job::Done(self.initialize(&request))
        } else if let Some(session) = &self.session {
            self.server.legacy(request, session, Transport::Stdio).into()
        } else if request.method == "ping" {
            Job::Done(Reply::result(&request.id, &json!({})))
        } else {
            let message =
                "not initialized: send `initialize` first, or a request with the `_meta` of 2026-07-28";
            return self.refuse(Some(request.id), message).await;
        };
        match job {
            Job::Done(reply) => self.wire.write(reply.body).await,
            Job::Call(call) => {
                let (id, server) = (call.id.clone(), self.server.clone());
                self.start(&id, |outlet| call.run(server, outlet)).await;
            }
            Job::Listen(listening) => {
                let (id, server, link) = (listening.id.clone(), self.server.clone(), self.link.clone());
                let until = async move { link.gone().await };
                self.start(&id, |outlet| listening.run(server, outlet, until)).await;
            }
        }
    }

    fn initialize(&mut self, request: &Request) -> Reply {
        let (reply, settled) = self.server.initialize(request);
        if let Some((revision, abilities)) = settled {
            self.end_session();
            let session = Arc::new(Session::new(revision, abilities, self.link.clone()));
            self.session = Some(session.clone());
            let (server, wire) = (self.server.clone(), self.wire.clone());
            tokio::spawn(async move {
                let (outlet, inbox) = relay::channel();
                let telling = async move {
                    listen::tell(server, session, outlet).await;
                    None
                };
                speak(&wire, telling, inbox).await;
            });
        }
        reply
    }

    async fn start<R>(&self, id: &Id, run: impl FnOnce(relay::Outlet) -> R)
    where
        R: Future<Output = Reply> + Send + 'static,
    {
        let Some(running) = self.link.start(id) else {
            return self.wire.write(batch::too_many(id)).await;
        };
        let (outlet, inbox) = relay::channel();
        let (work, wire, alive) = (run(outlet), self.wire.clone(), self.alive.clone());
        tokio::spawn(async move {
            // Only the call is cancelled, never a write: half a line would spoil the next one.
            let answer = async move {
                tokio::select! {
                    reply = work => Some(reply.body),
                    () = running.cancelled() => None,
                }
            };
            speak(&wire, answer, inbox).await;
            drop(alive);
        });
    }

    async fn batch(&self, members: Vec<Result<Message, Refusal>>) {
        let Some(session) = self.session.as_ref().filter(|session| session.revision.has_batches()) else {
            return self.refuse(None, "only 2025-03-26 has batches: send one message on a line").await;
        };
        let (outlet, inbox) = relay::channel();
        let answers = batch::start(&self.server, session, Transport::Stdio, members, &outlet);
        drop(outlet);
        let (wire, alive) = (self.wire.clone(), self.alive.clone());
        tokio::spawn(async move {
            speak(&wire, answers, inbox).await;
            drop(alive);
        });
    }
}

impl<W> Client<W> {
    fn end_session(&self) {
        if let Some(session) = &self.session {
            session.ended.cancel();
        }
    }
}

impl<W> Drop for Client<W> {
    fn drop(&mut self) {
        self.end_session();
    }
}

/// Writes what comes out of `inbox` until the answer is there, and then the answer. After a cancelled call nothing.
async fn speak<W: AsyncWrite + Unpin>(
    wire: &Wire<W>,
    answer: impl Future<Output = Option<Vec<u8>>>,
    mut inbox: relay::Inbox,
) {
    let mut answer = pin!(answer);
    let answer = loop {
        tokio::select! {
            biased;
            Some(message) = inbox.recv() => wire.write(message).await,
            answer = &mut answer => break answer,
        }
    };
    if let Some(answer) = answer {
        while let Ok(message) = inbox.try_recv() {
            wire.write(message).await;
        }
        wire.write(answer).await;
    }
}

#[cfg(test)]
mod tests;
