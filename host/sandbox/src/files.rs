//! `wasi:filesystem`: wasmtime's own, which keeps a guest below its directories and lets it change what it may, and on top
//! of it what the policy adds: how much is written in a call, how much a directory may hold, and a record of refusals.
//!
//! - `descriptor` is the interface; every call of it is counted where it begins.
//! - `account` keeps what is in a directory that has a quota (`measure` beside this module finds it out), `charged` and `change` charge what
//!   changes it.
//! - `stream` is a stream into a file.
//! - `refusal` puts on record what a guest reached for and was refused.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bulkhead_policy::{Access, EffectiveGrants, Permit};
use wasmtime::component::{HasData, Linker, Resource};
use wasmtime_wasi::filesystem::{Descriptor, WasiFilesystemCtxView};
use wasmtime_wasi::p2::bindings::filesystem::{preopens, types};
use wasmtime_wasi::p2::{FsError, FsResult};

use crate::Failure;
use crate::limits::Meter;
use crate::refusals::Refusals;
use crate::state::State;

mod account;
mod change;
mod charged;
mod descriptor;
mod refusal;
mod stream;

use account::Account;
pub(crate) use account::Accounts;

/// What a call has to do with files.
pub(crate) struct Files {
    /// The granted directories, in the order in which a guest finds them.
    roots: Vec<Root>,
    /// Where each open descriptor is, by its number in the table.
    places: HashMap<u32, Place>,
    grants: Arc<EffectiveGrants>,
    refusals: Arc<Refusals>,
}

struct Root {
    guest: String,
    access: Access,
    account: Option<Arc<Account>>,
}

/// Where a descriptor is.
#[derive(Clone)]
struct Place {
    root: usize,
    /// As the guest has it, absolute.
    path: Box<str>,
}

impl Place {
    fn below(&self, path: &str) -> Self {
        Self { root: self.root, path: refusal::full(&self.path, Some(path)).into() }
    }
}

impl Files {
    pub(crate) fn new(
        permit: &Permit,
        accounts: &Accounts,
        base: &Path,
        refusals: &Arc<Refusals>,
    ) -> Result<Self, Failure> {
        let grants = permit.grants();
        let roots = grants.directories().iter().map(|directory| {
            let account = accounts.of(base, directory)?;
            Ok(Root { guest: directory.guest.clone(), access: directory.access, account })
        });
        Ok(Self {
            roots: roots.collect::<Result<_, _>>()?,
            places: HashMap::new(),
            grants: Arc::clone(grants),
            refusals: Arc::clone(refusals),
        })
    }
}

/// What `wasi:filesystem` needs of a call.
pub(crate) struct View<'a> {
    pub(crate) inner: WasiFilesystemCtxView<'a>,
    pub(crate) call: &'a mut Files,
    pub(crate) meter: &'a mut Meter,
    /// Since 1970, when the guest's clock is a fixed one.
    pub(crate) now: Option<Duration>,
}

struct Filesystem;

impl HasData for Filesystem {
    type Data<'a> = View<'a>;
}

pub(crate) fn link(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    types::add_to_linker::<_, Filesystem>(linker, State::files)?;
    preopens::add_to_linker::<_, Filesystem>(linker, State::files)
}

impl View<'_> {
    fn enter(&mut self) -> FsResult<()> {
        self.meter.enter().map_err(FsError::trap)
    }

    /// Where a descriptor is. Every one that a guest can have was given to it here.
    fn place(&self, fd: &Resource<Descriptor>) -> FsResult<&Place> {
        self.call
            .places
            .get(&fd.rep())
            .ok_or_else(|| FsError::trap(wasmtime::Error::msg("a descriptor of nowhere")))
    }

    fn root(&self, fd: &Resource<Descriptor>) -> FsResult<&Root> {
        let root = self.place(fd)?.root;
        self.call
            .roots
            .get(root)
            .ok_or_else(|| FsError::trap(wasmtime::Error::msg("a descriptor of no directory")))
    }

    fn account(&self, fd: &Resource<Descriptor>) -> FsResult<Option<Arc<Account>>> {
        Ok(self.root(fd)?.account.clone())
    }
}

impl preopens::Host for View<'_> {
    fn get_directories(&mut self) -> wasmtime::Result<Vec<(Resource<Descriptor>, String)>> {
        self.meter.enter()?;
        let directories = preopens::Host::get_directories(&mut self.inner)?;
        for (root, (fd, guest)) in directories.iter().enumerate() {
            self.call.places.insert(fd.rep(), Place { root, path: guest.as_str().into() });
        }
        Ok(directories)
    }
}
