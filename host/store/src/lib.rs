//! Records that outlive a call. For now one kind: the key-value state of tools, [`KeyValue`].
//!
//! A store keeps what it is told, for whom it is told; who may read or write what is decided above. This crate must
//! never import the policy, the sandbox or wasmtime, and it never asks a clock: the time is a parameter. Types of the
//! database's driver are not part of its API, so that nothing above depends on which database it is.
//!
//! What `set` and `delete` have answered is on the disk. A call whose future is dropped has either happened or not.
//!
//! ```
//! use std::time::SystemTime;
//! use bulkhead_store::{Quota, Scope, Write};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let store = bulkhead_store::open("sqlite::memory:").await?;
//! let scope = Scope { component: "notes".to_owned(), principal: "ada".to_owned() };
//! let quota = Quota { bytes: 1 << 20, keys: 1000 };
//! let write = Write { key: "last", value: b"17", expected: None, expires: None };
//! let version = store.set(&scope, write, quota, SystemTime::now()).await?;
//! let entry = store.get(&scope, "last", SystemTime::now()).await?.ok_or("there it is")?;
//! assert_eq!((entry.value.as_slice(), entry.version), (b"17".as_slice(), version));
//! # Ok(())
//! # }
//! ```

mod error;
mod key_value;
mod location;
mod range;
mod sqlite;
mod usage;

use std::sync::Arc;

pub use error::{Error, SetError};
pub use key_value::{Entry, KeyPage, KeyValue, Quota, Scope, Write};
pub use sqlite::Sqlite;

/// Opens the store that the operator wrote down: `sqlite:PATH` for a file, which is created when it is not there, or
/// `sqlite::memory:` for one that ends with the program.
///
/// # Errors
///
/// [`Error::NoSuchStore`] for anything else; otherwise as [`Sqlite::open`].
pub async fn open(url: &str) -> Result<Arc<dyn KeyValue>, Error> {
    Ok(Arc::new(Sqlite::open(url).await?))
}
