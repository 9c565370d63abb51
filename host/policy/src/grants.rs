//! What the operator wrote down that a component may touch.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use crate::{AddressRule, CallPattern, HttpRule, SecretGrant, TcpRule};

/// Everything that one component was granted. The default is nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grants {
    /// Requests that it may make, if its author declared them too.
    pub http: Vec<HttpRule>,
    /// TCP connections that it may open, if its author declared them too.
    pub tcp: Vec<TcpRule>,
    /// Addresses that are refused otherwise (private, loopback, …) and that its requests and connections may go to.
    pub addresses: Vec<AddressRule>,
    /// Secrets that the host puts into its requests, by the name that the guest has for them.
    pub secrets: BTreeMap<String, SecretGrant>,
    /// Directories that it finds, if its author declared them too.
    pub directories: Vec<Directory>,
    /// Environment variables that it sees, if its author declared them too.
    pub environment: BTreeMap<String, EnvValue>,
    /// Its key-value state, if its author declared that it keeps any.
    pub state: Option<StateGrant>,
    /// Other tools that it may call, if its author declared them too.
    pub calls: Vec<CallPattern>,
    /// What its clocks show.
    pub clock: Clock,
    /// Where its random bytes come from.
    pub random: Randomness,
}

impl Grants {
    /// Whether nothing at all was granted.
    pub fn is_empty(&self) -> bool {
        let Self { http, tcp, addresses, secrets, directories, environment, state, calls, .. } = self;
        http.is_empty()
            && tcp.is_empty()
            && addresses.is_empty()
            && secrets.is_empty()
            && directories.is_empty()
            && environment.is_empty()
            && state.is_none()
            && calls.is_empty()
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
    /// How much it may hold, whoever put it there; `None` is whatever the disk has room for.
    pub quota: Option<Quota>,
}

/// How much a directory may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// Bytes of all its files together.
    pub bytes: u64,
    /// Files, directories and links, all of them below it.
    pub entries: u64,
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

/// Values that outlive a call, kept apart by component and by principal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateGrant {
    /// Bytes of all keys and values that one principal's state may have.
    pub bytes: u64,
    /// Keys that one principal's state may have.
    pub keys: u64,
    /// How long a value lives after it was written, at most; `None` is until it is deleted.
    pub life: Option<Duration>,
}

impl Default for StateGrant {
    fn default() -> Self {
        // Notes, cursors and caches of answers. What needs more has a directory or a database.
        Self { bytes: 1 << 20, keys: 1_000, life: None }
    }
}

/// What a component's clocks show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// The time.
    #[default]
    Real,
    /// Each call begins at this time, and each reading moves it on by one millisecond: the same call reads the same.
    Fixed(SystemTime),
}

/// Where a component's random bytes come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Randomness {
    /// The system.
    #[default]
    Real,
    /// A generator that begins with this seed in each call. Anybody who knows the seed knows the bytes.
    Seeded(u64),
}
