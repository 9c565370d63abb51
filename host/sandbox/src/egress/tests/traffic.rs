//! The limits of a call's traffic, and what is known of them afterwards.

use super::server::{chunked, plain};
use super::*;

#[tokio::test]
async fn all_bodies_together() {
    let server = answering(|_| plain("", &"x".repeat(1000))).await;
    let mut harbour = Harbour::limited(server.address, "http_traffic = \"4KiB\"");
    let sent = request("POST", &server.uri("/"), &"y".repeat(1000));
    text(harbour.send(sent).await.unwrap()).await.unwrap();
    assert_eq!(harbour.egress.account().http_bytes(), 2000);
    text(harbour.send(get(server.uri("/"))).await.unwrap()).await.unwrap();
    assert_eq!(harbour.reached(), (None, vec![]));
    // What is left is not enough for what the server announces.
    text(harbour.send(get(server.uri("/"))).await.unwrap()).await.unwrap();
    let error = harbour.send(get(server.uri("/"))).await.unwrap_err();
    assert!(matches!(error, Error::HttpResponseBodySize(Some(4096))), "{error}");
    assert_eq!(harbour.reached(), (Some(Limit::HttpTraffic), vec![Limit::HttpTraffic]));
    let error = harbour.send(request("POST", &server.uri("/"), &"y".repeat(1000))).await.unwrap_err();
    assert!(matches!(error, Error::HttpRequestBodySize(Some(4096))), "{error}");
}

#[tokio::test]
async fn all_bodies_together_when_none_says_how_long_it_is() {
    let server = answering(|_| chunked(&[b'x'; 3000], 100)).await;
    let mut harbour = Harbour::limited(server.address, "http_traffic = \"4KiB\"");
    text(harbour.send(get(server.uri("/"))).await.unwrap()).await.unwrap();
    let error = text(harbour.send(get(server.uri("/"))).await.unwrap()).await.unwrap_err();
    assert!(matches!(error, Error::HttpResponseBodySize(Some(4096))), "{error}");
    assert_eq!(harbour.reached(), (Some(Limit::HttpTraffic), vec![Limit::HttpTraffic]));
}

#[tokio::test]
async fn connections_that_are_open_at_once() {
    let server = answering(|_| plain("", &"x".repeat(1 << 20))).await;
    let mut harbour = Harbour::limited(server.address, "connections = 2");
    let first = harbour.send(get(server.uri("/"))).await.unwrap();
    let second = harbour.send(get(server.uri("/"))).await.unwrap();
    let error = harbour.send(get(server.uri("/"))).await.unwrap_err();
    assert!(matches!(error, Error::ConnectionLimitReached), "{error}");
    assert_eq!(harbour.reached(), (Some(Limit::Connections), vec![Limit::Connections]));
    drop(first);
    text(harbour.send(get(server.uri("/"))).await.unwrap()).await.unwrap();
    // One that waits for the next request is not the call's any more.
    text(second).await.unwrap();
    drop((
        harbour.send(get(server.uri("/"))).await.unwrap(),
        harbour.send(get(server.uri("/"))).await.unwrap(),
    ));
}

#[tokio::test]
async fn each_limit_is_known_afterwards() {
    let server = answering(|_| plain("", &"x".repeat(2000))).await;
    let cases = [
        ("http_requests = 1", 0, Limit::HttpRequests),
        ("http_request = \"1KiB\"", 1025, Limit::HttpRequest),
        ("http_response = \"1KiB\"", 0, Limit::HttpResponse),
    ];
    for (limit, size, reached) in cases {
        let mut harbour = Harbour::limited(server.address, limit);
        for _ in 0..2 {
            drop(harbour.send(request("POST", &server.uri("/"), &"y".repeat(size))).await);
        }
        assert_eq!(harbour.reached(), (Some(reached), vec![reached]), "{limit}");
    }
}

/// Refusals that are without end would fill the record.
#[tokio::test]
async fn no_more_refusals_are_put_on_record_than_tell_something() {
    let mut harbour = Harbour::new("[tools.t]\nlimits = { http_requests = 1_000 }\n", &[]);
    for _ in 0..200 {
        harbour.send(get("http://example.com/")).await.unwrap_err();
    }
    assert_eq!(harbour.denied().len(), 16);
}
