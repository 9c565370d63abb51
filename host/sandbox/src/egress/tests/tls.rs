//! TLS.

use super::*;

#[tokio::test]
async fn a_server_that_does_not_speak_tls() {
    let (server, _) = server("HTTP/1.1 400 Bad Request\r\n\r\n").await;
    let policy =
        format!("[tools.t]\nhttp = [\"GET https://*:{}/*\"]\naddresses = [\"127.0.0.1\"]\n", server.port());
    let mut harbour = Harbour::new(&policy, &[server.ip()]);
    let uri = format!("https://name.example.com:{}/", server.port());
    // The server waits for the end of a head that never comes in this form, then answers in the clear.
    let sent = tokio::time::timeout(Duration::from_secs(5), harbour.send(get(uri))).await;
    assert!(matches!(sent, Ok(Err(Error::TlsProtocolError)) | Err(_)));
}
