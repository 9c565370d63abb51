//! The denials of a call's grants, each with the smallest line of policy that would allow what was refused.

use std::net::IpAddr;

use crate::address::Range;
use crate::effective::EffectiveGrants;
use crate::{
    Access, AddressRule, Denial, Directory, HttpRule, HttpTarget, Origin, RuleId, SecretGrant, TcpRule, Wish,
};

impl EffectiveGrants {
    pub(super) fn http_not_granted(&self, target: &HttpTarget) -> Denial {
        let furthest = self.granted.http.iter().filter_map(|rule| rule.mismatch(target)).max();
        let (rule, what) = match furthest {
            None => (RuleId::HttpNoGrant, "nothing is granted to it".to_owned()),
            Some(part) => (part.rule(), format!("no granted rule has this {}", part.name())),
        };
        let wish = Wish::Http(target.clone());
        Denial {
            rule,
            for_model: not_allowed(&wish),
            for_operator: format!("the component `{}` wanted {target}, and {what}", self.component),
            allow: self.smallest(&wish),
            wish: Some(Box::new(wish)),
        }
    }

    pub(super) fn http_not_declared(&self, target: &HttpTarget) -> Denial {
        self.not_declared(RuleId::HttpNotDeclared, Wish::Http(target.clone()))
    }

    pub(super) fn address_refused(&self, range: &Range, host: &str, port: u16, ip: IpAddr) -> Denial {
        let wish = Wish::address(ip, port);
        Denial {
            rule: range.rule,
            for_model: "The request was refused: this tool may not reach the address of that host. Trying again will not help."
                .to_owned(),
            for_operator: format!(
                "the component `{}` wanted {host} port {port}, which is at {ip}: {}",
                self.component, range.what
            ),
            allow: self.smallest(&wish),
            wish: Some(Box::new(wish)),
        }
    }

    pub(super) fn secret_elsewhere(&self, granted: &SecretGrant, wish: Wish) -> Denial {
        Denial {
            rule: RuleId::SecretElsewhere,
            for_model: not_allowed(&wish),
            for_operator: format!(
                "the component `{}` wanted {wish}, but this secret goes to {} only, and no grant sends it to two places",
                self.component, granted.to
            ),
            allow: None,
            wish: Some(Box::new(wish)),
        }
    }

    pub(super) fn read_only(&self, granted: &Directory, wish: Wish) -> Denial {
        Denial {
            rule: RuleId::FileReadOnly,
            for_model: not_allowed(&wish),
            for_operator: format!(
                "the component `{}` wanted {wish}, and `{}` is granted to be read only",
                self.component, granted.guest
            ),
            allow: Some(format!(
                "[tools.{}]\nfs = [{{ host = {:?}, guest = {:?}, access = \"write\" }}]",
                self.component, granted.host, granted.guest
            )),
            wish: Some(Box::new(wish)),
        }
    }

    pub(super) fn leads_out(&self, wish: Wish) -> Denial {
        Denial {
            rule: RuleId::FileNoGrant,
            for_model: not_allowed(&wish),
            for_operator: format!(
                "the component `{}` wanted {wish} by a path that leads out of the directory it began in, or through a link \
                 that does. No grant allows it; grant what it leads to under a name of its own",
                self.component
            ),
            allow: None,
            wish: Some(Box::new(wish)),
        }
    }

    pub(super) fn not_granted(&self, rule: RuleId, wish: Wish) -> Denial {
        Denial {
            rule,
            for_model: not_allowed(&wish),
            for_operator: format!(
                "the component `{}` wanted {wish}, and that is not granted to it",
                self.component
            ),
            allow: self.smallest(&wish),
            wish: Some(Box::new(wish)),
        }
    }

    pub(super) fn not_declared(&self, rule: RuleId, wish: Wish) -> Denial {
        Denial {
            rule,
            for_model: not_allowed(&wish),
            for_operator: format!(
                "the component `{}` wanted {wish}, which is granted, but its author did not declare it. No grant \
                 allows it; the author has to request the capability",
                self.component
            ),
            allow: None,
            wish: Some(Box::new(wish)),
        }
    }

    /// The smallest grant that gives the wish and nothing else.
    fn smallest(&self, wish: &Wish) -> Option<String> {
        let line = match wish {
            Wish::Http(target) => format!("http = [\"{}\"]", HttpRule::exactly(target)),
            Wish::Tcp(rule) => format!("tcp = [\"{rule}\"]"),
            Wish::Address(address) => {
                format!("addresses = [\"{}\"]", AddressRule::exactly(address.ip(), address.port()))
            }
            Wish::File { path, access } => {
                format!(
                    "fs = [{{ host = \"DIRECTORY\", guest = {path:?}, access = \"{}\" }}]",
                    access.as_str()
                )
            }
            Wish::Variable(name) => format!("env = {{ {name} = {{ from = \"{name}\" }} }}"),
            Wish::Secret { name, target } => {
                let to = target.as_ref().map_or("https://HOST".to_owned(), |to| Origin::of(to).to_string());
                format!(
                    "secrets = {{ {name} = {{ env = \"{name}\", header = \"Authorization\", format = \"Bearer {{}}\", to = \"{to}\" }} }}"
                )
            }
            Wish::Call(tool) => format!("calls = [{tool:?}]"),
            Wish::State => "state = true".to_owned(),
        };
        Some(format!("[tools.{}]\n{line}", self.component))
    }
}

/// Says that it was refused and what to do. It names nothing that the model did not ask for.
fn not_allowed(wish: &Wish) -> String {
    let what = match wish {
        Wish::Http(_) | Wish::Address(_) => "make this request",
        Wish::Tcp(_) => "open this connection",
        Wish::File { access: Access::Read, .. } => "read this file",
        Wish::File { access: Access::Write, .. } => "write this file",
        Wish::Variable(_) => "see this variable",
        Wish::Secret { .. } => "use this secret here",
        Wish::Call(_) => "call this other tool",
        Wish::State => "keep anything beyond the call",
    };
    format!(
        "This was refused: the tool is not allowed to {what}. Trying again will not help; tell the person that the \
         operator would have to allow it."
    )
}

/// Of a connection to an address that no rule names.
impl EffectiveGrants {
    /// A connection to an address that the guest was not told by the host.
    pub fn tcp_elsewhere(&self, ip: IpAddr, port: u16) -> Denial {
        self.not_granted(RuleId::TcpNoGrant, Wish::Tcp(TcpRule::address(ip, port)))
    }
}
