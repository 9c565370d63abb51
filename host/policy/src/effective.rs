//! What a call may really touch: what the author declared and the operator granted, and nothing else. A call that
//! another tool makes may touch what that one may touch as well.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;

use crate::{
    Access, CallPattern, Clock, Denial, Directory, EnvValue, Grants, HttpRule, HttpTarget, Randomness,
    RuleId, SecretGrant, StateGrant, TcpRule, Wish,
};

mod checks;
mod refusals;

/// What a component's author says that it needs, embedded in the component.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// Requests, in the form of the policy file.
    pub http: Vec<HttpRule>,
    /// Connections, in the form of the policy file.
    pub tcp: Vec<TcpRule>,
    /// Secrets, by name.
    pub secrets: Vec<String>,
    /// Guest directories, absolute and normalised, with the access that is needed.
    pub directories: Vec<(String, Access)>,
    /// Variables, by name.
    pub environment: Vec<String>,
    /// Whether it keeps key-value state.
    pub state: bool,
    /// Other tools.
    pub calls: Vec<CallPattern>,
}

/// The grants of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectiveGrants {
    component: String,
    granted: Arc<Grants>,
    declared: Arc<Declared>,
    directories: Vec<Directory>,
    environment: BTreeMap<String, EnvValue>,
    /// Those of the call that this one is made by; what they do not have, this one has not.
    within: Option<Arc<EffectiveGrants>>,
}

impl EffectiveGrants {
    /// Nothing.
    pub fn none(component: &str) -> Self {
        Self::intersect(component, &Arc::default(), &Arc::default(), None)
    }

    /// What is in both: `component` is the name under which the policy file grants. `within` are the grants of the tool
    /// that makes the call, when it is one.
    pub fn intersect(
        component: &str,
        granted: &Arc<Grants>,
        declared: &Arc<Declared>,
        within: Option<&Arc<EffectiveGrants>>,
    ) -> Self {
        let directories = granted.directories.iter().filter_map(|directory| {
            let asked = asked_access(&directory.guest, &declared.directories)?;
            let access = directory.access.min(asked);
            let access = within.map_or(Some(access), |caller| caller.shared_access(directory, access))?;
            Some(Directory { access, ..directory.clone() })
        });
        let environment = granted.environment.iter().filter(|(name, value)| {
            declared.environment.contains(name)
                && within.is_none_or(|caller| caller.environment.get(*name) == Some(*value))
        });
        Self {
            component: component.to_owned(),
            granted: Arc::clone(granted),
            declared: Arc::clone(declared),
            directories: directories.collect(),
            environment: environment.map(|(name, value)| (name.clone(), value.clone())).collect(),
            within: within.cloned(),
        }
    }

    /// The access that a callee may have to a directory of the host: the caller must have that directory, or one above it.
    fn shared_access(&self, directory: &Directory, access: Access) -> Option<Access> {
        self.directories
            .iter()
            .filter(|ours| lies_within(&directory.host, &ours.host))
            .map(|ours| ours.access.min(access))
            .max()
    }

    /// The component that these are of.
    pub fn component(&self) -> &str {
        &self.component
    }

    /// Directories that the guest finds.
    pub fn directories(&self) -> &[Directory] {
        &self.directories
    }

    /// Variables that the guest sees.
    pub fn environment(&self) -> &BTreeMap<String, EnvValue> {
        &self.environment
    }

    /// What the guest's clocks show. A caller that lives in fixed time calls others into it.
    pub fn clock(&self) -> Clock {
        let caller = self.within.as_ref().map_or(Clock::Real, |caller| caller.clock());
        if caller == Clock::Real { self.granted.clock } else { caller }
    }

    /// Where the guest's random bytes come from; a caller's fixed seed holds for those it calls.
    pub fn random(&self) -> Randomness {
        let caller = self.within.as_ref().map_or(Randomness::Real, |caller| caller.random());
        if caller == Randomness::Real { self.granted.random } else { caller }
    }

    /// Whether any HTTP request at all could be allowed.
    pub fn allows_http(&self) -> bool {
        let (granted, declared) = (&self.granted.http, &self.declared.http);
        granted.iter().any(|granted| declared.iter().any(|declared| granted.overlaps(declared)))
            && self.within.as_ref().is_none_or(|caller| caller.allows_http())
    }

    /// Whether any TCP connection at all could be allowed.
    pub fn allows_tcp(&self) -> bool {
        self.granted.tcp.iter().any(|rule| self.declared.tcp.contains(rule))
            && self.within.as_ref().is_none_or(|caller| caller.allows_tcp())
    }

    /// Decides about anything that a guest can reach for.
    ///
    /// # Errors
    ///
    /// The denial of the kind of wish: that of the component itself first, then that of the tool that called it.
    pub fn check(&self, wish: &Wish) -> Result<RuleId, Denial> {
        match wish {
            Wish::Http(target) => self.check_http(target),
            Wish::Tcp(rule) => self.check_tcp(rule),
            Wish::Address(address) => {
                let (ip, port) = (address.ip(), address.port());
                self.check_address(&ip.to_string(), port, ip).map(|()| RuleId::AddressAllowed)
            }
            Wish::File { path, access } => self.check_file(path, *access),
            Wish::Variable(name) => self.check_variable(name),
            Wish::Secret { name, target } => {
                self.check_secret(name, target.as_ref()).map(|_| RuleId::SecretAllowed)
            }
            Wish::Call(tool) => self.check_call(tool),
            Wish::State => self.check_state().map(|_| RuleId::StateAllowed),
        }
    }

    /// Decides about a request by its name, before anything is resolved.
    ///
    /// # Errors
    ///
    /// A denial that says what was nearest: no grant at all, another scheme, host, port, method or path, or nothing
    /// declared.
    pub fn check_http(&self, target: &HttpTarget) -> Result<RuleId, Denial> {
        if !self.granted.http.iter().any(|rule| rule.matches(target)) {
            return Err(self.http_not_granted(target));
        }
        if !self.declared.http.iter().any(|rule| rule.matches(target)) {
            return Err(self.http_not_declared(target));
        }
        self.within_caller(|caller| caller.check_http(target))?;
        Ok(RuleId::HttpAllowed)
    }

    /// Decides about an address that a name resolved to, before it is dialled: every address of a name is checked.
    ///
    /// # Errors
    ///
    /// The denial `address-…` of the range that the address is in.
    pub fn check_address(&self, host: &str, port: u16, ip: IpAddr) -> Result<(), Denial> {
        if let Some(range) = crate::address::classify(ip)
            && !self.granted.addresses.iter().any(|rule| rule.opens(ip, port))
        {
            return Err(self.address_refused(range, host, port, ip));
        }
        self.within_caller(|caller| caller.check_address(host, port, ip))
    }

    /// Decides about a TCP connection by its name, before anything is resolved.
    ///
    /// # Errors
    ///
    /// The denials `tcp-…`.
    pub fn check_tcp(&self, wanted: &TcpRule) -> Result<RuleId, Denial> {
        let wish = || Wish::Tcp(wanted.clone());
        if !self.granted.tcp.contains(wanted) {
            return Err(self.not_granted(RuleId::TcpNoGrant, wish()));
        }
        if !self.declared.tcp.contains(wanted) {
            return Err(self.not_declared(RuleId::TcpNotDeclared, wish()));
        }
        self.within_caller(|caller| caller.check_tcp(wanted))?;
        Ok(RuleId::TcpAllowed)
    }

    /// Decides whether a name may be looked up for a connection, and says to which ports of it there may be one. `host` is
    /// as [`TcpRule::host`] has it.
    ///
    /// # Errors
    ///
    /// The denials `tcp-…`, when there is no such port.
    pub fn check_lookup(&self, host: &str) -> Result<Vec<u16>, Denial> {
        let mut refused = None;
        let mut ports = Vec::new();
        for rule in self.granted.tcp.iter().filter(|rule| rule.host() == host) {
            match self.check_tcp(rule) {
                Ok(_) => ports.push(rule.port()),
                Err(denial) => refused = Some(denial),
            }
        }
        if ports.is_empty() { Err(refused.unwrap_or_else(|| self.lookup_refused(host))) } else { Ok(ports) }
    }

    /// Decides about a call of another tool, by its public name.
    ///
    /// # Errors
    ///
    /// The denials `call-…`.
    pub fn check_call(&self, tool: &str) -> Result<RuleId, Denial> {
        let wish = || Wish::Call(tool.to_owned());
        if !self.granted.calls.iter().any(|pattern| pattern.matches(tool)) {
            return Err(self.not_granted(RuleId::CallNoGrant, wish()));
        }
        if !self.declared.calls.iter().any(|pattern| pattern.matches(tool)) {
            return Err(self.not_declared(RuleId::CallNotDeclared, wish()));
        }
        self.within_caller(|caller| caller.check_call(tool))?;
        Ok(RuleId::CallAllowed)
    }

    /// Decides about key-value state, and says how much of it there may be.
    ///
    /// # Errors
    ///
    /// The denials `state-…`.
    pub fn check_state(&self) -> Result<&StateGrant, Denial> {
        let Some(granted) = &self.granted.state else {
            return Err(self.not_granted(RuleId::StateNoGrant, Wish::State));
        };
        if !self.declared.state {
            return Err(self.not_declared(RuleId::StateNotDeclared, Wish::State));
        }
        self.within_caller(|caller| caller.check_state().map(drop))?;
        Ok(granted)
    }

    /// Decides about a secret, and says where it is. With a target, also whether it may go there.
    ///
    /// # Errors
    ///
    /// The denials `secret-…`.
    pub fn check_secret(&self, name: &str, target: Option<&HttpTarget>) -> Result<&SecretGrant, Denial> {
        let wish = || Wish::Secret { name: name.to_owned(), target: target.cloned() };
        let Some(granted) = self.granted.secrets.get(name) else {
            return Err(self.not_granted(RuleId::SecretNoGrant, wish()));
        };
        if !self.declared.secrets.iter().any(|declared| declared == name) {
            return Err(self.not_declared(RuleId::SecretNotDeclared, wish()));
        }
        if target.is_some_and(|target| !granted.to.is_of(target)) {
            return Err(self.secret_elsewhere(granted, wish()));
        }
        // The caller's secret of the same name may be another one, which the callee must not stand in for.
        self.within_caller(|caller| match caller.check_secret(name, target) {
            Ok(theirs) if theirs == granted => Ok(()),
            Ok(_) => Err(caller.not_granted(RuleId::SecretNoGrant, wish())),
            Err(denial) => Err(denial),
        })?;
        Ok(granted)
    }
}

/// The author's request nearest to a guest path decides: what is asked for stands for everything below it.
fn asked_access(guest: &str, declared: &[(String, Access)]) -> Option<Access> {
    declared
        .iter()
        .filter(|(path, _)| is_within(guest, path))
        .max_by_key(|(path, access)| (path.len(), *access))
        .map(|(_, access)| *access)
}

/// Whether a directory of the host is another or lies below it, as far as their text says. A path that leads up again may
/// lead anywhere, and is only itself.
fn lies_within(path: &str, above: &str) -> bool {
    let (path, above) = (plain(path), plain(above));
    path == above || (is_within(path, above) && !path.split('/').any(|segment| segment == ".."))
}

/// A path of the policy file without what makes two spellings of one path.
fn plain(path: &str) -> &str {
    let path = path.strip_prefix("./").unwrap_or(path);
    if path.len() > 1 { path.strip_suffix('/').unwrap_or(path) } else { path }
}

/// Whether an absolute path is another or lies below it: what is asked for or granted stands for everything below it.
/// Textual: both are in their plain form.
///
/// ```
/// use bulkhead_policy::is_within;
/// assert!(is_within("/notes/2024", "/notes") && is_within("/notes", "/"));
/// assert!(!is_within("/notes2", "/notes"));
/// ```
pub fn is_within(path: &str, above: &str) -> bool {
    above == "/" || path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests;
