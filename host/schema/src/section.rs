//! The custom section that carries a component's catalog, so that the host lists tools without running or compiling
//! anything.

use wasm_encoder::{ComponentSection, CustomSection, Encode};
use wasmparser::{Encoding, Payload};

use crate::definition::Catalog;
use crate::top_level::{Broken, sections};

/// The section's name. The version is the contract's: a catalog of another shape is in a section of another name.
pub const NAME: &str = "bulkhead:catalog@0.1";

/// The largest public MCP server known here lists 1.9 MB of tools; twice that is room, and a hundred components of it
/// still fit into a small machine.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;

/// What is wrong with the section, or with the bytes around it.
#[derive(Debug, thiserror::Error)]
pub enum SectionError {
    /// The bytes are not a component.
    #[error("this is not a WebAssembly component, so that it has no catalog")]
    NotAComponent,
    /// The bytes around the section do not make sense.
    #[error("the component is broken at byte {offset}: {detail}")]
    Malformed {
        /// From the beginning of the file.
        offset: usize,
        /// What is wrong there.
        detail: String,
    },
    /// Two sections: which of them is meant cannot be told.
    #[error("there is more than one section `{NAME}`; build the component again with `bulkhead build`")]
    Twice,
    /// The catalog is too large.
    #[error("the section `{NAME}` has {bytes} bytes; at most {MAX_BYTES} are read")]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// The catalog is not one.
    #[error(
        "the section `{NAME}` is not a catalog: {detail}; build the component again with `bulkhead build`"
    )]
    NotACatalog {
        /// What the JSON parser says.
        detail: String,
    },
}

impl From<Broken> for SectionError {
    fn from(Broken { offset, detail }: Broken) -> Self {
        Self::Malformed { offset, detail }
    }
}

/// Reads the catalog of a component; `None` if it has none. Only the outermost level counts: a section of a module or
/// component inside was put there by someone else.
///
/// # Errors
///
/// Bytes that are not a component, two catalogs, or one that is too large or not understood.
pub fn read(component: &[u8]) -> Result<Option<Catalog>, SectionError> {
    let mut found: Vec<&[u8]> = Vec::new();
    for section in sections(component) {
        match section?.payload {
            Payload::Version { encoding: Encoding::Module, .. } => return Err(SectionError::NotAComponent),
            Payload::CustomSection(custom) if custom.name() == NAME => found.push(custom.data()),
            _ => {}
        }
    }
    match found[..] {
        [] => Ok(None),
        [catalog] => parse(catalog).map(Some),
        [..] => Err(SectionError::Twice),
    }
}

fn parse(json: &[u8]) -> Result<Catalog, SectionError> {
    if json.len() > MAX_BYTES {
        return Err(SectionError::TooLarge { bytes: json.len() });
    }
    serde_json::from_slice(json)
        .map_err(|error| SectionError::NotACatalog { detail: crate::component::shown(&error.to_string()) })
}

/// Gives the component with this catalog in it, in place of the one that it may have.
///
/// # Errors
///
/// Bytes that are not a component, or a catalog that could not be read back.
pub fn embed(component: &[u8], catalog: &Catalog) -> Result<Vec<u8>, SectionError> {
    let json = serde_json::to_vec(catalog)
        .map_err(|error| SectionError::NotACatalog { detail: error.to_string() })?;
    if json.len() > MAX_BYTES {
        return Err(SectionError::TooLarge { bytes: json.len() });
    }
    let mut embedded = Vec::with_capacity(component.len() + json.len() + NAME.len() + 16);
    for section in sections(component) {
        let section = section?;
        match section.payload {
            Payload::Version { encoding: Encoding::Module, .. } => return Err(SectionError::NotAComponent),
            Payload::CustomSection(custom) if custom.name() == NAME => {}
            _ => embedded.extend_from_slice(component.get(section.bytes).unwrap_or_default()),
        }
    }
    let custom = CustomSection { name: NAME.into(), data: json.as_slice().into() };
    embedded.push(ComponentSection::id(&custom));
    custom.encode(&mut embedded);
    Ok(embedded)
}

#[cfg(test)]
mod tests;
