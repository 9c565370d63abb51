//! The heads of messages: what the host writes into a request, and what it demands of a response.

use bulkhead_policy::{HttpTarget, Scheme};
use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::uri::PathAndQuery;
use http::{Method, Request, StatusCode, Uri, request, response};
use http_body::Body;
use wasmtime_wasi_http::{DEFAULT_FORBIDDEN_HEADERS, Error, WasiBody};

/// The largest head of a response, in bytes and in headers. Browsers accept 256 KiB; the largest in the wild are below
/// 32 KiB, and each request in flight can hold this much.
pub(super) const SIZE: usize = 64 << 10;
pub(super) const HEADERS: usize = 256;

/// Beyond upstream's list: RFC 9110 §7.6.1 names these as well, and `expect` would have the host wait for an interim
/// response that it does not pass on.
const HOP_BY_HOP: [HeaderName; 3] = [header::TE, header::TRAILER, header::EXPECT];

/// Headers that are the host's: where the message goes, how it is framed, and what concerns one hop only.
pub(super) fn is_the_hosts(name: &HeaderName) -> bool {
    DEFAULT_FORBIDDEN_HEADERS.contains(name) || HOP_BY_HOP.contains(name)
}

/// The head as it is sent: the target's path, the host's own headers, one length at most.
pub(super) fn on_the_wire(target: &HttpTarget, parts: &mut request::Parts) -> Result<(), Error> {
    let path = parts.uri.path_and_query().cloned().unwrap_or(PathAndQuery::from_static("/"));
    parts.uri = Uri::from(path);
    let theirs: Vec<_> = parts.headers.keys().filter(|name| is_the_hosts(name)).cloned().collect();
    for name in theirs {
        parts.headers.remove(name);
    }
    check_length(&parts.headers)?;
    parts.headers.insert(header::HOST, host_header(target)?);
    Ok(())
}

/// A length that can be read in two ways ends the message at two places.
fn check_length(headers: &HeaderMap) -> Result<(), Error> {
    let mut lengths = headers.get_all(header::CONTENT_LENGTH).iter();
    let plain = |value: &HeaderValue| !value.is_empty() && value.as_bytes().iter().all(u8::is_ascii_digit);
    match (lengths.next(), lengths.next()) {
        (None, _) => Ok(()),
        (Some(length), None) if plain(length) => Ok(()),
        _ => Err(Error::HttpProtocolError),
    }
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

/// Whether the request may be sent once more when it is not known what became of it (RFC 9110 §9.2.2): it says the same
/// when it arrives twice, and nothing of a body is gone.
pub(super) fn is_repeatable(request: &Request<WasiBody>) -> bool {
    let bodiless = request.body().is_end_stream()
        // hyper sends no body with these unless a length announces one.
        || (matches!(*request.method(), Method::GET | Method::HEAD)
            && !request.headers().contains_key(header::CONTENT_LENGTH));
    bodiless
        && matches!(
            *request.method(),
            Method::GET | Method::HEAD | Method::OPTIONS | Method::TRACE | Method::PUT | Method::DELETE
        )
}

/// What no honest server answers.
pub(super) fn check(parts: &response::Parts) -> Result<(), Error> {
    // hyper parses what a read gave it before it looks at its own limit, which a large head can pass in one read.
    let size: usize = parts.headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    if size > SIZE {
        return Err(too_large());
    }
    // Nobody asked for another protocol.
    if parts.status == StatusCode::SWITCHING_PROTOCOLS {
        return Err(Error::HttpUpgradeFailed);
    }
    let coding = parts.headers.get(header::TRANSFER_ENCODING);
    // RFC 9112 §6.3: with both, somebody on the way may have seen the message end elsewhere.
    if coding.is_some() && parts.headers.contains_key(header::CONTENT_LENGTH) {
        return Err(Error::HttpProtocolError);
    }
    // No `TE` was sent, so that nothing else may come (RFC 9112 §7.4).
    if coding.is_some_and(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"chunked")) {
        return Err(Error::HttpResponseTransferCoding(None));
    }
    Ok(())
}

pub(super) fn too_large() -> Error {
    Error::HttpResponseHeaderSectionSize(u32::try_from(SIZE).ok())
}
