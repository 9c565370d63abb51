//! Requests: the one that is granted, and every other.

use bulkhead_test_artifacts::HTTP;
use bulkhead_tests_pipeline::Web;
use serde_json::{Value, json};

use crate::house::{House, Plan};

/// The guest has declared `GET,POST http://*:*/open/*` and `GET http://api.test:*/*`.
async fn house(http: &str, addresses: &str) -> House {
    let policy = format!("[tools.http]\nhttp = [{http}]\naddresses = [{addresses}]");
    let plan =
        Plan::of(HTTP).policy(policy).name("api.test", &["127.0.0.1"]).name("www.api.test", &["127.0.0.1"]);
    plan.name("inside.test", &["10.1.2.3"]).name("both.test", &["9.9.9.9", "127.0.0.1"]).open().await
}

fn get(url: &str) -> Value {
    json!({ "url": url })
}

#[tokio::test]
pub async fn http() {
    let web = Web::start().await.unwrap();
    let port = web.port;
    let house = house(r#""GET,POST http://api.test:*/open/*""#, &format!("\"127.0.0.1:{port}\"")).await;
    let heard = house.json("http", get(&format!("http://api.test:{port}/open/hello"))).await;
    assert_eq!((heard["status"].as_u64(), heard["body"].as_str()), (Some(200), Some("hello")));
    // The query is part of no rule.
    house.json("http", get(&format!("http://api.test:{port}/open/find?q=1"))).await;
    let post = json!({ "method": "POST", "url": format!("http://api.test:{port}/open/form"), "body": 5000 });
    assert_eq!(house.json("http", post).await["body"], "5000 bytes");
    assert_eq!(web.requests(), ["GET /open/hello", "GET /open/find?q=1", "POST /open/form"]);
}

/// Each is refused by the rule that stands beside it, is put on record, and never reaches the server.
#[tokio::test]
async fn requests_that_are_not_granted() {
    let web = Web::start().await.unwrap();
    let port = web.port;
    let house =
        house(r#""GET,POST http://api.test:*/open/*", "GET https://api.test:*/*""#, "\"127.0.0.0/8\"").await;
    let refused = [
        ("GET", format!("http://www.api.test:{port}/open/hello"), "http-host"),
        ("GET", format!("http://127.0.0.1:{port}/open/hello"), "http-host"),
        ("DELETE", format!("http://api.test:{port}/open/hello"), "http-method"),
        ("GET", format!("http://api.test:{port}/closed"), "http-path"),
        ("GET", format!("http://api.test:{port}/open/../closed"), "http-url-path"),
        ("GET", format!("http://api.test:{port}/open/%2e%2e/closed"), "http-url-path"),
        ("GET", format!("https://api.test:{port}/open/hello"), "http-not-declared"),
        ("GET", format!("http://2130706433:{port}/open/hello"), "http-url-host"),
        ("GET", format!("http://0x7f.1:{port}/open/hello"), "http-url-host"),
        ("GET", format!("http://user@api.test:{port}/open/hello"), "http-url-userinfo"),
    ];
    for (method, url, rule) in refused {
        let error = house.refusal("http", json!({ "method": method, "url": url })).await;
        let told = house.notes.told();
        assert_eq!(
            told[told.len() - 2..],
            [format!("denied {rule}"), format!("ended {}", error.code)],
            "{url}"
        );
        assert_eq!(error.code, "not_allowed", "{url}");
        assert!(!error.message.contains(rule), "{}", error.message);
    }
    assert_eq!(web.requests(), Vec::<String>::new());
}

#[tokio::test]
async fn addresses_that_are_not_granted() {
    let web = Web::start().await.unwrap();
    let port = web.port;
    let any = r#""GET http://*:*/*""#;
    let strict = house(any, "").await;
    let refused = [
        (format!("http://api.test:{port}/open/hello"), "address-loopback"),
        (format!("http://127.0.0.1:{port}/open/hello"), "address-loopback"),
        (format!("http://[::1]:{port}/open/hello"), "address-loopback"),
        ("http://inside.test/open/hello".to_owned(), "address-private"),
        // One of its addresses is public, the other is this machine.
        (format!("http://both.test:{port}/open/hello"), "address-loopback"),
        ("http://169.254.169.254/open/latest".to_owned(), "address-metadata"),
    ];
    for (url, rule) in refused {
        assert_eq!(strict.code("http", get(&url)).await, "not_allowed", "{url}");
        let told = strict.notes.told();
        assert_eq!(told[told.len() - 2], format!("denied {rule}"), "{url}");
    }
    let other_port = house(any, &format!("\"127.0.0.1:{}\"", port ^ 1)).await;
    assert_eq!(
        other_port.code("http", get(&format!("http://api.test:{port}/open/hello"))).await,
        "not_allowed"
    );
    assert_eq!(web.requests(), Vec::<String>::new());
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let web = Web::start().await.unwrap();
    let port = web.port;
    let house = house(r#""GET http://api.test:*/open/*""#, "\"127.0.0.1\"").await;
    let heard = house.json("http", get(&format!("http://api.test:{port}/open/away"))).await;
    assert_eq!((heard["status"].as_u64(), heard["location"].as_str()), (Some(302), Some("/open/hello")));
    assert_eq!(web.requests(), ["GET /open/away"]);
}

#[tokio::test]
async fn a_socket_of_its_own() {
    let web = Web::start().await.unwrap();
    let house = house(r#""GET http://*:*/*""#, "\"127.0.0.1\"").await;
    let error =
        house.call("socket", json!({ "address": format!("127.0.0.1:{}", web.port) })).await.unwrap_err();
    assert!(!["trap", "internal"].contains(&error.code()), "{error}");
}

#[tokio::test]
async fn what_does_not_answer() {
    let house = house(r#""GET http://*:*/*""#, "\"127.0.0.1\"").await;
    let unknown = house.refusal("http", get("http://nowhere.test/open/hello")).await;
    assert!(unknown.retryable && unknown.message.contains("not found"), "{unknown:?}");
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let refusing = house.refusal("http", get(&format!("http://api.test:{closed}/open/hello"))).await;
    assert!(refusing.retryable && refusing.message.contains("refuses"), "{refusing:?}");
}
