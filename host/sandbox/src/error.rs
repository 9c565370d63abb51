//! Why a sandbox or a component could not be made ready. For the operator; the model never sees these.

use std::path::PathBuf;

use bulkhead_schema::ShapeError;

/// A sandbox could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The compile cache is somewhere others could plant code in.
    #[error("compile cache {}: {problem}", path.display())]
    Cache {
        /// The directory.
        path: PathBuf,
        /// What is wrong with it, and what to do.
        problem: String,
    },
    /// The machine refused what the engine needs.
    #[error("the WebAssembly engine cannot start: {detail}")]
    Engine {
        /// wasmtime's own words.
        detail: String,
    },
    /// The ticker thread could not be started.
    #[error("the epoch thread cannot start: {0}")]
    Ticker(std::io::Error),
}

/// A component could not be loaded. The text names what is at fault and does not name the file: the caller knows it.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// It is not a component with tools, or imports an interface that no host has.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// It is larger than any component has reason to be.
    #[error("the component has {size} bytes; at most {limit} are loaded")]
    TooLarge {
        /// Its size in bytes.
        size: usize,
        /// The most that is loaded.
        limit: usize,
    },
    /// It imports an interface that exists, in a form that does not.
    #[error("the component's import `{name}` does not fit what this host offers: {detail}")]
    WrongImport {
        /// The import's full name.
        name: String,
        /// What does not fit.
        detail: String,
    },
    /// An export does not have the type that the contract gives it.
    #[error("the component's exports do not fit `bulkhead:tool@0.1`: {detail}")]
    WrongExport {
        /// Which one, and how.
        detail: String,
    },
    /// It is not valid, or uses a WebAssembly feature that is off.
    #[error("the component does not compile: {detail}")]
    Compile {
        /// The compiler's own words.
        detail: String,
    },
    /// The compiling task ended without an answer.
    #[error("compiling was interrupted: {detail}")]
    Interrupted {
        /// What is known.
        detail: String,
    },
}
