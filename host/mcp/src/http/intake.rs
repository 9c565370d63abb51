//! What HTTP itself wants of a POST: types, and a body that is neither too long nor too slow.

use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderMap, StatusCode};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tokio::time;

use super::answer::Accept;

/// How long a body may take. 4 MiB in 30 s is slower than any link on which someone would use this.
const BODY_WITHIN: Duration = Duration::from_secs(30);

type Refused = (StatusCode, &'static str);

/// What the client takes, once it is clear that it sends JSON.
pub(super) fn negotiate(headers: &HeaderMap) -> Result<Accept, Refused> {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !media_type(kind).eq_ignore_ascii_case("application/json") {
        return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, "the Content-Type must be application/json"));
    }
    accept(headers)
        .ok_or((StatusCode::NOT_ACCEPTABLE, "the client must accept application/json and text/event-stream"))
}

/// Clients must accept both; one that accepts one of them is served as far as that goes.
fn accept(headers: &HeaderMap) -> Option<Accept> {
    if !headers.contains_key(ACCEPT) {
        return Some(Accept { json: true, stream: true });
    }
    let values = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let mut accept = Accept { json: false, stream: false };
    for kind in values.flat_map(|value| value.split(',')).map(media_type) {
        let is = |name: &str| kind.eq_ignore_ascii_case(name);
        accept.json |= is("application/json") || is("application/*") || is("*/*");
        accept.stream |= is("text/event-stream") || is("text/*") || is("*/*");
    }
    (accept.json || accept.stream).then_some(accept)
}

/// Whether the client takes a stream of events.
pub(super) fn accepts_stream(headers: &HeaderMap) -> bool {
    accept(headers).is_some_and(|accept| accept.stream)
}

/// Without parameters.
fn media_type(value: &str) -> &str {
    value.split(';').next().unwrap_or_default().trim()
}

/// The whole body.
pub(super) async fn read(headers: &HeaderMap, body: Body, limit: usize) -> Result<Bytes, Refused> {
    let too_long = (StatusCode::PAYLOAD_TOO_LARGE, "the body is too long");
    let announced = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|length| length > limit as u64) {
        return Err(too_long);
    }
    match time::timeout(BODY_WITHIN, Limited::new(body, limit).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_long),
        Ok(Err(_)) => Err((StatusCode::BAD_REQUEST, "the body could not be read")),
        Err(_) => Err((StatusCode::REQUEST_TIMEOUT, "the body took too long")),
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn headers(kind: &'static str, accepts: &[&'static str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        for accept in accepts {
            headers.append(ACCEPT, HeaderValue::from_static(accept));
        }
        headers
    }

    #[test]
    fn json_comes_in_and_what_is_accepted_goes_out() {
        let both = Some((true, true));
        for (kind, accepts, expected) in [
            ("application/json", &["application/json, text/event-stream"][..], both),
            ("Application/JSON; charset=utf-8", &["application/json", "text/event-stream;q=0.5"], both),
            ("application/json", &[], both),
            ("application/json", &["*/*"], both),
            ("application/json", &["application/json"], Some((true, false))),
            ("application/json", &["text/event-stream"], Some((false, true))),
            ("application/json", &["text/html"], None),
            ("text/plain", &["*/*"], None),
            ("application/jsonx", &["*/*"], None),
        ] {
            let accept = negotiate(&headers(kind, accepts)).ok().map(|accept| (accept.json, accept.stream));
            assert_eq!(accept, expected, "{kind} {accepts:?}");
        }
    }

    #[tokio::test]
    async fn a_body_is_bounded_whether_it_says_its_length_or_not() {
        let mut announced = HeaderMap::new();
        announced.insert(CONTENT_LENGTH, HeaderValue::from_static("11"));
        let long = || Body::from("01234567890");
        let status = |outcome: Result<Bytes, Refused>| outcome.err().map(|(status, _)| status);
        assert_eq!(status(read(&announced, Body::empty(), 10).await), Some(StatusCode::PAYLOAD_TOO_LARGE));
        assert_eq!(status(read(&HeaderMap::new(), long(), 10).await), Some(StatusCode::PAYLOAD_TOO_LARGE));
        assert_eq!(status(read(&HeaderMap::new(), long(), 11).await), None);
    }
}
