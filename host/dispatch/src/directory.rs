//! Reading a directory of components: each file becomes a component that serves, or a refusal with its reason.
//!
//! A client waits for this. Files are skimmed and not read, and schemas are not compiled:
//! [`Dispatcher::warm`](crate::Dispatcher::warm) does both when the host has answered.

use std::{
    fs::File,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    thread,
};

use bulkhead_policy::Policy;
use bulkhead_sandbox::{LARGEST, LoadError};
use bulkhead_schema::{Shape, Skim, lint, skim};

use crate::{
    catalog::{Catalog, Offered, Why},
    component::Component,
    error::Error,
    watch::{Stamp, Stamps},
};

/// A component's file, as far as it was looked at.
#[derive(Clone)]
pub(crate) struct Found {
    pub path: PathBuf,
    pub size: u64,
    pub shape: Shape,
}

/// Reads these files, in the order of their names, without compiling or running any of them.
pub(crate) fn read(stamps: &Stamps, policy: &Policy) -> (Catalog, Vec<Found>) {
    let mut catalog = Catalog::default();
    let mut undescribed = Vec::new();
    let files: Vec<PathBuf> = stamps.keys().cloned().collect();
    let components = read_components(&files);
    for (path, component) in files.into_iter().zip(components) {
        match component {
            Ok(Read::Described(component, offered)) => {
                if let Err(reason) = catalog.add(*component, offered, policy) {
                    catalog.refuse(path, reason, Why::Names);
                }
            }
            Ok(Read::Undescribed(component)) => undescribed.push(component),
            Err(reason) => catalog.refuse(path, reason, Why::Broken),
        }
    }
    (catalog, undescribed)
}

/// Every `*.wasm` of a directory, as it is now.
pub(crate) fn stamps(directory: &Path) -> Result<Stamps, Error> {
    let failed = |source| Error::Directory { directory: directory.to_owned(), source };
    let mut stamps = Stamps::new();
    for entry in std::fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "wasm") {
            // One that cannot be looked at is refused with the reason when it is read.
            let stamp = std::fs::metadata(&path).map(|metadata| Stamp::of(&metadata)).unwrap_or_default();
            stamps.insert(path, stamp);
        }
    }
    Ok(stamps)
}

pub(crate) enum Read {
    Described(Box<Component>, Offered),
    /// Without an embedded catalog: it must be asked what it is.
    Undescribed(Found),
}

/// So many files are read by one thread in less time than another takes to start.
const FILES_PER_THREAD: usize = 16;

/// Reads the files, each on its own, on all cores when there are many.
fn read_components(files: &[PathBuf]) -> Vec<Result<Read, String>> {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let each = files.len().div_ceil(cores).max(FILES_PER_THREAD);
    let read = |files: &[PathBuf]| files.iter().map(|path| read_component(path)).collect::<Vec<_>>();
    let Some((first, others)) = files.split_at_checked(each) else { return read(files) };
    thread::scope(|scope| {
        let others: Vec<_> =
            others.chunks(each).map(|files| (files, scope.spawn(move || read(files)))).collect();
        let mut components = read(first);
        for (files, reading) in others {
            let lost = |_| files.iter().map(|_| Err("it could not be read".to_owned())).collect();
            components.extend(reading.join().unwrap_or_else(lost));
        }
        components
    })
}

/// Reads one file.
pub(crate) fn read_component(path: &Path) -> Result<Read, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    // Before anything reads all of it into memory.
    let size = file.metadata().map_err(|error| error.to_string())?.len();
    if size > LARGEST as u64 {
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        return Err(LoadError::TooLarge { size, limit: LARGEST }.to_string());
    }
    let Skim { size, shape, catalog } = skim(file).map_err(|error| error.to_string())?;
    shape.admit().map_err(|error| error.to_string())?;
    let found = Found { path: path.to_owned(), size, shape };
    match catalog {
        Some(catalog) => described(found, catalog),
        None => Ok(Read::Undescribed(found)),
    }
}

fn described(found: Found, catalog: bulkhead_schema::Catalog) -> Result<Read, String> {
    if let Some(problem) = lint::quick_problems(&catalog).into_iter().find(|problem| problem.fatal) {
        return Err(problem.to_string());
    }
    let component = Component::described(found, &catalog)?;
    let offered = Offered { tools: catalog.tools, prompts: catalog.prompts };
    Ok(Read::Described(Box::new(component), offered))
}
