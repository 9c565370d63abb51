//! What of WASI a guest gets: the directories and variables of its permit, clocks and randomness as it says, and standard
//! streams that end in the log. No arguments, no standard input, no sockets, no names.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use bulkhead_policy::{Access, Directory, EffectiveGrants, EnvValue, Permit, Randomness};
use wasmtime_wasi::filesystem::WasiFilesystemCtx;
use wasmtime_wasi::{FsPerms, WasiCtx};

use crate::lines::{GuestOutput, Lines, Stream};
use crate::{Failure, random};

/// The context of one call. It is made when the guest first reaches for it, which a component without WASI never does.
pub(crate) struct Wasi {
    permit: Arc<Permit>,
    environment: Arc<BTreeMap<String, String>>,
    directories: Option<WasiFilesystemCtx>,
    lines: Arc<Lines>,
    made: Option<WasiCtx>,
}

impl Wasi {
    pub(crate) fn new(
        permit: Arc<Permit>,
        environment: Arc<BTreeMap<String, String>>,
        directories: Option<WasiFilesystemCtx>,
        lines: Arc<Lines>,
    ) -> Self {
        Self { permit, environment, directories, lines, made: None }
    }

    pub(crate) fn context(&mut self) -> &mut WasiCtx {
        let Self { permit, environment, directories, lines, made } = self;
        made.get_or_insert_with(|| context(permit.grants(), environment, directories.take(), lines))
    }
}

fn context(
    grants: &EffectiveGrants,
    environment: &BTreeMap<String, String>,
    directories: Option<WasiFilesystemCtx>,
    lines: &Arc<Lines>,
) -> WasiCtx {
    let mut builder = WasiCtx::builder();
    builder
        .stdout(GuestOutput::new(Arc::clone(lines), Stream::Stdout))
        .stderr(GuestOutput::new(Arc::clone(lines), Stream::Stderr))
        .allow_tcp(false)
        .allow_udp(false)
        .allow_ip_name_lookup(false);
    random::bounded(&mut builder);
    if let Randomness::Seeded(seed) = grants.random() {
        random::seeded(&mut builder, seed);
    }
    for (name, value) in grants.environment() {
        let value = match value {
            EnvValue::Literal(text) => Some(text),
            EnvValue::FromHost(source) => environment.get(source),
        };
        if let Some(value) = value {
            builder.env(name, value);
        }
    }
    let mut context = builder.build();
    if let Some(directories) = directories {
        *context.filesystem() = directories;
    }
    context
}

/// The directories of one component, opened once. A call gets copies of the handles; after this no path of the host is
/// looked at again, so that a link put in its place later leads nowhere.
#[derive(Default)]
pub(crate) struct Directories {
    opened: Mutex<Option<Opened>>,
}

struct Opened {
    granted: Vec<Directory>,
    identities: Vec<Identity>,
    context: WasiFilesystemCtx,
}

/// What a path leads to. An operator who removes a granted directory and makes it anew gets the new one served.
pub(crate) type Identity = (u64, u64);

impl Directories {
    /// The handles for these grants; `None` when there are none.
    pub(crate) fn open(
        &self,
        base: &Path,
        granted: &[Directory],
    ) -> Result<Option<WasiFilesystemCtx>, Failure> {
        if granted.is_empty() {
            return Ok(None);
        }
        let identities =
            granted.iter().map(|directory| identity(base, directory)).collect::<Result<Vec<_>, _>>()?;
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opened) = opened.as_ref()
            && opened.granted == granted
            && opened.identities == identities
        {
            return Ok(Some(opened.context.clone()));
        }
        let context = open(base, granted)?;
        *opened = Some(Opened { granted: granted.to_vec(), identities, context: context.clone() });
        Ok(Some(context))
    }
}

fn open(base: &Path, granted: &[Directory]) -> Result<WasiFilesystemCtx, Failure> {
    let mut builder = WasiCtx::builder();
    for directory in granted {
        let access = match directory.access {
            Access::Read => FsPerms::ReadOnly,
            Access::Write => FsPerms::ReadWrite,
        };
        builder
            .preopened_dir(base.join(&directory.host), &directory.guest, access)
            .map_err(|e| cannot_open(directory, &format!("{e:#}")))?;
    }
    Ok(builder.build().filesystem().clone())
}

fn cannot_open(directory: &Directory, problem: &str) -> Failure {
    let Directory { host, guest, .. } = directory;
    Failure::Unavailable {
        detail: format!("the directory `{host}`, granted as `{guest}`, cannot be opened: {problem}"),
    }
}

pub(crate) fn identity(base: &Path, directory: &Directory) -> Result<Identity, Failure> {
    let meta =
        std::fs::metadata(base.join(&directory.host)).map_err(|e| cannot_open(directory, &e.to_string()))?;
    if !meta.is_dir() {
        return Err(cannot_open(directory, "it is not a directory"));
    }
    Ok(numbers(&meta))
}

#[cfg(unix)]
fn numbers(meta: &std::fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (meta.dev(), meta.ino())
}

/// Without stable numbers a directory is taken to be the one that was opened.
#[cfg(not(unix))]
fn numbers(_: &std::fs::Metadata) -> Identity {
    (0, 0)
}

#[cfg(test)]
mod tests;
