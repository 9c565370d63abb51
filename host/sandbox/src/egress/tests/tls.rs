//! TLS.

use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{RootCertStore, ServerConfig};
use tokio_rustls::TlsAcceptor;

use super::*;

/// A server with a certificate for `name.example.com`, and the roots that trust it.
async fn encrypted() -> (SocketAddr, RootCertStore, Arc<Mutex<Vec<Option<String>>>>) {
    let made = rcgen::generate_simple_self_signed(["name.example.com".to_owned()]).unwrap();
    let certificate: CertificateDer<'static> = made.cert.der().clone();
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.clone()], key)
        .unwrap();
    let mut roots = RootCertStore::empty();
    roots.add(certificate).unwrap();
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let names = Arc::new(Mutex::new(Vec::new()));
    tokio::spawn(answer(listener, TlsAcceptor::from(Arc::new(config)), Arc::clone(&names)));
    (address, roots, names)
}

async fn answer(listener: TcpListener, acceptor: TlsAcceptor, names: Arc<Mutex<Vec<Option<String>>>>) {
    while let Ok((stream, _)) = listener.accept().await {
        let Ok(mut stream) = acceptor.accept(stream).await else { continue };
        names.lock().unwrap().push(stream.get_ref().1.server_name().map(Into::into));
        let mut read = Vec::new();
        let _ = stream.read_buf(&mut read).await;
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok").await;
        let _ = stream.shutdown().await;
    }
}

fn policy(server: SocketAddr) -> String {
    format!("[tools.t]\nhttp = [\"GET https://*:{}/*\"]\naddresses = [\"127.0.0.1\"]\n", server.port())
}

#[tokio::test]
async fn the_name_is_what_is_verified_whatever_the_address() {
    let (server, roots, names) = encrypted().await;
    let mut harbour = Harbour::with_roots(&policy(server), &[server.ip()], roots);
    let response = harbour.send(get(format!("https://name.example.com:{}/", server.port()))).await.unwrap();
    assert_eq!(text(response).await.unwrap(), "ok");
    assert_eq!(*names.lock().unwrap(), [Some("name.example.com".to_owned())]);
    let error = harbour.send(get(format!("https://other.example.com:{}/", server.port()))).await.unwrap_err();
    assert!(matches!(error, Error::TlsCertificateError), "{error:?}");
}

#[tokio::test]
async fn a_certificate_that_nobody_vouches_for() {
    let (server, _, _) = encrypted().await;
    let mut harbour = Harbour::new(&policy(server), &[server.ip()]);
    let uri = format!("https://name.example.com:{}/", server.port());
    let error = harbour.send(get(uri)).await.unwrap_err();
    assert!(matches!(error, Error::TlsCertificateError), "{error:?}");
}

#[tokio::test]
async fn a_server_that_does_not_speak_tls() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let server = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        let _ = stream.read_to_end(&mut Vec::new()).await;
    });
    let mut harbour = Harbour::new(&policy(server), &[server.ip()]);
    let uri = format!("https://name.example.com:{}/", server.port());
    let error = harbour.send(get(uri)).await.unwrap_err();
    assert!(matches!(error, Error::TlsProtocolError), "{error:?}");
}
