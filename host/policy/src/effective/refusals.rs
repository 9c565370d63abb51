//! The denials of a call's grants, each with the smallest line of policy that would allow what was refused.

use std::net::IpAddr;

use crate::address::Range;
use crate::effective::EffectiveGrants;
use crate::parse::is_variable;
use crate::{
    Access, AddressRule, CallPattern, Denial, Directory, HttpRule, HttpTarget, Origin, RuleId, SecretGrant,
    TcpRule, Wish,
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

    /// Without a port there is no wish to put on record.
    pub(super) fn lookup_refused(&self, host: &str) -> Denial {
        Denial {
            rule: RuleId::TcpNoGrant,
            wish: None,
            for_model: may_not(OPEN),
            for_operator: format!(
                "the component `{}` looked up {host}, and no connection to it is granted",
                self.component
            ),
            allow: Some(format!("[tools.{}]\ntcp = [\"{host}:PORT\"]", self.component)),
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

    /// The smallest grant that gives the wish and nothing else. There is none for what a guest made up so that the line
    /// would say more: a name that ends it, or a star that would be a pattern.
    fn smallest(&self, wish: &Wish) -> Option<String> {
        let plain = match wish {
            Wish::Http(target) => !target.path().contains('*'),
            Wish::Variable(name) | Wish::Secret { name, .. } => is_variable(name),
            Wish::Call(tool) => !tool.contains('*') && tool.parse::<CallPattern>().is_ok(),
            Wish::Tcp(_) | Wish::Address(_) | Wish::File { .. } | Wish::State => true,
        };
        if !plain {
            return None;
        }
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

const OPEN: &str = "open this connection";

fn not_allowed(wish: &Wish) -> String {
    let what = match wish {
        Wish::Http(_) | Wish::Address(_) => "make this request",
        Wish::Tcp(_) => OPEN,
        Wish::File { access: Access::Read, .. } => "read this file",
        Wish::File { access: Access::Write, .. } => "write this file",
        Wish::Variable(_) => "see this variable",
        Wish::Secret { .. } => "use this secret here",
        Wish::Call(_) => "call this other tool",
        Wish::State => "keep anything beyond the call",
    };
    may_not(what)
}

/// Says that it was refused and what to do. It names nothing that the model did not ask for.
fn may_not(what: &str) -> String {
    format!(
        "This was refused: the tool is not allowed to {what}. Trying again will not help; tell the person that the \
         operator would have to allow it."
    )
}

/// Denials of what no check of a name decides.
impl EffectiveGrants {
    /// A connection to an address that the guest was not told by the host.
    pub fn tcp_elsewhere(&self, ip: IpAddr, port: u16) -> Denial {
        self.not_granted(RuleId::TcpNoGrant, Wish::Tcp(TcpRule::address(ip, port)))
    }

    /// A use of sockets that nothing grants: `what` says which.
    pub fn socket_never(&self, what: &str) -> Denial {
        Denial {
            rule: RuleId::SocketNever,
            wish: None,
            for_model: "This was refused: a tool can open connections at most, neither wait for them nor use UDP. Trying \
                        again will not help."
                .to_owned(),
            for_operator: format!("the component `{}` wanted {what}. No grant allows it", self.component),
            allow: None,
        }
    }

    /// A request that names a secret by something that is no name.
    pub fn secret_unnamed(&self) -> Denial {
        Denial {
            rule: RuleId::SecretNoGrant,
            wish: None,
            for_model: "This was refused: the name of the secret is none. It has letters, digits and `_`."
                .to_owned(),
            for_operator: format!(
                "the component `{}` named a secret by something that is no name: letters, digits and `_`",
                self.component
            ),
            allow: None,
        }
    }

    /// A request with a secret in it, or the answer to one, in which the secret could come back unmasked: `why`.
    pub fn secret_unsafe(&self, name: &str, target: &HttpTarget, why: &str) -> Denial {
        let wish = Wish::Secret { name: name.to_owned(), target: Some(target.clone()) };
        Denial {
            rule: RuleId::SecretUnsafe,
            for_model: "This was refused: a request with a secret in it can ask neither for a part of a document nor for \
                        a compressed one."
                .to_owned(),
            for_operator: format!("the component `{}` wanted {wish}, and {why}. No grant allows it", self.component),
            allow: None,
            wish: Some(Box::new(wish)),
        }
    }

    /// A secret that is granted, and whose value cannot be had or sent: `why`, without the value.
    pub fn secret_unavailable(&self, name: &str, target: &HttpTarget, why: &str) -> Denial {
        let wish = Wish::Secret { name: name.to_owned(), target: Some(target.clone()) };
        Denial {
            rule: RuleId::SecretUnavailable,
            for_model: "The request was not sent, because the host has no usable value for its secret. Tell the person \
                        that the operator has to look after it."
                .to_owned(),
            for_operator: format!("the component `{}` wanted {wish}, which is granted, and {why}", self.component),
            allow: None,
            wish: Some(Box::new(wish)),
        }
    }
}
