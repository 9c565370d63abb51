//! The one way out to the network. Every request of every guest passes here, and this is the only socket: the name is
//! checked, resolved once, every address is checked, and exactly a checked address is dialled. No redirect is
//! followed: a guest that wants to go where one points makes a request, which is checked like any other.

use std::sync::Arc;

use bulkhead_policy::{Denial, HttpTarget, Permit};
use http::header::{self, HeaderName};
use http::{Request, Response};
use wasmtime_wasi_http::{
    DEFAULT_FORBIDDEN_HEADERS, Error, ForbiddenHeaderFilter, RequestOptions, WasiBody, WasiHttpHooks,
};

use crate::{HostSide, Resolve};

mod body;
mod dial;
mod exchange;
mod tls;

/// What all calls share.
pub(crate) struct Network {
    resolver: Arc<dyn Resolve>,
    tls: tokio_rustls::TlsConnector,
}

impl Network {
    pub(crate) fn new(resolver: Arc<dyn Resolve>) -> Result<Self, crate::Error> {
        Ok(Self { resolver, tls: tls::connector(tls::public_roots())? })
    }
}

/// One call's way out.
pub(crate) struct Egress {
    permit: Arc<Permit>,
    side: Arc<dyn HostSide>,
    network: Arc<Network>,
    requests: u32,
}

/// What a finished exchange gives: the response, and what must be kept alive while its body is read.
type Answer = (Response<WasiBody>, Box<dyn Future<Output = Result<(), Error>> + Send>);

impl Egress {
    pub(crate) fn new(permit: Arc<Permit>, side: Arc<dyn HostSide>, network: Arc<Network>) -> Self {
        Self { permit, side, network, requests: 0 }
    }

    /// How many requests the guest attempted.
    pub(crate) fn requests(&self) -> u32 {
        self.requests
    }

    /// Counts the request, and checks its name.
    fn admit(&mut self, request: &Request<WasiBody>) -> Result<HttpTarget, Error> {
        self.requests = self.requests.saturating_add(1);
        if self.requests > self.permit.limits().http_requests {
            return Err(Error::ConnectionLimitReached);
        }
        self.check_name(request).map_err(|denial| {
            self.side.denied(&denial);
            Error::HttpRequestDenied
        })
    }

    fn check_name(&self, request: &Request<WasiBody>) -> Result<HttpTarget, Denial> {
        let uri = request.uri();
        let target = HttpTarget::new(
            request.method().as_str(),
            uri.scheme_str().unwrap_or_default(),
            uri.authority().map(http::uri::Authority::as_str).unwrap_or_default(),
            uri.path_and_query().map(http::uri::PathAndQuery::as_str).unwrap_or_default(),
        )?;
        self.permit.grants().check_http(&target)?;
        Ok(target)
    }
}

impl WasiHttpHooks for Egress {
    fn send_request(
        &mut self,
        request: Request<WasiBody>,
        options: Option<RequestOptions>,
        _: Box<dyn Future<Output = Result<(), Error>> + Send>,
    ) -> Box<dyn Future<Output = Result<Answer, Error>> + Send> {
        let target = match self.admit(&request) {
            Ok(target) => target,
            Err(error) => return Box::new(std::future::ready(Err(error))),
        };
        let line = dial::Line {
            permit: Arc::clone(&self.permit),
            side: Arc::clone(&self.side),
            network: Arc::clone(&self.network),
            target,
        };
        Box::new(exchange::run(line, request, options.unwrap_or_default()))
    }

    /// Headers that are the host's: where the message goes, how it is framed, and what concerns one hop only.
    fn forbidden_header_filter(&mut self) -> ForbiddenHeaderFilter {
        Arc::new(|name| DEFAULT_FORBIDDEN_HEADERS.contains(name) || HOP_BY_HOP.contains(name))
    }
}

/// Beyond upstream's list: RFC 9110 §7.6.1 names these as well, and `expect` would have the host wait for an interim
/// response that it does not pass on.
const HOP_BY_HOP: [HeaderName; 3] = [header::TE, header::TRAILER, header::EXPECT];

#[cfg(test)]
mod tests;
