//! Connections that serve more than one request.

use super::server::plain;
use super::*;

fn policy(server: &Server, component: &str) -> String {
    format!(
        "[tools.{component}]\nhttp = [\"* http://*:{}/*\"]\naddresses = [\"127.0.0.1\"]\n",
        server.address.port()
    )
}

async fn ask(harbour: &mut Harbour, server: &Server) {
    assert_eq!(text(harbour.send(get(server.uri("/"))).await.unwrap()).await.unwrap(), "ok");
}

#[tokio::test]
async fn a_connection_serves_the_requests_of_one_component_and_principal() {
    let server = answering(|_| plain("", "ok")).await;
    let mut first = Harbour::open(server.address);
    ask(&mut first, &server).await;
    ask(&mut first, &server).await;
    assert_eq!((server.connections(), first.lookups()), (1, 1));
    // The next call, too.
    ask(&mut first.another(permit(&policy(&server, "t"))), &server).await;
    assert_eq!(server.connections(), 1);
    ask(&mut first.another(permit_for(&policy(&server, "t"), "t", "bob")), &server).await;
    assert_eq!(server.connections(), 2);
    ask(&mut first.another(permit_for(&policy(&server, "u"), "u", "ada")), &server).await;
    assert_eq!(server.connections(), 3);
    // Another name is another origin, even at the same address.
    let uri = format!("http://other.example.com:{}/", server.address.port());
    text(first.send(get(uri)).await.unwrap()).await.unwrap();
    assert_eq!(server.connections(), 4);
}

/// What a call may dial is asked of its own grants, also when the connection is there already.
#[tokio::test]
async fn a_connection_serves_no_call_that_may_not_dial_its_address() {
    let server = answering(|_| plain("", "ok")).await;
    let mut first = Harbour::open(server.address);
    ask(&mut first, &server).await;
    let narrower = policy(&server, "t").replace("addresses = [\"127.0.0.1\"]", "");
    let mut second = first.another(permit(&narrower));
    let error = second.send(get(server.uri("/"))).await.unwrap_err();
    assert!(matches!(error, Error::DestinationIpProhibited), "{error}");
    assert_eq!(second.denied(), [RuleId::AddressLoopback]);
    assert_eq!(server.heard().len(), 1);
}

#[tokio::test]
async fn a_body_that_is_not_read_to_its_end_closes_the_connection() {
    let server = answering(|_| plain("", &"x".repeat(1 << 20))).await;
    let mut harbour = Harbour::open(server.address);
    drop(harbour.send(get(server.uri("/"))).await.unwrap());
    let mut body = harbour.send(get(server.uri("/"))).await.unwrap().into_body();
    body.frame().await.unwrap().unwrap();
    drop(body);
    text(harbour.send(get(server.uri("/"))).await.unwrap()).await.unwrap();
    assert_eq!(server.connections(), 3);
}

#[tokio::test]
async fn a_connection_is_not_kept_for_long() {
    let server = answering(|_| plain("", "ok")).await;
    let mut harbour = Harbour::open(server.address);
    ask(&mut harbour, &server).await;
    assert_eq!(harbour.egress.network.idle.len(), 1);
    tokio::time::sleep(KEPT * 3).await;
    assert_eq!(harbour.egress.network.idle.len(), 0, "it is closed without anybody coming back for it");
    ask(&mut harbour, &server).await;
    assert_eq!(server.connections(), 2);
}

#[tokio::test]
async fn no_more_are_kept_than_may_be() {
    let server = answering(|_| plain("", &"x".repeat(1 << 16))).await;
    let mut harbour = Harbour::open(server.address);
    let mut open = Vec::new();
    for _ in 0..7 {
        open.push(harbour.send(get(server.uri("/"))).await.unwrap());
    }
    for response in open {
        text(response).await.unwrap();
    }
    assert_eq!((server.connections(), harbour.egress.network.idle.len()), (7, 4));
}

/// The server says nothing and closes; the next request finds out, before or after it is sent.
#[tokio::test]
async fn a_connection_that_the_server_closed() {
    let (server, heard) = server("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok").await;
    let mut harbour = Harbour::open(server);
    let uri = format!("http://name.example.com:{}/", server.port());
    for _ in 0..20 {
        assert_eq!(text(harbour.send(get(&uri)).await.unwrap()).await.unwrap(), "ok");
    }
    assert_eq!(heard.lock().unwrap().len(), 20);
}

/// The server takes the second request on a connection, and hangs up.
async fn fickle() -> Server {
    let asked = AtomicUsize::new(0);
    answering(move |_| match asked.fetch_add(1, Ordering::Relaxed) {
        1 => Vec::new(),
        _ => plain("", "ok"),
    })
    .await
}

#[tokio::test]
async fn a_request_without_effect_is_sent_again() {
    let server = fickle().await;
    let mut harbour = Harbour::open(server.address);
    ask(&mut harbour, &server).await;
    ask(&mut harbour, &server).await;
    assert_eq!((server.connections(), server.heard().len()), (2, 3));
}

/// Whether a change was made is not known, and the guest has to say whether to try again.
#[tokio::test]
async fn a_request_with_an_effect_is_not_sent_again() {
    for (method, body) in [("POST", "x"), ("POST", ""), ("PATCH", "x"), ("PUT", "x")] {
        let server = fickle().await;
        let mut harbour = Harbour::open(server.address);
        ask(&mut harbour, &server).await;
        let error = harbour.send(request(method, &server.uri("/"), body)).await.unwrap_err();
        assert!(
            matches!(error, Error::HttpResponseIncomplete | Error::ConnectionTerminated),
            "{method}: {error:?}"
        );
        assert_eq!(server.heard().len(), 2, "{method}");
    }
}

/// Bytes that nobody asked for are not the answer to the next request.
#[tokio::test]
async fn a_second_answer_behind_the_first() {
    let server = answering(|heard| {
        let mut answer = plain("", "ok");
        if heard.contains("/first") {
            answer.extend(plain("", "forged"));
        }
        answer
    })
    .await;
    let mut harbour = Harbour::open(server.address);
    assert_eq!(text(harbour.send(get(server.uri("/first"))).await.unwrap()).await.unwrap(), "ok");
    assert_eq!(text(harbour.send(get(server.uri("/second"))).await.unwrap()).await.unwrap(), "ok");
    assert_eq!(server.connections(), 2);
}
