//! Requests over `wasi:http`. The bindings are this module's own, so that a component that makes no request does not
//! import what is behind them.

use super::url::Parts;
use super::{Headers, Request};
use crate::ToolError;

mod bindings {
    wit_bindgen::generate!({
        inline: "
            package bulkhead:sdk;
            world http { import wasi:http/outgoing-handler@0.2.12; }
        ",
        path: "wit",
        world: "bulkhead:sdk/http",
        generate_all,
    });
}

use bindings::wasi::http::outgoing_handler::handle;
use bindings::wasi::http::types::{
    ErrorCode, Fields, IncomingBody, IncomingResponse, Method, OutgoingBody, OutgoingRequest, RequestOptions,
    Scheme, http_error_code,
};
use bindings::wasi::io::error::Error as IoError;
use bindings::wasi::io::streams::{InputStream, StreamError};

/// A body that is still arriving. The order of the fields is that in which they are dropped: a stream is a part of its
/// body, and the body of its response.
#[derive(Debug)]
pub(super) struct Body {
    stream: InputStream,
    _body: IncomingBody,
    _response: IncomingResponse,
}

impl Body {
    pub(super) fn chunk(&mut self) -> Result<Option<Vec<u8>>, ToolError> {
        // As much as one crossing into the host carries at little cost; memory grows only by what arrives.
        const MOST: u64 = 64 * 1024;
        loop {
            match self.stream.blocking_read(MOST) {
                // A stream may wake up with nothing.
                Ok(bytes) if bytes.is_empty() => {}
                Ok(bytes) => return Ok(Some(bytes)),
                Err(StreamError::Closed) => return Ok(None),
                Err(StreamError::LastOperationFailed(error)) => return Err(lost(&error)),
            }
        }
    }
}

/// What ended a body before its end.
fn lost(error: &IoError) -> ToolError {
    match http_error_code(error) {
        Some(code @ ErrorCode::HttpResponseBodySize(_)) => refused(&code),
        _ => ToolError::unavailable(format!(
            "The rest of the response did not arrive: {}.",
            error.to_debug_string()
        )),
    }
}

pub(super) fn send(request: &Request, parts: &Parts<'_>) -> Result<(u16, Headers, Body), ToolError> {
    let outgoing = outgoing(request, parts)?;
    // A body that is not asked for is none, and needs no framing; one that is asked for and empty is sent in chunks.
    let sink = if request.body.is_empty() {
        None
    } else {
        Some(outgoing.body().map_err(|()| unusable("its body"))?)
    };
    let pending = handle(outgoing, options(request)?).map_err(|code| refused(&code))?;
    let written = sink.map_or(Ok(()), |sink| write(sink, &request.body));
    pending.subscribe().block();
    // When the body could not be written, the answer says why: a refusal, or a server that has heard enough.
    let response = match pending.get() {
        Some(Ok(answer)) => answer.map_err(|code| refused(&code))?,
        Some(Err(())) | None => return written.and(Err(ToolError::unavailable("The response was lost."))),
    };
    drop(pending);
    let headers = headers(&response);
    let status = response.status();
    let body = response.consume().map_err(|()| ToolError::unavailable("The response has no body."))?;
    let stream = body.stream().map_err(|()| ToolError::unavailable("The response has no body."))?;
    Ok((status, headers, Body { stream, _body: body, _response: response }))
}

fn outgoing(request: &Request, parts: &Parts<'_>) -> Result<OutgoingRequest, ToolError> {
    let fields = Fields::new();
    for (name, value) in request.headers.iter() {
        fields.append(name, value.as_bytes()).map_err(|_| {
            ToolError::invalid(format!("The header `{name}` cannot be sent with this value."))
        })?;
    }
    // Servers cope worse with a body whose length is not said, some not at all.
    let bodied = !request.body.is_empty() || matches!(request.method.as_str(), "POST" | "PUT" | "PATCH");
    if bodied && request.headers.get("content-length").is_none() {
        let length = request.body.len().to_string();
        fields.append("content-length", length.as_bytes()).map_err(|_| unusable("its length"))?;
    }
    let outgoing = OutgoingRequest::new(fields);
    let scheme = if parts.secure { Scheme::Https } else { Scheme::Http };
    outgoing.set_method(&method(&request.method)).map_err(|()| unusable("its method"))?;
    outgoing.set_scheme(Some(&scheme)).map_err(|()| unusable("its scheme"))?;
    outgoing.set_authority(Some(parts.authority)).map_err(|()| unusable("its host"))?;
    outgoing.set_path_with_query(Some(&parts.path)).map_err(|()| unusable("its path"))?;
    Ok(outgoing)
}

fn method(name: &str) -> Method {
    match name {
        "GET" => Method::Get,
        "HEAD" => Method::Head,
        "POST" => Method::Post,
        "PUT" => Method::Put,
        "DELETE" => Method::Delete,
        "OPTIONS" => Method::Options,
        "PATCH" => Method::Patch,
        other => Method::Other(other.to_owned()),
    }
}

fn options(request: &Request) -> Result<Option<RequestOptions>, ToolError> {
    let Some(timeout) = request.timeout else { return Ok(None) };
    // A wait that does not fit is one without an end.
    let nanoseconds = Some(u64::try_from(timeout.as_nanos()).unwrap_or(u64::MAX));
    let options = RequestOptions::new();
    options
        .set_connect_timeout(nanoseconds)
        .and_then(|()| options.set_first_byte_timeout(nanoseconds))
        .and_then(|()| options.set_between_bytes_timeout(nanoseconds))
        .map_err(|()| unusable("its timeout"))?;
    Ok(Some(options))
}

fn write(sink: OutgoingBody, body: &[u8]) -> Result<(), ToolError> {
    // What `blocking-write-and-flush` of `wasi:io` takes at most.
    const MOST: usize = 4096;
    let lost = |error: StreamError| match error {
        StreamError::Closed => {
            ToolError::unavailable("The server closed the connection before the request was sent.")
        }
        StreamError::LastOperationFailed(error) => {
            ToolError::unavailable(format!("The request was not sent: {}.", error.to_debug_string()))
        }
    };
    if !body.is_empty() {
        let stream = sink.write().map_err(|()| unusable("its body"))?;
        for piece in body.chunks(MOST) {
            stream.blocking_write_and_flush(piece).map_err(lost)?;
        }
    }
    OutgoingBody::finish(sink, None).map_err(|code| refused(&code))
}

fn headers(response: &IncomingResponse) -> Headers {
    let entries = response.headers().entries();
    Headers(
        entries
            .into_iter()
            .map(|(name, value)| (name, String::from_utf8_lossy(&value).into_owned()))
            .collect(),
    )
}

fn unusable(part: &str) -> ToolError {
    ToolError::invalid(format!("This request cannot be sent because of {part}."))
}

/// The codes of `wasi:http` by what can be done about them.
fn refused(code: &ErrorCode) -> ToolError {
    use ErrorCode as Code;
    let say = |make: fn(String) -> ToolError, what: &str| make(format!("The request failed: {what}."));
    match code {
        Code::HttpRequestDenied => say(ToolError::not_allowed, "it is not allowed"),
        Code::DestinationIpProhibited => say(ToolError::not_allowed, "the server's address is not allowed"),
        Code::DnsTimeout => say(ToolError::unavailable, "looking up the host took too long"),
        Code::DnsError(_) | Code::DestinationNotFound => {
            say(ToolError::unavailable, "the host's name was not found")
        }
        Code::DestinationUnavailable | Code::DestinationIpUnroutable => {
            say(ToolError::unavailable, "the server cannot be reached")
        }
        Code::ConnectionRefused => say(ToolError::unavailable, "the server refuses connections"),
        Code::ConnectionTerminated => say(ToolError::unavailable, "the server closed the connection"),
        Code::ConnectionTimeout
        | Code::ConnectionReadTimeout
        | Code::ConnectionWriteTimeout
        | Code::HttpResponseTimeout => say(ToolError::unavailable, "the server took too long"),
        Code::ConnectionLimitReached => {
            let limit = |message| ToolError::new("http_limit", message);
            say(limit, "the tool has made as many requests, or has as many connections open, as it may")
        }
        Code::HttpResponseIncomplete => say(ToolError::unavailable, "the response is not complete"),
        Code::TlsProtocolError | Code::TlsAlertReceived(_) => {
            say(ToolError::failed, "no encrypted connection came about")
        }
        Code::TlsCertificateError => say(ToolError::failed, "the server's certificate is not valid"),
        Code::HttpRequestBodySize(_) => say(ToolError::too_large, "its body is too large"),
        Code::HttpResponseBodySize(_) => say(ToolError::too_large, "the response is too large"),
        Code::HttpRequestMethodInvalid => say(ToolError::invalid, "the method is not valid"),
        Code::HttpRequestUriInvalid => say(ToolError::invalid, "the URL is not valid"),
        Code::HttpRequestUriTooLong => say(ToolError::invalid, "the URL is too long"),
        Code::InternalError(Some(detail)) => say(ToolError::failed, detail),
        other => say(ToolError::failed, &format!("{other:?}")),
    }
}
