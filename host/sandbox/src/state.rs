//! What a store carries for one call.

use std::sync::Arc;
use std::time::Instant;

use bulkhead_policy::{Clock, EffectiveGrants, Permit};
use wasmtime::component::ResourceTable;
use wasmtime_wasi::clocks::WasiClocksCtxView;
use wasmtime_wasi::filesystem::WasiFilesystemCtxView;
use wasmtime_wasi::sockets::WasiSocketsCtxView;
use wasmtime_wasi::{WasiCtxView, WasiView};
use wasmtime_wasi_http::{WasiHttpCtx, WasiHttpCtxView, WasiHttpView};

use crate::clocks::{self, Fixed};
use crate::egress::{Egress, Network, Tcp};
use crate::files::{self, Files};
use crate::limits::Meter;
use crate::lines::Lines;
use crate::random;
use crate::refusals::Refusals;
use crate::wasi::Wasi;
use crate::{HostSide, ScriptSide};

/// Everything that belongs to one call and is dropped with it.
pub(crate) struct State {
    pub(crate) meter: Meter,
    pub(crate) lines: Arc<Lines>,
    pub(crate) side: Arc<dyn HostSide>,
    pub(crate) refusals: Arc<Refusals>,
    pub(crate) egress: Egress,
    pub(crate) grants: Arc<EffectiveGrants>,
    /// How many calls are one within the other, this one included.
    pub(crate) depth: u32,
    /// When the call's time is over.
    pub(crate) ends: Instant,
    /// What a script reaches, when this is a run of one.
    pub(crate) script: Option<Arc<dyn ScriptSide>>,
    table: ResourceTable,
    wasi: Wasi,
    files: Files,
    fixed: Option<Fixed>,
    /// Made when the guest first reaches for a socket, which most never do.
    tcp: Option<Tcp>,
    http: WasiHttpCtx,
}

impl State {
    pub(crate) fn new(
        permit: &Arc<Permit>,
        wasi: Wasi,
        files: Files,
        lines: Arc<Lines>,
        refusals: Arc<Refusals>,
        network: &Arc<Network>,
        ends: Instant,
    ) -> Self {
        let mut table = ResourceTable::new();
        table.set_max_capacity(permit.limits().handles as usize);
        let meter = Meter::new(permit.limits().clone());
        let egress =
            Egress::new(Arc::clone(permit), Arc::clone(&refusals), Arc::clone(network), meter.shared());
        Self {
            meter,
            grants: Arc::clone(permit.grants()),
            ends,
            lines,
            side: Arc::clone(refusals.side()),
            refusals,
            depth: permit.depth(),
            script: None,
            tcp: None,
            egress,
            table,
            wasi,
            files,
            fixed: match permit.grants().clock() {
                Clock::Real => None,
                Clock::Fixed(begin) => Some(Fixed::new(begin)),
            },
            http: WasiHttpCtx::new(),
        }
    }

    /// The resources of this call. Who takes them has counted the call into the host.
    pub(crate) fn table(&mut self) -> &mut ResourceTable {
        &mut self.table
    }

    /// The call's connections.
    pub(crate) fn tcp(&mut self) -> &mut Tcp {
        self.tcp.get_or_insert_with(|| Tcp::new(&self.egress))
    }

    /// WASI's own sockets, for what has been checked and counted.
    pub(crate) fn checked_sockets(&mut self) -> WasiSocketsCtxView<'_> {
        let tcp = self.tcp.get_or_insert_with(|| Tcp::new(&self.egress));
        WasiSocketsCtxView { ctx: tcp.context(), table: &mut self.table }
    }

    pub(crate) fn random(&mut self) -> random::View<'_> {
        random::View { random: self.wasi.context().random(), meter: &mut self.meter }
    }

    pub(crate) fn clocks(&mut self) -> clocks::View<'_> {
        let real = WasiClocksCtxView { ctx: self.wasi.context().clocks(), table: &mut self.table };
        clocks::View { real, fixed: self.fixed.as_mut(), meter: &mut self.meter }
    }

    pub(crate) fn files(&mut self) -> files::View<'_> {
        files::View {
            inner: WasiFilesystemCtxView { ctx: self.wasi.context().filesystem(), table: &mut self.table },
            call: &mut self.files,
            meter: &mut self.meter,
            now: self.fixed.as_ref().map(Fixed::wall),
        }
    }
}

// Every other function of WASI gets at its context through one of these two, which makes them the place to count its
// calls.

impl WasiView for State {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        self.meter.count_host_call();
        WasiCtxView { ctx: self.wasi.context(), table: &mut self.table }
    }
}

impl WasiHttpView for State {
    fn http(&mut self) -> WasiHttpCtxView<'_> {
        self.meter.count_host_call();
        WasiHttpCtxView { hooks: &mut self.egress, table: &mut self.table, ctx: &mut self.http }
    }
}
