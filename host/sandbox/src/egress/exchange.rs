//! One HTTP/1.1 exchange on a connection of its own.

use std::error::Error as _;
use std::time::Duration;

use bulkhead_policy::{HttpTarget, Scheme};
use http::header::{self, HeaderMap, HeaderValue};
use http::uri::PathAndQuery;
use http::{Request, Uri};
use http_body::Body;
use http_body_util::BodyExt;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::time::timeout;
use wasmtime_wasi::runtime::spawn;
use wasmtime_wasi_http::{Error, RequestOptions, WasiBody};

use super::Answer;
use super::body::{Cap, Capped};
use super::dial::Line;

/// What a guest waits when it does not say. The call's own deadline ends every wait anyway; these give a guest that
/// tries several servers the chance to.
const CONNECT: Duration = Duration::from_secs(10);
const FIRST_BYTE: Duration = Duration::from_secs(60);
const BETWEEN_BYTES: Duration = Duration::from_secs(60);

/// The largest head of a response, in bytes and in headers. Browsers accept 256 KiB; the largest in the wild are below
/// 32 KiB, and each request in flight can hold this much.
const HEAD: usize = 64 << 10;
const HEADERS: usize = 256;

pub(super) async fn run(
    line: Line,
    request: Request<WasiBody>,
    options: RequestOptions,
) -> Result<Answer, Error> {
    let request = on_the_wire(&line, request)?;
    let connect = options.connect_timeout.unwrap_or(CONNECT);
    let stream = timeout(connect, line.connect()).await.map_err(|_| Error::ConnectionTimeout)??;
    let (mut sender, connection) = http1::Builder::new()
        .max_buf_size(HEAD)
        .max_headers(HEADERS)
        .handshake(TokioIo::new(stream))
        .await
        .map_err(error)?;
    // Ends when it is dropped: with the response's body, or with the call.
    let connection = spawn(connection);
    let first_byte = options.first_byte_timeout.unwrap_or(FIRST_BYTE);
    let response = timeout(first_byte, sender.send_request(request))
        .await
        .map_err(|_| Error::ConnectionReadTimeout)?
        .map_err(error)?;
    check_head(response.headers())?;
    let limit = line.permit.limits().http_response;
    if response.body().size_hint().lower() > limit {
        return Err(Error::HttpResponseBodySize(Some(limit)));
    }
    let between_bytes = options.between_bytes_timeout.unwrap_or(BETWEEN_BYTES);
    let response = response.map(|body| Capped::new(body, limit, Cap::Response(between_bytes)).boxed_unsync());
    let keep_alive = async move { connection.await.map_err(error) };
    Ok((response, Box::new(keep_alive)))
}

/// hyper parses what a read gave it before it looks at its own limit, which a large head can pass in one read.
fn check_head(headers: &HeaderMap) -> Result<(), Error> {
    let size: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    if size > HEAD { Err(head_too_large()) } else { Ok(()) }
}

fn head_too_large() -> Error {
    Error::HttpResponseHeaderSectionSize(u32::try_from(HEAD).ok())
}

/// The request as it is sent: the target's path, the host's own headers, a body that is counted.
fn on_the_wire(line: &Line, request: Request<WasiBody>) -> Result<Request<Capped<WasiBody>>, Error> {
    let (mut parts, body) = request.into_parts();
    let path = parts.uri.path_and_query().cloned().unwrap_or(PathAndQuery::from_static("/"));
    parts.uri = Uri::from(path);
    parts.headers.insert(header::HOST, host_header(&line.target)?);
    // A connection serves one request.
    parts.headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    let limit = line.permit.limits().http_request;
    if body.size_hint().lower() > limit {
        return Err(Error::HttpRequestBodySize(Some(limit)));
    }
    Ok(Request::from_parts(parts, Capped::new(body, limit, Cap::Request)))
}

fn host_header(target: &HttpTarget) -> Result<HeaderValue, Error> {
    let host = match target.address() {
        Some(address) if address.is_ipv6() => format!("[{address}]"),
        _ => target.host(),
    };
    let default = match target.scheme() {
        Scheme::Http => 80,
        Scheme::Https => 443,
    };
    let text = if target.port() == default { host } else { format!("{host}:{}", target.port()) };
    HeaderValue::try_from(text).map_err(|_| Error::HttpRequestUriInvalid)
}

/// What hyper's error is for the guest. hyper's own words may hold the server's.
pub(super) fn error(error: hyper::Error) -> Error {
    if let Some(Error::HttpRequestBodySize(limit)) = error.source().and_then(|e| e.downcast_ref::<Error>()) {
        return Error::HttpRequestBodySize(*limit);
    }
    if error.is_parse_too_large() {
        return head_too_large();
    }
    if error.is_incomplete_message() {
        return Error::HttpResponseIncomplete;
    }
    if error.is_timeout() {
        return Error::HttpResponseTimeout;
    }
    if error.is_canceled() || error.is_closed() {
        return Error::ConnectionTerminated;
    }
    Error::HttpProtocolError
}
