//! From a checked name to an open connection.

use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use bulkhead_policy::{HttpTarget, Permit, Scheme};
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use wasmtime_wasi_http::Error;

use super::account::Account;
use super::secrets::Named;
use super::{Network, tls};

/// How long one address may take when there is another to try. RFC 8305 starts the next after a quarter of a second, in
/// parallel; one after the other needs more patience for far servers.
const ATTEMPT: Duration = Duration::from_secs(3);

/// How many of a name's addresses are tried. The first one answers nearly always; two families with two each is what a
/// careful client tries.
const ADDRESSES: usize = 4;

/// One request on its way.
pub(super) struct Line {
    pub(super) permit: Arc<Permit>,
    pub(super) account: Arc<Account>,
    pub(super) network: Arc<Network>,
    pub(super) target: HttpTarget,
    /// What the host puts into it.
    pub(super) secrets: Vec<Named>,
}

/// With or without TLS.
pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

impl Line {
    pub(super) fn secret_names(&self) -> Vec<String> {
        self.secrets.iter().map(|secret| secret.name.clone()).collect()
    }

    /// Whether this request may be sent to an address that another one dialled. It need not be on record when not: the
    /// name is then looked up again.
    pub(super) fn may_dial(&self, address: IpAddr) -> bool {
        self.permit.grants().check_address(&self.target.host(), self.target.port(), address).is_ok()
    }

    /// A new connection, and the address that it leads to.
    pub(super) async fn connect(&self) -> Result<(Box<dyn Stream>, IpAddr), Error> {
        let addresses = self.addresses().await?;
        let (stream, address) = self.dial(&addresses).await?;
        // Requests are written whole; waiting for more to send only delays them.
        stream.set_nodelay(true).map_err(|e| connect_error(&e))?;
        match self.target.scheme() {
            Scheme::Http => Ok((Box::new(stream), address)),
            Scheme::Https => Ok((self.encrypt(stream).await?, address)),
        }
    }

    /// The addresses that may be dialled. One refused address refuses the request: a name that has both public and
    /// private addresses is what rebinding looks like, and whether it works must not depend on the order of an answer.
    async fn addresses(&self) -> Result<Vec<IpAddr>, Error> {
        let (host, port) = (self.target.host(), self.target.port());
        let found = match self.target.address() {
            Some(address) => vec![address],
            None => self.network.resolver.resolve(&host, port).await.map_err(|_| name_unknown())?,
        };
        if found.is_empty() {
            return Err(name_unknown());
        }
        for &address in &found {
            self.permit.grants().check_address(&host, port, address).map_err(|denial| {
                self.account.denied(&denial);
                Error::DestinationIpProhibited
            })?;
        }
        Ok(found)
    }

    async fn dial(&self, addresses: &[IpAddr]) -> Result<(TcpStream, IpAddr), Error> {
        let mut last = Error::DestinationUnavailable;
        for &address in addresses.iter().take(ADDRESSES) {
            let connecting = TcpStream::connect(SocketAddr::new(address, self.target.port()));
            match timeout(ATTEMPT, connecting).await {
                Ok(Ok(stream)) => return Ok((stream, address)),
                Ok(Err(e)) => last = connect_error(&e),
                Err(_) => last = Error::ConnectionTimeout,
            }
        }
        Err(last)
    }

    async fn encrypt(&self, stream: TcpStream) -> Result<Box<dyn Stream>, Error> {
        let name = ServerName::try_from(self.target.host()).map_err(|_| Error::HttpRequestUriInvalid)?;
        let stream = self.network.tls.connect(name, stream).await.map_err(|e| tls::error(&e))?;
        Ok(Box::new(stream))
    }
}

/// The resolver's own words stay with the host: they may name its servers.
fn name_unknown() -> Error {
    Error::DnsError { rcode: Some("the name could not be resolved".into()), info_code: None }
}

fn connect_error(error: &std::io::Error) -> Error {
    match error.kind() {
        ErrorKind::ConnectionRefused => Error::ConnectionRefused,
        ErrorKind::TimedOut => Error::ConnectionTimeout,
        ErrorKind::NetworkUnreachable | ErrorKind::HostUnreachable => Error::DestinationIpUnroutable,
        _ => Error::DestinationUnavailable,
    }
}
