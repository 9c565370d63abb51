//! One HTTP/1.1 exchange: on a connection that is kept from an earlier one, or on a new one.

use std::error::Error as _;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Empty};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::time::timeout;
use wasmtime_wasi::runtime::spawn;
use wasmtime_wasi_http::{Error, RequestOptions, WasiBody};

use super::body::{Cap, Capped};
use super::dial::Line;
use super::held::{Held, InUse};
use super::idle::{Connection, Key};
use super::mask::{Mask, Masked};
use super::{Answer, head, secrets};

/// What a guest waits when it does not say. The call's own deadline ends every wait anyway; these give a guest that
/// tries several servers the chance to.
const CONNECT: Duration = Duration::from_secs(10);
const FIRST_BYTE: Duration = Duration::from_secs(60);
const BETWEEN_BYTES: Duration = Duration::from_secs(60);

/// How long a kept connection may take to be ready. It is, unless it still sends a body that its server did not want.
const READY: Duration = Duration::from_millis(50);

type Outgoing = Capped<WasiBody>;

pub(super) async fn run(
    line: Line,
    request: Request<WasiBody>,
    options: RequestOptions,
) -> Result<Answer, Error> {
    let place = line.account.open().ok_or(Error::ConnectionLimitReached)?;
    let (mut parts, body) = request.into_parts();
    head::on_the_wire(&line.target, &mut parts)?;
    let mask = secrets::put(&line, &mut parts.headers).await?;
    let key = Key::new(&line.permit, &line.target, line.secret_names());
    let (connection, response) = send(&line, &key, Request::from_parts(parts, body), &options).await?;
    let connection = InUse { connection, key, idle: Arc::clone(&line.network.idle), _place: place };
    let response = received(&line, response, mask, connection, options.between_bytes_timeout)?;
    Ok((response, Box::new(std::future::ready(Ok(())))))
}

/// Checks what came, and makes it what the guest gets.
fn received(
    line: &Line,
    response: Response<Incoming>,
    mask: Option<Mask>,
    connection: InUse,
    between_bytes: Option<Duration>,
) -> Result<Response<WasiBody>, Error> {
    let (mut parts, body) = response.into_parts();
    head::check(&parts)?;
    // The reason beside the status is free text, which hyper keeps there.
    parts.extensions.clear();
    let cap = Cap::Response(between_bytes.unwrap_or(BETWEEN_BYTES));
    let mut body = Capped::new(body, Arc::clone(&line.account), cap)?.boxed_unsync();
    if let Some(mask) = mask {
        secrets::check_answer(line, &parts)?;
        mask.headers(&mut parts.headers);
        body = Masked::new(body, mask).boxed_unsync();
    }
    Ok(Response::from_parts(parts, Held::new(body, connection).boxed_unsync()))
}

async fn send(
    line: &Line,
    key: &Key,
    request: Request<WasiBody>,
    options: &RequestOptions,
) -> Result<(Connection, Response<Incoming>), Error> {
    let first_byte = options.first_byte_timeout.unwrap_or(FIRST_BYTE);
    let kept = kept(line, key).await;
    let repeatable = kept.is_some() && head::is_repeatable(&request);
    let again = if repeatable { Some(bodiless(line, &request)?) } else { None };
    let mut request = request_of(line, request)?;
    if let Some(mut connection) = kept {
        match attempt(&mut connection, request, first_byte).await {
            Ok(response) => return Ok((connection, response)),
            // The server gave up the connection at the same moment.
            Err(Failed { unsent: Some(unsent), .. }) => request = unsent,
            Err(Failed { lost: true, error, .. }) => request = again.ok_or(error)?,
            Err(Failed { error, .. }) => return Err(error),
        }
    }
    let connect = options.connect_timeout.unwrap_or(CONNECT);
    let mut connection = timeout(connect, open(line)).await.map_err(|_| Error::ConnectionTimeout)??;
    let response = attempt(&mut connection, request, first_byte).await.map_err(|failed| failed.error)?;
    Ok((connection, response))
}

fn request_of(line: &Line, request: Request<WasiBody>) -> Result<Request<Outgoing>, Error> {
    let (parts, body) = request.into_parts();
    let body = Capped::new(body, Arc::clone(&line.account), Cap::Request)?;
    Ok(Request::from_parts(parts, body))
}

fn bodiless(line: &Line, request: &Request<WasiBody>) -> Result<Request<Outgoing>, Error> {
    let empty = Empty::<Bytes>::new().map_err(Error::from).boxed_unsync();
    let (mut parts, ()) = Request::new(()).into_parts();
    parts.method = request.method().clone();
    parts.uri = request.uri().clone();
    parts.headers = request.headers().clone();
    request_of(line, Request::from_parts(parts, empty))
}

/// A connection from an earlier exchange, whose address this call may dial as well.
async fn kept(line: &Line, key: &Key) -> Option<Connection> {
    while let Some(mut connection) = line.network.idle.take(key) {
        if line.may_dial(connection.address)
            && matches!(timeout(READY, connection.sender.ready()).await, Ok(Ok(())))
        {
            return Some(connection);
        }
    }
    None
}

async fn open(line: &Line) -> Result<Connection, Error> {
    let (stream, address) = line.connect().await?;
    let (sender, connection) = http1::Builder::new()
        .max_buf_size(head::SIZE)
        .max_headers(head::HEADERS)
        .handshake(TokioIo::new(stream))
        .await
        .map_err(|e| error(&e))?;
    // Ends when it is dropped: with the response's body, with the call, or when it has been idle for long. What goes wrong on
    // it is what the request ends in.
    let driver = spawn(async move { drop(connection.await) });
    Ok(Connection { sender, address, _driver: driver })
}

/// Why there is no response.
struct Failed {
    error: Error,
    /// The request, when nothing of it was sent.
    unsent: Option<Request<Outgoing>>,
    /// Whether the connection went away before a response began.
    lost: bool,
}

async fn attempt(
    connection: &mut Connection,
    request: Request<Outgoing>,
    first_byte: Duration,
) -> Result<Response<Incoming>, Failed> {
    match timeout(first_byte, connection.sender.try_send_request(request)).await {
        Ok(Ok(response)) => Ok(response),
        Ok(Err(mut failed)) => Err(Failed {
            unsent: failed.take_message(),
            lost: is_lost(failed.error()),
            error: error(failed.error()),
        }),
        Err(_) => Err(Failed { error: Error::ConnectionReadTimeout, unsent: None, lost: false }),
    }
}

fn is_lost(error: &hyper::Error) -> bool {
    let broken = |kind| {
        matches!(kind, ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe)
    };
    error.is_incomplete_message()
        || error.is_canceled()
        || error.is_closed()
        || error.source().and_then(|e| e.downcast_ref::<std::io::Error>()).is_some_and(|e| broken(e.kind()))
}

/// What hyper's error is for the guest. hyper's own words may hold the server's.
pub(super) fn error(error: &hyper::Error) -> Error {
    if let Some(Error::HttpRequestBodySize(limit)) = error.source().and_then(|e| e.downcast_ref::<Error>()) {
        return Error::HttpRequestBodySize(*limit);
    }
    if error.is_parse_too_large() {
        return head::too_large();
    }
    if error.is_incomplete_message() {
        return Error::HttpResponseIncomplete;
    }
    if error.is_timeout() {
        return Error::HttpResponseTimeout;
    }
    if is_lost(error) {
        return Error::ConnectionTerminated;
    }
    Error::HttpProtocolError
}
