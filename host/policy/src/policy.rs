//! The parsed policy file.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::decision::{Principal, Via};
use crate::{Callers, CodePolicy, Grants, Limits, PolicyError, parse};

/// The operator's policy, whole and checked.
///
/// ```
/// let policy = bulkhead_policy::Policy::parse("[tools.fetch]\nhttp = [\"GET https://*/*\"]\n")?;
/// assert_eq!(policy.component("fetch").grants.http.len(), 1);
/// assert!(policy.component("other").grants.is_empty());
/// # Ok::<(), bulkhead_policy::PolicyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Policy {
    pub(crate) version: String,
    pub(crate) host: HostSettings,
    pub(crate) code: CodePolicy,
    pub(crate) components: BTreeMap<String, ComponentPolicy>,
    /// What a component gets that the file does not name: no grant, and the limits of `[defaults.limits]`.
    pub(crate) unnamed: ComponentPolicy,
}

/// `[host]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostSettings {
    /// The directory of components, as written: relative to the folder of the policy file.
    pub components: Option<String>,
    /// Where HTTP is served.
    pub listen: Option<SocketAddr>,
    /// Where metrics are served, in Prometheus's text format; `None` is nowhere.
    pub metrics: Option<SocketAddr>,
    /// Where what outlives a call is kept, as a URL such as `sqlite:state/bulkhead.db`: relative to the folder of the
    /// policy file.
    pub state: Option<String>,
    /// Calls that run at the same time, of all components together.
    pub concurrency: u32,
    /// Calls that wait for a place; one more is answered `busy`.
    pub queue: u32,
    /// Bytes of stack for the code of a guest.
    pub stack: u64,
}

impl Default for HostSettings {
    fn default() -> Self {
        Self {
            components: None,
            listen: None,
            metrics: None,
            state: None,
            // Each takes a slot of the pool, whose address space is reserved at the start: enough for a busy host of a
            // few cores.
            concurrency: 64,
            // Four rounds of the above: what waits longer would meet its deadline.
            queue: 256,
            // An interpreter that recurses over deeply nested input gives up by itself at this size and traps at half
            // of it.
            stack: 8 << 20,
        }
    }
}

/// `[tools.NAME]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComponentPolicy {
    /// What it may touch; shared with every permit that is made of it.
    pub grants: Arc<Grants>,
    /// How much it may use.
    pub limits: Limits,
    /// The functions that are offered, by the guest's own names; `None` is all of them.
    pub only: Option<Vec<String>>,
    /// Put before every tool name of this component.
    pub prefix: Option<String>,
    /// How its functions may be reached.
    pub callers: Callers,
}

impl ComponentPolicy {
    /// Whether the function, by the guest's own name, is offered at all.
    pub fn offers(&self, function: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.iter().any(|name| name == function))
    }
}

impl Policy {
    /// Reads `bulkhead.toml`.
    ///
    /// # Errors
    ///
    /// Anything that is not understood in full: no TOML, an unknown key, a value of the wrong type or out of range, two
    /// entries that contradict each other. The error says where, what was expected, and gives an example.
    pub fn parse(text: &str) -> Result<Self, PolicyError> {
        parse::policy(text)
    }

    /// The policy when there is no file: every component runs, none with any grant.
    pub fn deny_all() -> Self {
        Self {
            version: version_of(""),
            host: HostSettings::default(),
            code: CodePolicy::default(),
            components: BTreeMap::new(),
            unnamed: ComponentPolicy::default(),
        }
    }

    /// The SHA-256 of the text it was parsed from, in hex.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// `[host]`.
    pub fn host(&self) -> &HostSettings {
        &self.host
    }

    /// `[code]`.
    pub fn code(&self) -> &CodePolicy {
        &self.code
    }

    /// What holds for a component; for one that the file does not name, nothing is granted.
    pub fn component(&self, name: &str) -> &ComponentPolicy {
        self.components.get(name).unwrap_or(&self.unnamed)
    }

    /// Whether the file names the component.
    pub fn names(&self, component: &str) -> bool {
        self.components.contains_key(component)
    }

    /// The components that the file names, in order.
    pub fn component_names(&self) -> impl Iterator<Item = &str> {
        self.components.keys().map(String::as_str)
    }

    /// Whether the principal may know that this function (by the guest's own name) exists. A list shows exactly the
    /// functions that this allows, and [`decide`](crate::decide) refuses the others. Every principal sees the same,
    /// as long as the policy file has no rule about principals.
    pub fn sees(&self, _principal: &Principal, component: &str, function: &str, via: Via) -> bool {
        let component = self.component(component);
        component.offers(function) && component.callers.admit(function, via)
    }
}

/// The SHA-256 of a policy's text, in hex.
pub(crate) fn version_of(text: &str) -> String {
    hex::encode(Sha256::digest(text.as_bytes()))
}

#[cfg(test)]
mod tests;
