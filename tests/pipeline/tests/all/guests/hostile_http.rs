//! Requests and answers that try to slip through, each by name.

use std::time::Duration;

use bulkhead_test_artifacts::HTTP;
use bulkhead_tests_pipeline::{Parrot, answer};
use serde_json::{Value, json};

use crate::house::{House, Plan};

async fn house(http: &str, limits: &str) -> House {
    let policy =
        format!("[tools.http]\nhttp = [{http}]\naddresses = [\"127.0.0.1\"]\nlimits = {{ {limits} }}");
    let plan =
        Plan::of(HTTP).policy(policy).name("api.test", &["127.0.0.1"]).name("evil.test", &["127.0.0.1"]);
    plan.name("xn--bcher-kva.test", &["127.0.0.1"]).open().await
}

const API: &str = r#""GET http://api.test:*/open/*""#;
const ANY: &str = r#""GET http://*:*/*""#;

async fn hello() -> Parrot {
    Parrot::http(|_| answer("", "hello")).await.unwrap()
}

fn get(url: String) -> Value {
    json!({ "url": url })
}

async fn refused(http: &str, authority: &str, rule: &str) {
    let server = hello().await;
    let house = house(http, "").await;
    let url = format!("http://{}/open/hello", authority.replace("PORT", &server.port.to_string()));
    let error = house.refusal("http", get(url.clone())).await;
    assert_eq!(house.notes.told()[1..], [format!("denied {rule}"), format!("ended {}", error.code)], "{url}");
    assert_eq!(server.connections(), 0, "{url}");
}

async fn passes(http: &str, authority: &str) {
    let server = hello().await;
    let house = house(http, "").await;
    let url = format!("http://{}/open/hello", authority.replace("PORT", &server.port.to_string()));
    assert_eq!(house.json("http", get(url)).await["body"], "hello");
    // The name that was checked is the name that is sent.
    let host = http.split("http://").nth(1).unwrap().split(':').next().unwrap();
    assert!(server.heard()[0].contains(&format!("host: {host}:")), "{:?}", server.heard());
}

#[tokio::test]
async fn a_user_before_the_host() {
    refused(API, "api.test@evil.test:PORT", "http-url-userinfo").await;
    refused(API, "api.test:x@evil.test:PORT", "http-url-userinfo").await;
}

#[tokio::test]
async fn a_dot_behind_the_host() {
    passes(API, "api.test.:PORT").await;
    refused(API, "api.test..:PORT", "http-url-host").await;
    refused(API, "evil.test.:PORT", "http-host").await;
}

#[tokio::test]
async fn a_host_in_upper_case() {
    passes(API, "API.Test:PORT").await;
    refused(API, "EVIL.TEST:PORT", "http-host").await;
}

#[tokio::test]
async fn a_host_in_punycode() {
    passes(r#""GET http://xn--bcher-kva.test:*/*""#, "xn--bcher-kva.test:PORT").await;
    // Which looks like another to a person.
    refused(API, "xn--pi-7ka.test:PORT", "http-host").await;
}

#[tokio::test]
async fn an_address_in_decimal() {
    refused(ANY, "2130706433:PORT", "http-url-host").await;
}

#[tokio::test]
async fn an_address_in_octal() {
    refused(ANY, "0177.0.0.1:PORT", "http-url-host").await;
    refused(ANY, "127.0.0.01:PORT", "http-url-host").await;
}

#[tokio::test]
async fn an_address_in_hexadecimal() {
    refused(ANY, "0x7f000001:PORT", "http-url-host").await;
    refused(ANY, "0x7f.0.0.1:PORT", "http-url-host").await;
}

#[tokio::test]
async fn an_address_in_short() {
    refused(ANY, "127.1:PORT", "http-url-host").await;
}

/// The address is this machine's, which the policy of this test opens; in this form it stays shut for `10.0.0.1`.
#[tokio::test]
async fn an_ipv4_address_in_an_ipv6_one() {
    refused(ANY, "[::ffff:10.0.0.1]:PORT", "address-private").await;
    refused(ANY, "[64:ff9b::10.0.0.1]:PORT", "address-tunnel").await;
    refused(ANY, "[2002:a00:1::]:PORT", "address-tunnel").await;
    refused(ANY, "[::ffff:169.254.169.254]:PORT", "address-metadata").await;
}

/// The guest follows it, which is a request like any other.
#[tokio::test]
async fn a_redirect_to_a_forbidden_host() {
    let to = hello().await;
    let forbidden = format!("http://evil.test:{}/open/hello", to.port);
    let location = forbidden.clone();
    let server = Parrot::http(move |_| {
        format!("HTTP/1.1 302 Found\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n").into_bytes()
    });
    let server = server.await.unwrap();
    let house = house(API, "").await;
    let heard = house.json("http", get(format!("http://api.test:{}/open/away", server.port))).await;
    assert_eq!((heard["status"].as_u64(), heard["location"].as_str()), (Some(302), Some(forbidden.as_str())));
    assert_eq!(house.code("http", get(forbidden)).await, "not_allowed");
    assert_eq!((server.heard().len(), to.connections()), (1, 0));
}

async fn answered(made: Vec<u8>, limits: &str) -> (House, Value) {
    let server = Parrot::http(move |_| made.clone()).await.unwrap();
    let url = format!("http://api.test:{}/open/x", server.port);
    let house = house(API, limits).await;
    let error = house.refusal("http", get(url)).await;
    let told = json!({ "code": error.code, "message": error.message });
    (house, told)
}

#[tokio::test]
async fn forty_thousand_headers() {
    let headers: String = (0..40_000).map(|n| format!("x-{n}: y\r\n")).collect();
    let (_, error) = answered(answer(&headers, ""), "").await;
    assert_eq!(error["code"], "failed", "{error}");
    assert!(error["message"].as_str().unwrap().contains("HttpResponseHeaderSectionSize"), "{error}");
}

#[tokio::test]
async fn an_endless_body() {
    // As much as is sent at once, of a body that says it has no end; the limit is far below.
    let mut endless = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
    endless.resize(4 << 20, b'x');
    let (_, error) = answered(endless, "http_response = \"1MiB\"").await;
    assert_eq!(error["code"], "too_large", "{error}");
}

#[tokio::test]
async fn an_answer_with_a_length_and_a_coding() {
    let both =
        "HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
    let (_, error) = answered(both.into(), "").await;
    assert_eq!(error["code"], "failed", "{error}");
}

/// Every wait of the guest's is short, and the whole never ends.
#[tokio::test]
async fn a_response_a_byte_a_second() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let dripping = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let head = b"HTTP/1.1 200 OK\r\ncontent-length: 3600\r\n\r\n";
        tokio::io::AsyncWriteExt::write_all(&mut stream, head).await.unwrap();
        while tokio::io::AsyncWriteExt::write_all(&mut stream, b"x").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    });
    let house = house(API, "deadline = \"1s\"").await;
    let begun = std::time::Instant::now();
    assert_eq!(house.code("http", get(format!("http://api.test:{port}/open/drip"))).await, "deadline");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    // Its connection goes with the call.
    tokio::time::timeout(Duration::from_secs(10), dripping).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_compressed_bomb() {
    let bomb = "z".repeat(1000);
    let made = answer("content-encoding: gzip\r\n", &bomb);
    let server = Parrot::http(move |_| made.clone()).await.unwrap();
    let house = house(API, "http_response = \"1KiB\"").await;
    let url = format!("http://api.test:{}/open/bomb", server.port);
    assert_eq!(house.json("http", get(url)).await["body"], bomb, "the host unpacks nothing");
}

/// Every header that frames a message or names its goal is the host's: the guest cannot even make it.
#[tokio::test]
async fn framing_headers_of_the_guests() {
    let server = hello().await;
    let house = house(API, "").await;
    let url = format!("http://api.test:{}/open/hello", server.port);
    for header in [
        "Transfer-Encoding: chunked",
        "Host: evil.test",
        "Connection: close",
        "TE: trailers",
        "Upgrade: h2c",
        "Expect: 100-continue",
        "Keep-Alive: 5",
        "Trailer: x",
        "Proxy-Connection: close",
    ] {
        let error = house.refusal("http", json!({ "url": url, "header": header })).await;
        assert_eq!(error.code, "invalid", "{header}: {error:?}");
    }
    for header in ["Content-Length: 5", "Content-Length: +0", "X: y\r\nHost: evil.test"] {
        house.refusal("http", json!({ "url": url, "header": header })).await;
    }
    assert_eq!(server.connections(), 0);
}

/// A call's connection serves the next one of the same tool.
#[tokio::test]
async fn connections_are_kept_between_calls() {
    let server = hello().await;
    let house = house(API, "").await;
    for _ in 0..3 {
        house.json("http", get(format!("http://api.test:{}/open/hello", server.port))).await;
    }
    assert_eq!((server.connections(), server.heard().len()), (1, 3));
}
