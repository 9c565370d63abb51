//! Servers and guests that do not keep to HTTP.

use super::server::plain;
use super::*;

async fn refused(answer: impl Into<Vec<u8>>) -> Error {
    let answer = answer.into();
    let server = answering(move |_| answer.clone()).await;
    let mut harbour = Harbour::open(server.address);
    match harbour.send(get(server.uri("/"))).await {
        Ok(response) => text(response).await.unwrap_err(),
        Err(error) => error,
    }
}

#[tokio::test]
async fn forty_thousand_headers() {
    let headers: String = (0..40_000).map(|n| format!("x-{n}: y\r\n")).collect();
    let error = refused(format!("HTTP/1.1 200 OK\r\n{headers}\r\n")).await;
    assert!(matches!(error, Error::HttpResponseHeaderSectionSize(_)), "{error:?}");
}

#[tokio::test]
async fn a_length_and_a_coding_at_once() {
    let body = "5\r\nhello\r\n0\r\n\r\n";
    let both = format!("HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n{body}");
    let error = refused(both).await;
    assert!(matches!(error, Error::HttpProtocolError), "{error:?}");
}

#[tokio::test]
async fn two_lengths() {
    let error = refused("HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 2\r\n\r\nhello").await;
    assert!(matches!(error, Error::HttpProtocolError), "{error:?}");
}

#[tokio::test]
async fn a_coding_that_was_not_asked_for() {
    let error =
        refused("HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n").await;
    assert!(matches!(error, Error::HttpResponseTransferCoding(None)), "{error:?}");
}

#[tokio::test]
async fn another_protocol_that_was_not_asked_for() {
    let error =
        refused("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n").await;
    assert!(matches!(error, Error::HttpUpgradeFailed | Error::HttpProtocolError), "{error:?}");
}

#[tokio::test]
async fn interim_answers_without_end() {
    let server = answering(|_| "HTTP/1.1 100 Continue\r\n\r\n".repeat(10_000).into_bytes()).await;
    let options =
        RequestOptions { first_byte_timeout: Some(Duration::from_millis(500)), ..RequestOptions::default() };
    let error =
        Harbour::open(server.address).send_with(get(server.uri("/")), Some(options)).await.unwrap_err();
    assert!(matches!(error, Error::ConnectionReadTimeout), "{error:?}");
}

/// The host unpacks nothing: what is small on the wire is small for the guest.
#[tokio::test]
async fn a_compressed_bomb() {
    let bomb = "z".repeat(1000);
    let answer = plain("content-encoding: gzip\r\n", &bomb);
    let server = answering(move |_| answer.clone()).await;
    let response = Harbour::open(server.address).send(get(server.uri("/"))).await.unwrap();
    assert_eq!(response.headers()["content-encoding"], "gzip");
    assert_eq!(text(response).await.unwrap(), bomb);
}

/// The filter keeps these from a guest already; what comes past it is taken out before anything is sent.
#[tokio::test]
async fn framing_that_a_guest_makes_up() {
    let server = answering(|_| plain("", "ok")).await;
    let mut sent = request("POST", &server.uri("/"), "hello");
    for (name, value) in [
        ("transfer-encoding", "chunked"),
        ("connection", "x-hop, keep-alive"),
        ("keep-alive", "timeout=600"),
        ("te", "trailers"),
        ("trailer", "x"),
        ("upgrade", "websocket"),
        ("expect", "100-continue"),
        ("proxy-authorization", "Basic x"),
        ("host", "evil.example.com"),
    ] {
        sent.headers_mut().insert(name, value.parse().unwrap());
    }
    let mut harbour = Harbour::open(server.address);
    assert_eq!(text(harbour.send(sent).await.unwrap()).await.unwrap(), "ok");
    let heard = server.heard().join("");
    for gone in [
        "transfer-encoding",
        "connection",
        "keep-alive",
        "te:",
        "trailer",
        "upgrade",
        "expect",
        "proxy",
        "evil",
    ] {
        assert!(!heard.contains(gone), "{gone}: {heard}");
    }
    assert!(heard.contains("content-length: 5\r\n") && heard.ends_with("\r\n\r\nhello"), "{heard}");
}

#[tokio::test]
async fn lengths_that_a_guest_makes_up() {
    let server = answering(|_| plain("", "ok")).await;
    for lengths in [&["5", "50"][..], &["5", "5"], &["+5"], &["5, 5"], &[""], &["0x5"]] {
        let mut sent = request("POST", &server.uri("/"), "hello");
        for length in lengths {
            sent.headers_mut().append("content-length", length.parse().unwrap());
        }
        let error = Harbour::open(server.address).send(sent).await.unwrap_err();
        assert!(matches!(error, Error::HttpProtocolError), "{lengths:?}: {error:?}");
    }
    assert_eq!(server.connections(), 0);
}
