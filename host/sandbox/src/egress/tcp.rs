//! TCP, over `wasi:sockets`. WASI's own implementation makes the socket and moves the bytes. This stands before it: it
//! decides which names may be looked up and which addresses dialled, looks names up through the host's resolver, once in a
//! call, and counts connections and bytes. There is no listening, no binding and no UDP, whatever is granted.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bulkhead_policy::{Denial, EffectiveGrants, Permit, TcpRule};
use wasmtime_wasi::WasiCtx;
use wasmtime_wasi::p2::bindings::sockets::network::ErrorCode;
use wasmtime_wasi::sockets::{SocketAddrUse, WasiSocketsCtx};

use super::account::{Account, Place};
use super::{Egress, Network};

mod host;
mod lookup;
mod streams;

pub(super) use host::link;
use lookup::Lookup;

/// One call's connections.
pub(crate) struct Tcp {
    permit: Arc<Permit>,
    account: Arc<Account>,
    network: Arc<Network>,
    /// What the names are that were looked up in this call: a second answer could be another one than was checked.
    names: Arc<Names>,
    /// What was checked and may be dialled: WASI's implementation asks again.
    checked: Arc<Mutex<BTreeSet<SocketAddr>>>,
    /// Made with the first socket, which most calls do not have.
    context: Option<WasiSocketsCtx>,
    /// The room that each socket takes, by its number in the table.
    places: BTreeMap<u32, Place>,
}

/// Names and where they lead.
type Names = Mutex<BTreeMap<String, Vec<IpAddr>>>;

impl Tcp {
    pub(crate) fn new(egress: &Egress) -> Self {
        Self {
            permit: Arc::clone(&egress.permit),
            account: Arc::clone(&egress.account),
            network: Arc::clone(&egress.network),
            names: Arc::default(),
            checked: Arc::default(),
            context: None,
            places: BTreeMap::new(),
        }
    }

    /// What WASI's implementation works under.
    pub(crate) fn context(&mut self) -> &mut WasiSocketsCtx {
        let checked = &self.checked;
        self.context.get_or_insert_with(|| context(Arc::clone(checked)))
    }

    fn grants(&self) -> &EffectiveGrants {
        self.permit.grants()
    }

    fn refuse(&self, denial: &Denial) -> ErrorCode {
        self.account.denied(denial);
        ErrorCode::AccessDenied
    }

    /// A use of sockets that is refused always.
    fn never(&self, what: &str) -> ErrorCode {
        self.refuse(&self.grants().socket_never(what))
    }

    /// Begins to look up a name.
    pub(super) fn look_up(&self, name: &str) -> Result<Lookup, ErrorCode> {
        if let Ok(address) = name.parse() {
            return Ok(Lookup::found(vec![address]));
        }
        let host = normal(name).ok_or(ErrorCode::InvalidArgument)?;
        let ports = self.grants().check_lookup(&host).map_err(|denial| self.refuse(&denial))?;
        if let Some(known) = locked(&self.names).get(&host) {
            return Ok(Lookup::found(known.clone()));
        }
        let looking = look_up(
            Arc::clone(&self.permit),
            Arc::clone(&self.account),
            Arc::clone(&self.network),
            Arc::clone(&self.names),
            host,
            ports,
        );
        Ok(Lookup::begin(looking))
    }

    /// Checks an address before it is dialled: it must be one that the host found under a granted name, or granted itself.
    pub(super) fn check(&self, address: SocketAddr) -> Result<(), ErrorCode> {
        self.decide(address).map_err(|denial| self.refuse(&denial))?;
        locked(&self.checked).insert(address);
        Ok(())
    }

    fn decide(&self, address: SocketAddr) -> Result<(), Denial> {
        let (ip, port) = (address.ip(), address.port());
        let grants = self.grants();
        if grants.check_tcp(&TcpRule::address(ip, port)).is_ok() {
            return grants.check_address(&ip.to_string(), port, ip);
        }
        let mut refused = None;
        for (host, found) in locked(&self.names).iter().filter(|(_, found)| found.contains(&ip)) {
            match check_name(grants, host, port, found) {
                Ok(()) => return Ok(()),
                Err(denial) => refused = refused.or(Some(denial)),
            }
        }
        Err(refused.unwrap_or_else(|| grants.tcp_elsewhere(ip, port)))
    }
}

/// One refused address refuses the name, as for HTTP: which of them a guest dials must not decide.
fn check_name(grants: &EffectiveGrants, host: &str, port: u16, found: &[IpAddr]) -> Result<(), Denial> {
    let rule = format!("{host}:{port}").parse::<TcpRule>();
    let rule = rule.map_err(|_| grants.socket_never("a port that is none"))?;
    grants.check_tcp(&rule)?;
    found.iter().try_for_each(|&ip| grants.check_address(host, port, ip))
}

/// A name in the form that rules have.
fn normal(name: &str) -> Option<String> {
    let rule: TcpRule = format!("{name}:1").parse().ok()?;
    rule.ip().is_none().then(|| rule.host())
}

/// Looks a name up, and keeps the answer for the call if a connection to any of its ports may come of it.
async fn look_up(
    permit: Arc<Permit>,
    account: Arc<Account>,
    network: Arc<Network>,
    names: Arc<Names>,
    host: String,
    ports: Vec<u16>,
) -> Result<Vec<IpAddr>, ErrorCode> {
    let port = ports.first().copied().unwrap_or_default();
    let found = network.resolver.resolve(&host, port).await.map_err(|e| unresolved(&e))?;
    if found.is_empty() {
        return Err(ErrorCode::NameUnresolvable);
    }
    let mut refused = None;
    let open = ports.iter().any(|port| match check_name(permit.grants(), &host, *port, &found) {
        Ok(()) => true,
        Err(denial) => {
            refused.get_or_insert(denial);
            false
        }
    });
    if let (false, Some(denial)) = (open, refused) {
        account.denied(&denial);
        return Err(ErrorCode::AccessDenied);
    }
    // Two lookups at once: the first answer holds.
    Ok(locked(&names).entry(host).or_insert(found).clone())
}

fn unresolved(error: &io::Error) -> ErrorCode {
    match error.kind() {
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => ErrorCode::TemporaryResolverFailure,
        _ => ErrorCode::NameUnresolvable,
    }
}

/// The second lock: WASI's implementation asks before each system call, and only what was checked for this call passes.
fn context(checked: Arc<Mutex<BTreeSet<SocketAddr>>>) -> WasiSocketsCtx {
    let mut builder = WasiCtx::builder();
    builder.allow_tcp(true).allow_udp(false).allow_ip_name_lookup(false).socket_addr_check(
        move |address, purpose| {
            let may = match purpose {
                SocketAddrUse::TcpConnect => locked(&checked).contains(&address),
                // The one that the system does for every connection.
                SocketAddrUse::TcpBind => address.ip().is_unspecified() && address.port() == 0,
                SocketAddrUse::TcpListen
                | SocketAddrUse::TcpAccept
                | SocketAddrUse::UdpBind
                | SocketAddrUse::UdpSend
                | SocketAddrUse::UdpReceive => false,
            };
            Box::pin(std::future::ready(may))
        },
    );
    builder.build().sockets().clone()
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
