//! What a call may really touch: what the author declared and the operator granted, and nothing else.

use std::collections::BTreeMap;
use std::net::IpAddr;

use crate::address::classify;
use crate::{Access, AddressRule, Denial, Directory, EnvValue, Grants, HttpRule, HttpTarget, RuleId};

/// What the author of a component asked for. Alone it gives nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// Requests.
    pub http: Vec<HttpRule>,
    /// Guest paths. A path stands for itself and everything below it: `/` is for a tool that works in any directory.
    pub directories: Vec<(String, Access)>,
    /// Environment variables, by name.
    pub environment: Vec<String>,
}

/// The intersection of what was declared and what was granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectiveGrants {
    component: String,
    granted: Vec<HttpRule>,
    declared: Vec<HttpRule>,
    addresses: Vec<AddressRule>,
    directories: Vec<Directory>,
    environment: BTreeMap<String, EnvValue>,
}

impl EffectiveGrants {
    /// Nothing.
    pub fn none(component: &str) -> Self {
        Self::intersect(component, &Grants::default(), &Declared::default())
    }

    /// What both sides agree on.
    pub fn intersect(component: &str, grants: &Grants, declared: &Declared) -> Self {
        let directories = grants.directories.iter().filter_map(|granted| {
            let asked = asked_access(&granted.guest, &declared.directories)?;
            Some(Directory { access: granted.access.min(asked), ..granted.clone() })
        });
        let environment = grants.environment.iter().filter(|(name, _)| declared.environment.contains(name));
        Self {
            component: component.to_owned(),
            granted: grants.http.clone(),
            declared: declared.http.clone(),
            addresses: grants.addresses.clone(),
            directories: directories.collect(),
            environment: environment.map(|(name, value)| (name.clone(), value.clone())).collect(),
        }
    }

    /// The directories to open, each with the lesser of the two accesses.
    pub fn directories(&self) -> &[Directory] {
        &self.directories
    }

    /// The environment variables to set.
    pub fn environment(&self) -> &BTreeMap<String, EnvValue> {
        &self.environment
    }

    /// Whether any request could be allowed at all.
    pub fn allows_http(&self) -> bool {
        self.granted.iter().any(|granted| self.declared.iter().any(|declared| granted.overlaps(declared)))
    }

    /// The first of the two checks: may this request be made, going by its name? Gives the rule that allowed it.
    ///
    /// # Errors
    ///
    /// The denials `http-no-grant`, `http-scheme`, `http-host`, `http-port`, `http-method`, `http-path` (what the
    /// operator did not grant) and `http-not-declared` (what the author did not ask for).
    pub fn check_http(&self, target: &HttpTarget) -> Result<RuleId, Denial> {
        if !self.granted.iter().any(|rule| rule.matches(target)) {
            return Err(self.not_granted(target));
        }
        if !self.declared.iter().any(|rule| rule.matches(target)) {
            return Err(self.not_declared(target));
        }
        Ok(RuleId::HttpAllowed)
    }

    /// The second check, of every address that the host's name resolved to (and of an address that was written out):
    /// may it be dialled? `host` is the name as it was asked for.
    ///
    /// # Errors
    ///
    /// The denials `address-…`, unless an address rule names the address.
    pub fn check_address(&self, host: &str, port: u16, ip: IpAddr) -> Result<(), Denial> {
        let Some(range) = classify(ip) else { return Ok(()) };
        if self.addresses.iter().any(|rule| rule.opens(ip, port)) {
            return Ok(());
        }
        let component = &self.component;
        let rule = AddressRule::exactly(ip, port);
        Err(Denial {
            rule: range.rule,
            for_model: "The request was refused: this tool may not reach the address of that host. Trying again will not help."
                .to_owned(),
            for_operator: format!(
                "the component `{component}` wanted {host} port {port}, which is at {ip}: {}. To allow it, write\n\
                 [tools.{component}]\naddresses = [\"{rule}\"]",
                range.what
            ),
        })
    }

    /// Which part of the request no granted rule has: going from scheme to path, the first part that no rule agrees
    /// with among those that agree with the parts before it.
    fn not_granted(&self, target: &HttpTarget) -> Denial {
        let furthest = self.granted.iter().filter_map(|rule| rule.mismatch(target)).max();
        let (rule, what) = match furthest {
            None => (RuleId::HttpNoGrant, "nothing is granted to it".to_owned()),
            Some(part) => (part.rule(), format!("no granted rule has this {}", part.name())),
        };
        let component = &self.component;
        Denial {
            rule,
            for_model: NOT_ALLOWED.to_owned(),
            for_operator: format!(
                "the component `{component}` wanted {target}, and {what}. To allow it, write\n\
                 [tools.{component}]\nhttp = [\"{}\"]",
                HttpRule::exactly(target)
            ),
        }
    }

    fn not_declared(&self, target: &HttpTarget) -> Denial {
        let component = &self.component;
        Denial {
            rule: RuleId::HttpNotDeclared,
            for_model: NOT_ALLOWED.to_owned(),
            for_operator: format!(
                "the component `{component}` wanted {target}, which is granted, but its author did not declare it. \
                 No grant allows it; the author has to request the capability http \"{}\"",
                HttpRule::exactly(target)
            ),
        }
    }
}

/// One sentence for all of these: a model that could tell them apart could read the operator's rules off the refusals.
const NOT_ALLOWED: &str = "The request was refused: this tool is not allowed to make it. Trying again will not help; \
                           tell the person that the operator would have to allow it.";

/// What the author asked for at this path: the declaration that is nearest to it.
fn asked_access(guest: &str, declared: &[(String, Access)]) -> Option<Access> {
    declared
        .iter()
        .filter(|(path, _)| is_within(guest, path))
        .max_by_key(|(path, access)| (path.len(), *access))
        .map(|(_, access)| *access)
}

/// Whether a path is another one or below it; both absolute and normalised.
pub(crate) fn is_within(path: &str, above: &str) -> bool {
    above == "/" || path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests;
