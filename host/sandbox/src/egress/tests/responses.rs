//! What servers answer.

use super::*;

fn uri(server: SocketAddr) -> String {
    format!("http://name.example.com:{}/path?q=1", server.port())
}

#[tokio::test]
async fn the_request_as_the_server_hears_it() {
    let (server, heard) = server("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok").await;
    let mut harbour = Harbour::open(server);
    let mut sent = get(uri(server));
    sent.headers_mut().insert("host", "evil.example.com".parse().unwrap());
    let response = harbour.send(sent).await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(text(response).await.unwrap(), "ok");
    let heard = heard.lock().unwrap().join("");
    assert!(heard.starts_with("GET /path?q=1 HTTP/1.1\r\n"), "{heard}");
    assert!(heard.contains(&format!("host: name.example.com:{}\r\n", server.port())), "{heard}");
    assert!(!heard.contains("connection:"), "{heard}");
    assert!(!heard.contains("evil"), "{heard}");
}

#[tokio::test]
async fn a_redirect_is_the_guests_affair() {
    let (server, heard) = server("HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\n\r\n").await;
    let mut harbour = Harbour::open(server);
    let response = harbour.send(get(uri(server))).await.unwrap();
    assert_eq!(response.status(), 302);
    assert_eq!(heard.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_body_that_is_too_large() {
    let long = "x".repeat(2000);
    let declared = format!("HTTP/1.1 200 OK\r\ncontent-length: 2000\r\n\r\n{long}");
    let undeclared = format!("HTTP/1.1 200 OK\r\n\r\n{long}");
    for answer in [declared, undeclared] {
        let (server, _) = server(answer).await;
        let mut harbour = Harbour::limited(server, "http_response = \"1KiB\"");
        let result = match harbour.send(get(uri(server))).await {
            Ok(response) => text(response).await,
            Err(error) => Err(error),
        };
        assert!(matches!(result, Err(Error::HttpResponseBodySize(Some(1024)))), "{result:?}");
    }
}

#[tokio::test]
async fn a_head_that_is_too_large() {
    let large = format!("HTTP/1.1 200 OK\r\nx: {}\r\n\r\n", "x".repeat(100_000));
    let many = format!("HTTP/1.1 200 OK\r\n{}\r\n", "x: y\r\n".repeat(1000));
    for answer in [large, many] {
        let (server, _) = server(answer).await;
        let error = Harbour::open(server).send(get(uri(server))).await.unwrap_err();
        assert!(matches!(error, Error::HttpResponseHeaderSectionSize(_)), "{error}");
    }
}

#[tokio::test]
async fn a_head_of_forty_kilobytes_passes() {
    let large = format!("HTTP/1.1 200 OK\r\nx: {}\r\ncontent-length: 0\r\n\r\n", "x".repeat(40_000));
    let (server, _) = server(large).await;
    let response = Harbour::open(server).send(get(uri(server))).await.unwrap();
    assert_eq!(response.headers()["x"].len(), 40_000);
}

#[tokio::test]
async fn a_body_that_stops_short() {
    let (server, _) = server("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nok").await;
    let response = Harbour::open(server).send(get(uri(server))).await.unwrap();
    let error = text(response).await.unwrap_err();
    assert!(matches!(error, Error::HttpResponseIncomplete | Error::HttpProtocolError), "{error:?}");
}

#[tokio::test]
async fn silence() {
    let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok".to_vec();
    let (server, _) = serve(answer, Duration::from_secs(60)).await;
    let options = RequestOptions {
        between_bytes_timeout: Some(Duration::from_millis(50)),
        ..RequestOptions::default()
    };
    let response = Harbour::open(server).send_with(get(uri(server)), Some(options)).await.unwrap();
    let error = text(response).await.unwrap_err();
    assert!(matches!(error, Error::ConnectionReadTimeout), "{error}");
}

#[tokio::test]
async fn no_answer_at_all() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let server = listener.local_addr().unwrap();
    let options =
        RequestOptions { first_byte_timeout: Some(Duration::from_millis(50)), ..RequestOptions::default() };
    let error = Harbour::open(server).send_with(get(uri(server)), Some(options)).await.unwrap_err();
    assert!(matches!(error, Error::ConnectionReadTimeout), "{error}");
    drop(listener);
    let error = Harbour::open(server).send(get(uri(server))).await.unwrap_err();
    assert!(matches!(error, Error::ConnectionRefused), "{error}");
}

#[tokio::test]
async fn garbage() {
    let (server, _) = server("SSH-2.0-OpenSSH_9.2\r\n\r\n").await;
    let error = Harbour::open(server).send(get(uri(server))).await.unwrap_err();
    assert!(matches!(error, Error::HttpProtocolError), "{error}");
}

#[tokio::test]
async fn the_next_address_is_tried() {
    let (server, _) = server("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok").await;
    let policy =
        format!("[tools.t]\nhttp = [\"GET http://*:{}/*\"]\naddresses = [\"127.0.0.0/8\"]\n", server.port());
    // Nothing listens on the first.
    let mut harbour = Harbour::new(&policy, &["127.0.0.2".parse().unwrap(), server.ip()]);
    let response = harbour.send(get(uri(server))).await.unwrap();
    assert_eq!(text(response).await.unwrap(), "ok");
}
