//! The one way out to the network. Every request of every guest passes here, and there is no other socket: the name is
//! checked, resolved once, every address is checked, and exactly a checked address is dialled. No redirect is
//! followed: a guest that wants to go where one points makes a request, which is checked like any other.
//!
//! HTTP is spoken here, on sockets that are opened in `dial`. For TCP, WASI's implementation makes the socket and moves the
//! bytes; `tcp` stands before it and decides what may be looked up and dialled, and counts what passes.

use std::sync::Arc;

use bulkhead_policy::{Denial, HttpTarget, Limit, Permit};
use http::{Request, Response};
use wasmtime::component::Linker;
use wasmtime_wasi_http::{Error, ForbiddenHeaderFilter, RequestOptions, WasiBody, WasiHttpHooks};

use crate::limits::Reached;
use crate::refusals::Refusals;
use crate::state::State;
use crate::{Resolve, Secrets};

mod account;
mod body;
mod codes;
mod dial;
mod exchange;
mod head;
mod held;
mod idle;
mod mask;
mod secrets;
mod tcp;
mod tls;

use account::Account;
use idle::Idle;
use secrets::Named;
pub(crate) use tcp::Tcp;

/// Links what stands before WASI's own network, in its place; the linker allows that.
pub(crate) fn link(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    tcp::link(linker)?;
    codes::link(linker)
}

/// What all calls share.
pub(crate) struct Network {
    resolver: Arc<dyn Resolve>,
    secrets: Arc<dyn Secrets>,
    tls: tokio_rustls::TlsConnector,
    idle: Arc<Idle>,
}

impl Network {
    pub(crate) fn new(resolver: Arc<dyn Resolve>, secrets: Arc<dyn Secrets>) -> Result<Self, crate::Error> {
        Ok(Self { resolver, secrets, tls: tls::connector(tls::public_roots())?, idle: Idle::new(idle::LIFE) })
    }
}

/// One call's way out.
pub(crate) struct Egress {
    permit: Arc<Permit>,
    account: Arc<Account>,
    network: Arc<Network>,
    requests: u32,
}

/// What a finished exchange gives: the response, and what must be kept alive while its body is read.
type Answer = (Response<WasiBody>, Box<dyn Future<Output = Result<(), Error>> + Send>);

impl Egress {
    pub(crate) fn new(
        permit: Arc<Permit>,
        refusals: Arc<Refusals>,
        network: Arc<Network>,
        reached: Reached,
    ) -> Self {
        let account = Arc::new(Account::new(permit.limits().clone(), refusals, reached));
        Self { permit, account, network, requests: 0 }
    }

    /// How many requests the guest attempted.
    pub(crate) fn requests(&self) -> u32 {
        self.requests
    }

    /// What the call has used of the network.
    pub(crate) fn account(&self) -> &Account {
        &self.account
    }

    /// Counts the request, checks its name, and takes the names of secrets out of it.
    fn admit(&mut self, request: &mut Request<WasiBody>) -> Result<(HttpTarget, Vec<Named>), Error> {
        self.requests = self.requests.saturating_add(1);
        if self.requests > self.permit.limits().http_requests {
            self.account.reach(Limit::HttpRequests);
            return Err(Error::ConnectionLimitReached);
        }
        self.check(request).map_err(|denial| {
            self.account.denied(&denial);
            Error::HttpRequestDenied
        })
    }

    fn check(&self, request: &mut Request<WasiBody>) -> Result<(HttpTarget, Vec<Named>), Denial> {
        let uri = request.uri();
        let target = HttpTarget::new(
            request.method().as_str(),
            uri.scheme_str().unwrap_or_default(),
            uri.authority().map(http::uri::Authority::as_str).unwrap_or_default(),
            uri.path_and_query().map(http::uri::PathAndQuery::as_str).unwrap_or_default(),
        )?;
        self.permit.grants().check_http(&target)?;
        let secrets = secrets::named(self.permit.grants(), &target, request.headers_mut())?;
        Ok((target, secrets))
    }
}

impl WasiHttpHooks for Egress {
    fn send_request(
        &mut self,
        mut request: Request<WasiBody>,
        options: Option<RequestOptions>,
        _: Box<dyn Future<Output = Result<(), Error>> + Send>,
    ) -> Box<dyn Future<Output = Result<Answer, Error>> + Send> {
        let (target, secrets) = match self.admit(&mut request) {
            Ok(admitted) => admitted,
            Err(error) => return Box::new(std::future::ready(Err(error))),
        };
        let line = dial::Line {
            permit: Arc::clone(&self.permit),
            account: Arc::clone(&self.account),
            network: Arc::clone(&self.network),
            target,
            secrets,
        };
        Box::new(exchange::run(line, request, options.unwrap_or_default()))
    }

    fn forbidden_header_filter(&mut self) -> ForbiddenHeaderFilter {
        Arc::new(head::is_the_hosts)
    }
}

#[cfg(test)]
mod tests;
