//! `wasi:sockets` as guests see it: each function is counted, checked, and then WASI's own.

use std::net::SocketAddr;
use std::sync::Arc;

use wasmtime::component::{HasSelf, Linker, Resource, ResourceTable};
use wasmtime_wasi::p2::bindings::sockets::ip_name_lookup::{self, ResolveAddressStream};
use wasmtime_wasi::p2::bindings::sockets::network::{
    self, ErrorCode, IpAddress, IpAddressFamily, IpSocketAddress, LinkOptions, Network,
};
use wasmtime_wasi::p2::bindings::sockets::tcp::{self, HostTcpSocket, ShutdownType};
use wasmtime_wasi::p2::bindings::sockets::{instance_network, tcp_create_socket, udp_create_socket};
use wasmtime_wasi::p2::pipe::{ClosedInputStream, ClosedOutputStream};
use wasmtime_wasi::p2::{
    DynInputStream, DynOutputStream, DynPollable, SocketError, SocketResult, TcpSocket, UdpSocket, subscribe,
};
use wasmtime_wasi::sockets::WasiSocketsCtxView;

use super::lookup::Lookup;
use super::streams::{Received, Sent};
use crate::state::State;

/// In place of WASI's own. The functions of UDP's sockets stay WASI's: without a socket none of them can be called.
pub(in crate::egress) fn link(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    instance_network::add_to_linker::<_, HasSelf<_>>(linker, |state| state)?;
    network::add_to_linker::<_, HasSelf<_>>(linker, &LinkOptions::default(), |state| state)?;
    ip_name_lookup::add_to_linker::<_, HasSelf<_>>(linker, |state| state)?;
    tcp_create_socket::add_to_linker::<_, HasSelf<_>>(linker, |state| state)?;
    tcp::add_to_linker::<_, HasSelf<_>>(linker, |state| state)?;
    udp_create_socket::add_to_linker::<_, HasSelf<_>>(linker, |state| state)
}

impl State {
    fn sockets_entered(&mut self) -> SocketResult<WasiSocketsCtxView<'_>> {
        self.enter().map_err(SocketError::trap)?;
        Ok(self.checked_sockets())
    }
}

impl instance_network::Host for State {
    fn instance_network(&mut self) -> wasmtime::Result<Resource<Network>> {
        self.enter()?;
        self.checked_sockets().instance_network()
    }
}

impl network::Host for State {
    fn convert_error_code(&mut self, error: SocketError) -> wasmtime::Result<ErrorCode> {
        error.downcast()
    }

    fn network_error_code(
        &mut self,
        error: Resource<wasmtime::Error>,
    ) -> wasmtime::Result<Option<ErrorCode>> {
        self.enter()?;
        self.checked_sockets().network_error_code(error)
    }
}

impl network::HostNetwork for State {
    fn drop(&mut self, network: Resource<Network>) -> wasmtime::Result<()> {
        self.enter()?;
        network::HostNetwork::drop(&mut self.checked_sockets(), network)
    }
}

/// WASI's own type of the same resource cannot be made by others. To the guest a resource is a number, and every function
/// that takes this one is here.
fn as_lookup(stream: &Resource<ResolveAddressStream>) -> Resource<Lookup> {
    Resource::new_borrow(stream.rep())
}

impl ip_name_lookup::Host for State {
    fn resolve_addresses(
        &mut self,
        network: Resource<Network>,
        name: String,
    ) -> SocketResult<Resource<ResolveAddressStream>> {
        self.sockets_entered()?.table.get(&network)?;
        let lookup = self.tcp().look_up(&name)?;
        let lookup = self.table().push(lookup)?;
        Ok(Resource::new_own(lookup.rep()))
    }
}

impl ip_name_lookup::HostResolveAddressStream for State {
    fn resolve_next_address(
        &mut self,
        stream: Resource<ResolveAddressStream>,
    ) -> SocketResult<Option<IpAddress>> {
        let lookup = self.sockets_entered()?.table.get_mut(&as_lookup(&stream))?;
        Ok(lookup.next()?.map(IpAddress::from))
    }

    fn subscribe(
        &mut self,
        stream: Resource<ResolveAddressStream>,
    ) -> wasmtime::Result<Resource<DynPollable>> {
        self.enter()?;
        subscribe(self.table(), as_lookup(&stream))
    }

    fn drop(&mut self, stream: Resource<ResolveAddressStream>) -> wasmtime::Result<()> {
        self.enter()?;
        self.table().delete(Resource::<Lookup>::new_own(stream.rep()))?;
        Ok(())
    }
}

impl tcp_create_socket::Host for State {
    fn create_tcp_socket(&mut self, family: IpAddressFamily) -> SocketResult<Resource<TcpSocket>> {
        self.enter().map_err(SocketError::trap)?;
        // A socket is one of the system's even before it is connected.
        let place = self.tcp().account.open().ok_or(ErrorCode::NewSocketLimit)?;
        let socket = self.checked_sockets().create_tcp_socket(family)?;
        self.tcp().places.insert(socket.rep(), place);
        Ok(socket)
    }
}

impl udp_create_socket::Host for State {
    async fn create_udp_socket(&mut self, _: IpAddressFamily) -> SocketResult<Resource<UdpSocket>> {
        self.enter().map_err(SocketError::trap)?;
        Err(self.tcp().never("to use UDP").into())
    }
}

impl tcp::Host for State {}

/// Functions that only say or set something of a socket.
macro_rules! as_they_are {
    ($($name:ident($($value:ident: $kind:ty)?) -> $answer:ty;)*) => {
        $(
            fn $name(&mut self, this: Resource<TcpSocket>, $($value: $kind)?) -> SocketResult<$answer> {
                HostTcpSocket::$name(&mut self.sockets_entered()?, this, $($value)?)
            }
        )*
    };
}

impl HostTcpSocket for State {
    async fn start_bind(
        &mut self,
        _: Resource<TcpSocket>,
        _: Resource<Network>,
        address: IpSocketAddress,
    ) -> SocketResult<()> {
        self.enter().map_err(SocketError::trap)?;
        Err(self.tcp().never(&format!("to bind a socket to {}", SocketAddr::from(address))).into())
    }

    fn start_connect(
        &mut self,
        this: Resource<TcpSocket>,
        network: Resource<Network>,
        address: IpSocketAddress,
    ) -> SocketResult<()> {
        self.enter().map_err(SocketError::trap)?;
        self.tcp().check(address.into())?;
        HostTcpSocket::start_connect(&mut self.checked_sockets(), this, network, address)
    }

    fn finish_connect(
        &mut self,
        this: Resource<TcpSocket>,
    ) -> SocketResult<(Resource<DynInputStream>, Resource<DynOutputStream>)> {
        let (input, output) = HostTcpSocket::finish_connect(&mut self.sockets_entered()?, this)?;
        let account = &self.tcp().account;
        let (received, sent) = (Arc::clone(account), Arc::clone(account));
        count(self.table(), &input, &output, |streams| {
            (
                Box::new(Received { inner: streams.0, account: received }),
                Box::new(Sent { inner: streams.1, account: sent }),
            )
        })?;
        Ok((input, output))
    }

    async fn start_listen(&mut self, _: Resource<TcpSocket>) -> SocketResult<()> {
        self.enter().map_err(SocketError::trap)?;
        Err(self.tcp().never("to listen for connections").into())
    }

    fn accept(
        &mut self,
        _: Resource<TcpSocket>,
    ) -> SocketResult<(Resource<TcpSocket>, Resource<DynInputStream>, Resource<DynOutputStream>)> {
        self.enter().map_err(SocketError::trap)?;
        Err(self.tcp().never("to accept a connection").into())
    }

    fn is_listening(&mut self, this: Resource<TcpSocket>) -> wasmtime::Result<bool> {
        self.enter()?;
        HostTcpSocket::is_listening(&mut self.checked_sockets(), this)
    }

    fn address_family(&mut self, this: Resource<TcpSocket>) -> wasmtime::Result<IpAddressFamily> {
        self.enter()?;
        HostTcpSocket::address_family(&mut self.checked_sockets(), this)
    }

    fn subscribe(&mut self, this: Resource<TcpSocket>) -> wasmtime::Result<Resource<DynPollable>> {
        self.enter()?;
        HostTcpSocket::subscribe(&mut self.checked_sockets(), this)
    }

    fn drop(&mut self, this: Resource<TcpSocket>) -> wasmtime::Result<()> {
        self.enter()?;
        let number = this.rep();
        HostTcpSocket::drop(&mut self.checked_sockets(), this)?;
        self.tcp().places.remove(&number);
        Ok(())
    }

    as_they_are! {
        finish_bind() -> ();
        finish_listen() -> ();
        local_address() -> IpSocketAddress;
        remote_address() -> IpSocketAddress;
        set_listen_backlog_size(value: u64) -> ();
        keep_alive_enabled() -> bool;
        set_keep_alive_enabled(value: bool) -> ();
        keep_alive_idle_time() -> u64;
        set_keep_alive_idle_time(value: u64) -> ();
        keep_alive_interval() -> u64;
        set_keep_alive_interval(value: u64) -> ();
        keep_alive_count() -> u32;
        set_keep_alive_count(value: u32) -> ();
        hop_limit() -> u8;
        set_hop_limit(value: u8) -> ();
        receive_buffer_size() -> u64;
        set_receive_buffer_size(value: u64) -> ();
        send_buffer_size() -> u64;
        set_send_buffer_size(value: u64) -> ();
        shutdown(how: ShutdownType) -> ();
    }
}

type Streams = (DynInputStream, DynOutputStream);

/// Puts other streams in the place of a connection's own, which they are made of.
fn count(
    table: &mut ResourceTable,
    input: &Resource<DynInputStream>,
    output: &Resource<DynOutputStream>,
    wrap: impl FnOnce(Streams) -> Streams,
) -> SocketResult<()> {
    let inner_input = std::mem::replace(table.get_mut(input)?, Box::new(ClosedInputStream));
    let inner_output = std::mem::replace(table.get_mut(output)?, Box::new(ClosedOutputStream));
    let (counted_input, counted_output) = wrap((inner_input, inner_output));
    *table.get_mut(input)? = counted_input;
    *table.get_mut(output)? = counted_output;
    Ok(())
}
