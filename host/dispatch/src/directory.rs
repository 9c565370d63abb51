//! Reading a directory of components: each file becomes a component that serves, or a refusal with its reason.

use std::path::{Path, PathBuf};

use bulkhead_policy::Policy;
use bulkhead_schema::{Shape, lint, section};

use crate::{catalog::Catalog, component::Component, error::Error};

/// A component without an embedded catalog, which must be asked what it is.
pub(crate) struct Undescribed {
    pub path: PathBuf,
    pub size: u64,
    pub shape: Shape,
}

/// Reads every `*.wasm` of `directory`, in the order of their names, without compiling or running any of them.
pub(crate) fn read(directory: &Path, policy: &Policy) -> Result<(Catalog, Vec<Undescribed>), Error> {
    let mut catalog = Catalog::default();
    let mut undescribed = Vec::new();
    for path in wasm_files(directory)? {
        match read_component(&path) {
            Ok(Read::Described(component, tools)) => catalog.add(*component, tools, policy),
            Ok(Read::Undescribed(component)) => undescribed.push(component),
            Err(reason) => catalog.refuse(path, reason),
        }
    }
    Ok((catalog, undescribed))
}

fn wasm_files(directory: &Path) -> Result<Vec<PathBuf>, Error> {
    let failed = |source| Error::Directory { directory: directory.to_owned(), source };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "wasm") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

enum Read {
    Described(Box<Component>, Vec<bulkhead_schema::ToolDefinition>),
    Undescribed(Undescribed),
}

fn read_component(path: &Path) -> Result<Read, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let size = bytes.len() as u64;
    let shape = Shape::of(&bytes).map_err(|error| error.to_string())?;
    shape.admit().map_err(|error| error.to_string())?;
    match section::read(&bytes).map_err(|error| error.to_string())? {
        Some(catalog) => described(path, size, shape, catalog),
        None => Ok(Read::Undescribed(Undescribed { path: path.to_owned(), size, shape })),
    }
}

fn described(
    path: &Path,
    size: u64,
    shape: Shape,
    catalog: bulkhead_schema::Catalog,
) -> Result<Read, String> {
    if let Some(problem) = lint::problems(&catalog).into_iter().find(|problem| problem.fatal) {
        return Err(problem.to_string());
    }
    let component = Component::new(path.to_owned(), size, shape, catalog.info)?;
    Ok(Read::Described(Box::new(component), catalog.tools))
}
