//! What the operator wrote down that a component may touch.

use std::collections::BTreeMap;

use crate::{AddressRule, HttpRule};

/// Everything that one component was granted. The default is nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grants {
    /// Requests that it may make, if its author declared them too.
    pub http: Vec<HttpRule>,
    /// Addresses that are refused otherwise (private, loopback, …) and that its requests may go to.
    pub addresses: Vec<AddressRule>,
    /// Directories that it finds, if its author declared them too.
    pub directories: Vec<Directory>,
    /// Environment variables that it sees, if its author declared them too.
    pub environment: BTreeMap<String, EnvValue>,
}

impl Grants {
    /// Whether nothing at all was granted.
    pub fn is_empty(&self) -> bool {
        let Self { http, addresses, directories, environment } = self;
        http.is_empty() && addresses.is_empty() && directories.is_empty() && environment.is_empty()
    }
}

/// A directory of the host under a name in the guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directory {
    /// As the policy file has it: a relative path is relative to the folder of that file, and the caller resolves it.
    pub host: String,
    /// Absolute and normalised, such as `/notes`.
    pub guest: String,
    /// Whether it may be written.
    pub access: Access,
}

/// What may be done in a directory. The order is the order of power, so that the lesser of two is their `min`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// Only read.
    Read,
    /// Read and write.
    Write,
}

impl Access {
    /// As the policy file writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
        }
    }
}

/// Where the value of an environment variable comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnvValue {
    /// The policy file.
    Literal(String),
    /// The host's own variable of this name, read by the caller.
    FromHost(String),
}
