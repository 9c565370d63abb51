//! What never leaves, or never arrives.

use super::*;

const PUBLIC: IpAddr = IpAddr::V4(Ipv4Addr::new(9, 9, 9, 9));
const PRIVATE: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 1, 2, 3));
const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

const ANYWHERE: &str = "[tools.t]\nhttp = [\"GET http://*:*/*\", \"GET http://*/*\"]\n";

#[tokio::test]
async fn nothing_is_granted() {
    let mut harbour = Harbour::new("", &[PUBLIC]);
    let error = harbour.send(get("http://example.com/")).await.unwrap_err();
    assert!(matches!(error, Error::HttpRequestDenied), "{error}");
    assert_eq!(harbour.denied(), [RuleId::HttpNoGrant]);
    assert_eq!(harbour.lookups(), 0, "a refused name must not even be looked up");
}

#[tokio::test]
async fn another_method_host_or_path() {
    let policy = "[tools.t]\nhttp = [\"GET http://api.example.com/v1/*\"]\n";
    let cases = [
        (request("POST", "http://api.example.com/v1/a", ""), RuleId::HttpMethod),
        (get("http://example.com/v1/a"), RuleId::HttpHost),
        (get("http://api.example.com/v2/a"), RuleId::HttpPath),
        (get("http://api.example.com:8080/v1/a"), RuleId::HttpPort),
        (get("http://user@api.example.com/v1/a"), RuleId::HttpUrlUserinfo),
        (get("http://api.example.com/v1/%2e%2e/admin"), RuleId::HttpUrlPath),
    ];
    for (request, rule) in cases {
        let mut harbour = Harbour::new(policy, &[PUBLIC]);
        let error = harbour.send(request).await.unwrap_err();
        assert!(matches!(error, Error::HttpRequestDenied), "{rule}: {error}");
        assert_eq!(harbour.denied(), [rule]);
    }
}

#[tokio::test]
async fn a_name_that_leads_inside() {
    for addresses in [&[PRIVATE][..], &[LOOPBACK], &[PUBLIC, PRIVATE], &["::1".parse().unwrap()]] {
        let mut harbour = Harbour::new(ANYWHERE, addresses);
        let error = harbour.send(get("http://rebind.example.com/")).await.unwrap_err();
        assert!(matches!(error, Error::DestinationIpProhibited), "{addresses:?}: {error}");
        assert_eq!(harbour.denied().len(), 1);
        assert_eq!(harbour.lookups(), 1);
    }
}

#[tokio::test]
async fn an_address_that_is_written_out() {
    for uri in ["http://127.0.0.1/", "http://[::1]/", "http://169.254.169.254/latest/meta-data/"] {
        let mut harbour = Harbour::new(ANYWHERE, &[PUBLIC]);
        let error = harbour.send(get(uri)).await.unwrap_err();
        assert!(matches!(error, Error::DestinationIpProhibited), "{uri}: {error}");
        assert_eq!(harbour.lookups(), 0);
    }
}

#[tokio::test]
async fn an_address_rule_opens_exactly_that_address_and_port() {
    let (server, _) = server("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok").await;
    let policy = format!("{ANYWHERE}addresses = [\"127.0.0.1:{}\"]\n", server.port());
    let mut harbour = Harbour::new(&policy, &[LOOPBACK]);
    let response = harbour.send(get(format!("http://name.example.com:{}/", server.port()))).await.unwrap();
    assert_eq!(text(response).await.unwrap(), "ok");
    let error = harbour.send(get("http://name.example.com:1/")).await.unwrap_err();
    assert!(matches!(error, Error::DestinationIpProhibited), "{error}");
}

#[tokio::test]
async fn more_requests_than_there_may_be() {
    let (server, _) = server("HTTP/1.1 204 No Content\r\n\r\n").await;
    let mut harbour = Harbour::limited(server, "http_requests = 2");
    for _ in 0..2 {
        harbour.send(get(format!("http://a.example.com:{}/", server.port()))).await.unwrap();
    }
    let error = harbour.send(get(format!("http://a.example.com:{}/", server.port()))).await.unwrap_err();
    assert!(matches!(error, Error::ConnectionLimitReached), "{error}");
    assert_eq!(harbour.egress.requests(), 3);
}

#[tokio::test]
async fn a_request_body_that_is_too_large() {
    let (server, heard) = server("HTTP/1.1 204 No Content\r\n\r\n").await;
    let mut harbour = Harbour::limited(server, "http_request = \"1KiB\"");
    let body = "x".repeat(1025);
    let uri = format!("http://a.example.com:{}/", server.port());
    let error = harbour.send(request("POST", &uri, &body)).await.unwrap_err();
    assert!(matches!(error, Error::HttpRequestBodySize(Some(1024))), "{error}");
    assert!(heard.lock().unwrap().is_empty());
}

#[test]
fn headers_that_are_the_hosts() {
    let mut harbour = Harbour::new("", &[]);
    let filter = harbour.egress.forbidden_header_filter();
    for name in [
        "host",
        "connection",
        "transfer-encoding",
        "te",
        "trailer",
        "upgrade",
        "expect",
        "proxy-authorization",
    ] {
        assert!(filter(&name.parse().unwrap()), "{name}");
    }
    for name in ["authorization", "user-agent", "content-length", "accept"] {
        assert!(!filter(&name.parse().unwrap()), "{name}");
    }
}
