//! Secrets: where they go, where they do not, and what comes back.

use super::server::{chunked, plain};
use super::*;

fn policy(server: &Server, secrets: &str) -> String {
    format!(
        "[tools.t]\nhttp = [\"* http://*:*/*\", \"* https://*:*/*\"]\naddresses = [\"127.0.0.1\"]\nsecrets = {{ {secrets} }}\n",
    )
    .replace("HERE", &format!("http://name.example.com:{}", server.address.port()))
}

const BEARER: &str =
    r#"TOKEN = { env = "TOKEN", header = "Authorization", format = "Bearer {}", to = "HERE" }"#;

fn harbour(server: &Server, secrets: &str) -> Harbour {
    Harbour::new(&policy(server, secrets), &[server.address.ip()])
}

fn naming(name: &str, uri: &str) -> Request<WasiBody> {
    let mut request = get(uri);
    request.headers_mut().append("bulkhead-secret", name.parse().unwrap());
    request
}

fn stars(text: &str) -> String {
    "*".repeat(text.len())
}

#[tokio::test]
async fn a_secret_arrives_in_its_header_and_nowhere_else() {
    let server = answering(|_| plain("", "ok")).await;
    let mut harbour = harbour(&server, BEARER);
    let mut request = naming("TOKEN", &server.uri("/a"));
    request.headers_mut().append("authorization", "Bearer of-the-guest".parse().unwrap());
    request.headers_mut().append("authorization", "Basic of-the-guest".parse().unwrap());
    request.headers_mut().append("accept-encoding", "gzip, br".parse().unwrap());
    let response = harbour.send(request).await.unwrap();
    assert_eq!(text(response).await.unwrap(), "ok");
    let heard = server.heard().join("");
    assert!(heard.contains(&format!("authorization: Bearer {TOKEN}\r\n")), "{heard}");
    assert!(heard.contains("accept-encoding: identity\r\n"), "{heard}");
    assert_eq!(heard.matches(TOKEN).count(), 1, "{heard}");
    for gone in ["of-the-guest", "bulkhead-secret", "gzip"] {
        assert!(!heard.contains(gone), "{gone}: {heard}");
    }
}

#[tokio::test]
async fn two_secrets_in_one_request() {
    let server = answering(|heard| plain("", heard)).await;
    let other = r#"OTHER = { env = "OTHER", header = "X-Other", to = "HERE" }"#;
    let mut harbour = harbour(&server, &format!("{BEARER}, {other}"));
    let mut request = naming("OTHER", &server.uri("/"));
    request.headers_mut().append("bulkhead-secret", "TOKEN".parse().unwrap());
    let answer = text(harbour.send(request).await.unwrap()).await.unwrap();
    assert!(server.heard()[0].contains("x-other: another-value\r\n"), "{:?}", server.heard());
    assert!(answer.contains(&format!("x-other: {}\r\n", stars("another-value"))), "{answer}");
    assert!(answer.contains(&format!("authorization: Bearer {}\r\n", stars(TOKEN))), "{answer}");
}

/// A request that names none gets none, whatever the same component did before.
#[tokio::test]
async fn a_request_that_names_no_secret_has_none() {
    let server = answering(|_| plain("", "ok")).await;
    let mut harbour = harbour(&server, BEARER);
    text(harbour.send(naming("TOKEN", &server.uri("/"))).await.unwrap()).await.unwrap();
    text(harbour.send(get(server.uri("/"))).await.unwrap()).await.unwrap();
    assert!(!server.heard()[1].contains("authorization"), "{:?}", server.heard());
    assert_eq!(server.connections(), 2, "a connection that carried a secret serves no other request");
}

#[tokio::test]
async fn requests_that_a_secret_does_not_go_into() {
    let server = answering(|_| plain("", "ok")).await;
    let port = server.address.port();
    let to_https =
        BEARER.replace("http", "https").replace("HERE", &format!("https://name.example.com:{port}"));
    let with = |name: &'static str, value: &str| {
        let mut request = naming("TOKEN", &server.uri("/"));
        request.headers_mut().insert(name, value.parse().unwrap());
        request
    };
    let cases = [
        (BEARER, naming("TOKEN", &format!("http://other.example.com:{port}/")), RuleId::SecretElsewhere),
        (BEARER, naming("TOKEN", &format!("http://sub.name.example.com:{port}/")), RuleId::SecretElsewhere),
        (BEARER, naming("TOKEN", "http://name.example.com:1/"), RuleId::SecretElsewhere),
        (BEARER, naming("TOKEN", &format!("https://name.example.com:{port}/")), RuleId::SecretElsewhere),
        (to_https.as_str(), naming("TOKEN", &server.uri("/")), RuleId::SecretElsewhere),
        (BEARER, naming("OTHER", &server.uri("/")), RuleId::SecretNoGrant),
        ("", naming("TOKEN", &server.uri("/")), RuleId::SecretNoGrant),
        (BEARER, naming("token", &server.uri("/")), RuleId::SecretNoGrant),
        (BEARER, naming("TOKEN, OTHER", &server.uri("/")), RuleId::SecretNoGrant),
        (BEARER, naming("X = { env = \"HOME\" }, Y", &server.uri("/")), RuleId::SecretNoGrant),
        (BEARER, naming("", &server.uri("/")), RuleId::SecretNoGrant),
        (BEARER, with("range", "bytes=0-3"), RuleId::SecretUnsafe),
        (BEARER, with("if-range", "\"x\""), RuleId::SecretUnsafe),
        (BEARER, with("a-im", "diffe"), RuleId::SecretUnsafe),
    ];
    for (secrets, request, rule) in cases {
        let (uri, headers) = (request.uri().clone(), format!("{:?}", request.headers()));
        let mut harbour = harbour(&server, secrets);
        let error = harbour.send(request).await.unwrap_err();
        assert!(matches!(error, Error::HttpRequestDenied), "{uri} {headers}: {error}");
        assert_eq!(harbour.denied(), [rule], "{uri} {headers}");
    }
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn values_that_cannot_be_used() {
    let server = answering(|_| plain("", "ok")).await;
    let sources =
        [r#"env = "NOT_SET""#, r#"env = "SHORT""#, r#"env = "BROKEN""#, r#"file = "/there/is/none""#];
    for source in sources {
        let secret = format!("TOKEN = {{ {source}, header = \"Authorization\", to = \"HERE\" }}");
        let mut harbour = harbour(&server, &secret);
        let error = harbour.send(naming("TOKEN", &server.uri("/"))).await.unwrap_err();
        assert!(matches!(error, Error::InternalError(_)), "{source}: {error:?}");
        let told = format!("{error:?}");
        for detail in ["seven77", "line", "NOT_SET", "SHORT", "/there"] {
            assert!(!told.contains(detail), "{told}");
        }
        assert_eq!(harbour.denied(), [RuleId::SecretUnavailable], "{source}");
        let denial = harbour.denials.1.lock().unwrap().join("\n");
        let named = source.split('"').nth(1).unwrap();
        assert!(denial.contains(named), "the operator is told which: {denial}");
        assert!(!denial.contains("seven77") && !denial.contains("break\n"), "{denial}");
    }
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn an_echo_is_masked_in_headers_and_body() {
    let server = answering(|heard| {
        let token = heard.split("Bearer ").nth(1).unwrap().lines().next().unwrap();
        plain(&format!("x-echo: <{token}>\r\nx-{}: 1\r\n", "plain"), &format!("you sent {token}, {token}"))
    })
    .await;
    let response = harbour(&server, BEARER).send(naming("TOKEN", &server.uri("/"))).await.unwrap();
    assert_eq!(response.headers()["x-echo"], format!("<{}>", stars(TOKEN)));
    assert_eq!(response.headers()["x-plain"], "1");
    let length: usize = response.headers()["content-length"].to_str().unwrap().parse().unwrap();
    let text = text(response).await.unwrap();
    assert_eq!(text, format!("you sent {0}, {0}", stars(TOKEN)));
    assert_eq!(text.len(), length);
}

#[tokio::test]
async fn an_echo_is_masked_across_pieces() {
    for size in [1, 2, 5, 7, 13] {
        let server = answering(move |heard| chunked(heard.as_bytes(), size)).await;
        let response = harbour(&server, BEARER).send(naming("TOKEN", &server.uri("/"))).await.unwrap();
        let answer = text(response).await.unwrap();
        assert_eq!(answer, server.heard()[0].replace(TOKEN, &stars(TOKEN)), "in pieces of {size}");
    }
}

#[tokio::test]
async fn an_echo_in_trailers_is_dropped() {
    let server = answering(|_| {
        let head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ntrailer: x-echo\r\n\r\n2\r\nok\r\n";
        format!("{head}0\r\nx-echo: {TOKEN}\r\n\r\n").into_bytes()
    })
    .await;
    let response = harbour(&server, BEARER).send(naming("TOKEN", &server.uri("/"))).await.unwrap();
    let collected = response.into_body().collect().await.unwrap();
    assert!(collected.trailers().is_none());
    assert_eq!(collected.to_bytes(), "ok");
}

#[tokio::test]
async fn an_echo_in_the_name_of_a_header_is_dropped() {
    let secret = r#"OTHER = { env = "OTHER", header = "X-Key", to = "HERE" }"#;
    let server = answering(|_| plain("x-another-value-x: 1\r\n", "ok")).await;
    let response = harbour(&server, secret).send(naming("OTHER", &server.uri("/"))).await.unwrap();
    assert!(!response.headers().keys().any(|name| name.as_str().contains("another")), "{response:?}");
}

#[tokio::test]
async fn answers_that_could_hide_a_secret() {
    let answers = [
        "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\ncontent-encoding: identity\r\ncontent-encoding: br\r\ncontent-length: 2\r\n\r\nok",
        "HTTP/1.1 206 Partial Content\r\ncontent-length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\ncontent-range: bytes 0-1/10\r\ncontent-length: 2\r\n\r\nok",
        "HTTP/1.1 226 IM Used\r\ncontent-length: 2\r\n\r\nok",
    ];
    for answer in answers {
        let server = answering(|_| answer.as_bytes().to_vec()).await;
        let mut harbour = harbour(&server, BEARER);
        let error = harbour.send(naming("TOKEN", &server.uri("/"))).await.unwrap_err();
        let refused = matches!(error, Error::HttpRequestDenied | Error::HttpResponseContentCoding(None));
        assert!(refused, "{answer}: {error}");
        assert_eq!(harbour.denied(), [RuleId::SecretUnsafe], "{answer}");
        // Without a secret there is nothing to hide.
        harbour.send(get(server.uri("/"))).await.unwrap();
    }
}

/// The reason is free text, and hyper keeps an unusual one.
#[tokio::test]
async fn an_echo_in_the_reason_is_dropped() {
    let server =
        answering(|_| format!("HTTP/1.1 200 {TOKEN}\r\ncontent-length: 2\r\n\r\nok").into_bytes()).await;
    let response = harbour(&server, BEARER).send(naming("TOKEN", &server.uri("/"))).await.unwrap();
    assert!(response.extensions().is_empty());
    assert!(!format!("{response:?}").contains("v4l"), "{response:?}");
}
