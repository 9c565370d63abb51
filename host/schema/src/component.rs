//! What a file is, going by its bytes: nothing is compiled and nothing is run.

use sha2::{Digest, Sha256};
use wasmparser::{Encoding, Payload};

use crate::top_level::{Broken, sections};

/// What a component needs and gives, by full names such as `wasi:http/outgoing-handler@0.2.12`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Imported, in the order of the file.
    pub imports: Vec<String>,
    /// Exported, in the order of the file.
    pub exports: Vec<String>,
}

/// Why a file is no component with tools.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// It does not begin as WebAssembly does.
    #[error("this is not WebAssembly: it does not begin with the bytes `\\0asm`")]
    NotWasm,
    /// It is a core module.
    #[error(
        "this is a core WebAssembly module and not a component; `bulkhead build` makes a component of a crate, and \
         `wasm-tools component new` of a module"
    )]
    CoreModule,
    /// Its bytes make no sense.
    #[error("the component is broken at byte {offset}: {detail}")]
    Malformed {
        /// From the beginning of the file.
        offset: usize,
        /// What is wrong there.
        detail: String,
    },
    /// It is a component for something else.
    #[error(
        "this component has no tools, resources or prompts: it does not export `{missing}`. {}. A component with tools \
         is built for the world `bulkhead:tool/tool@0.1.0`; `bulkhead new` makes one",
        listed("It exports", exports)
    )]
    NotATool {
        /// The interface that is not there.
        missing: &'static str,
        /// What it exports instead.
        exports: Vec<String>,
    },
    /// It stands for more than can be compiled.
    #[error(
        "the component has more than {limit} parts when every instance in it is written out; it would not be compiled in \
         a reasonable time"
    )]
    TooManyParts {
        /// The most that are compiled.
        limit: u64,
    },
    /// How large it is cannot be known without running it, in a way that no tool for composing components uses.
    #[error("the component passes components around as values, which this host does not support")]
    PassesComponents,
    /// It needs something that this host does not have.
    #[error(
        "the component imports `{}`, which this host does not offer; it offers WASI 0.2 and \
         `bulkhead:tool@0.1`, so that the component must be built without it",
        shown(name)
    )]
    UnknownImport {
        /// The import's full name.
        name: String,
    },
}

impl From<Broken> for ShapeError {
    fn from(Broken { offset, detail }: Broken) -> Self {
        Self::Malformed { offset, detail }
    }
}

const MANIFEST: &str = "bulkhead:tool/manifest";
const TOOLS: &str = "bulkhead:tool/tools";
const RESOURCES: &str = "bulkhead:tool/resources";
const PROMPTS: &str = "bulkhead:tool/prompts";
const COMPLETION: &str = "bulkhead:tool/completion";

/// The interfaces that the host links, without versions. Sockets are linked because every WASI program imports them;
/// what they do is to refuse.
const OFFERED: &[(&str, &[&str])] = &[
    (
        "0.2",
        &[
            "wasi:cli/environment",
            "wasi:cli/exit",
            "wasi:cli/stderr",
            "wasi:cli/stdin",
            "wasi:cli/stdout",
            "wasi:cli/terminal-input",
            "wasi:cli/terminal-output",
            "wasi:cli/terminal-stderr",
            "wasi:cli/terminal-stdin",
            "wasi:cli/terminal-stdout",
            "wasi:clocks/monotonic-clock",
            "wasi:clocks/wall-clock",
            "wasi:filesystem/preopens",
            "wasi:filesystem/types",
            "wasi:http/outgoing-handler",
            "wasi:http/types",
            "wasi:io/error",
            "wasi:io/poll",
            "wasi:io/streams",
            "wasi:random/insecure",
            "wasi:random/insecure-seed",
            "wasi:random/random",
            "wasi:sockets/instance-network",
            "wasi:sockets/ip-name-lookup",
            "wasi:sockets/network",
            "wasi:sockets/tcp",
            "wasi:sockets/tcp-create-socket",
            "wasi:sockets/udp",
            "wasi:sockets/udp-create-socket",
        ],
    ),
    (
        "0.1",
        &[
            "bulkhead:tool/calls",
            "bulkhead:tool/changes",
            "bulkhead:tool/logging",
            "bulkhead:tool/progress",
            "bulkhead:tool/state",
            "bulkhead:tool/types",
        ],
    ),
];

/// Whether the host has what the import asks for. Any patch version will do: WASI 0.2 and the contract only ever grow
/// within a minor version.
pub fn offered(import: &str) -> bool {
    OFFERED.iter().any(|(minor, names)| names.iter().any(|name| is_interface(import, name, minor)))
}

impl Shape {
    /// Reads what a component imports and exports.
    ///
    /// # Errors
    ///
    /// `NotWasm`, `CoreModule` or `Malformed`. Whether it can serve here is [`Shape::admit`]'s question.
    pub fn of(bytes: &[u8]) -> Result<Self, ShapeError> {
        if !bytes.starts_with(b"\0asm") {
            return Err(ShapeError::NotWasm);
        }
        let mut shape = Self { imports: Vec::new(), exports: Vec::new() };
        for section in sections(bytes) {
            shape.take_in(section?.payload)?;
        }
        Ok(shape)
    }

    fn take_in(&mut self, payload: Payload<'_>) -> Result<(), ShapeError> {
        match payload {
            Payload::Version { encoding: Encoding::Module, .. } => return Err(ShapeError::CoreModule),
            Payload::ComponentImportSection(imports) => {
                for import in imports {
                    self.imports.push(import.map_err(Broken::from)?.name.name.to_owned());
                }
            }
            Payload::ComponentExportSection(exports) => {
                for export in exports {
                    self.exports.push(export.map_err(Broken::from)?.name.name.to_owned());
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether the component can serve here: it describes itself, it has something to offer, and the host has all that it
    /// imports.
    ///
    /// # Errors
    ///
    /// `NotATool` or `UnknownImport`.
    pub fn admit(&self) -> Result<(), ShapeError> {
        let offers = [TOOLS, RESOURCES, PROMPTS].iter().any(|offer| self.exports_contract(offer));
        for (missing, there) in [(MANIFEST, self.exports_contract(MANIFEST)), (TOOLS, offers)] {
            if !there {
                return Err(ShapeError::NotATool { missing, exports: self.exports.clone() });
            }
        }
        match self.imports.iter().find(|import| !offered(import)) {
            Some(name) => Err(ShapeError::UnknownImport { name: name.clone() }),
            None => Ok(()),
        }
    }

    /// Whether the component has functions that a model calls.
    pub fn exports_tools(&self) -> bool {
        self.exports_contract(TOOLS)
    }

    /// Whether the component has things that are read by URI.
    pub fn exports_resources(&self) -> bool {
        self.exports_contract(RESOURCES)
    }

    /// Whether the component has messages that a person picks.
    pub fn exports_prompts(&self) -> bool {
        self.exports_contract(PROMPTS)
    }

    /// Whether the component suggests values for arguments.
    pub fn exports_completion(&self) -> bool {
        self.exports_contract(COMPLETION)
    }

    fn exports_contract(&self, interface: &str) -> bool {
        self.exports.iter().any(|export| is_interface(export, interface, "0.1"))
    }

    /// Whether the component imports an interface, in whatever version: `wasi:http/outgoing-handler`. What is not
    /// imported can never be used.
    pub fn imports_interface(&self, interface: &str) -> bool {
        self.imports.iter().any(|import| import.split('@').next() == Some(interface))
    }
}

/// Whether a full name is this interface in some patch version of this minor version. A pre-release (`0.2.0-rc`) is
/// another interface.
fn is_interface(full: &str, interface: &str, minor: &str) -> bool {
    let patch = full
        .split_once('@')
        .filter(|(name, _)| *name == interface)
        .and_then(|(_, version)| version.strip_prefix(minor)?.strip_prefix('.'));
    patch.is_some_and(|patch| !patch.is_empty() && patch.bytes().all(|b| b.is_ascii_digit()))
}

/// The digest by which a component is pinned: `sha256:` and 64 hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    let mut text = "sha256:".to_owned();
    text.push_str(&sha256(bytes));
    text
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    // Every call hashes its arguments: this way is several times as fast as `hex::encode`.
    let mut text = [0; 64];
    if hex::encode_to_slice(Sha256::digest(bytes), &mut text).is_err() {
        unreachable!("32 bytes are 64 digits");
    }
    text.iter().map(|&digit| char::from(digit)).collect()
}

/// A sentence that a hostile file cannot make long: eight names tell what the component is for.
fn listed(verb: &str, names: &[String]) -> String {
    const SHOWN: usize = 8;
    if names.is_empty() {
        return format!("{verb} nothing");
    }
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{}`", shown(name))).collect();
    match names.len().saturating_sub(SHOWN) {
        0 => format!("{verb} {}", shown.join(", ")),
        more => format!("{verb} {} and {more} more", shown.join(", ")),
    }
}

/// The beginning of a text that a file's author chose, without what would do something to a terminal or a log.
pub(crate) fn shown(text: &str) -> String {
    const SHOWN: usize = 100;
    text.chars().take(SHOWN).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests;
