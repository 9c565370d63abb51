//! Something that a guest reaches for, in the one form that is decided, recorded and explained.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use crate::{Access, HttpTarget, RuleError, TcpRule};

/// One thing outside the sandbox. Its text, which the record keeps and `bulkhead explain` takes, begins with what is to be
/// done: a method and a URL, or one of `tcp`, `address`, `read`, `write`, `env`, `secret`, `call`, `state`.
///
/// ```
/// use bulkhead_policy::Wish;
/// for text in ["GET https://api.example.com/v1/a", "tcp db.example.com:5432", "write /notes/a.txt", "call fetch"] {
///     assert_eq!(text.parse::<Wish>()?.to_string(), text);
/// }
/// # Ok::<(), bulkhead_policy::RuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// `GET https://api.example.com/v1/a`: a request.
    Http(HttpTarget),
    /// `tcp db.example.com:5432`: a connection.
    Tcp(TcpRule),
    /// `address 10.0.0.7:443`: what a name resolved to, about to be dialled.
    Address(SocketAddr),
    /// `read /notes/a.txt`, `write /notes/a.txt`: a path as the guest has it.
    File {
        /// Absolute.
        path: String,
        /// What is to be done there.
        access: Access,
    },
    /// `env TZ`: a variable.
    Variable(String),
    /// `secret TOKEN`, `secret TOKEN GET https://erp.example.com/`: a secret, in a request.
    Secret {
        /// The guest's name for it.
        name: String,
        /// The request that it goes into, if there is one.
        target: Option<HttpTarget>,
    },
    /// `call fetch_page`: another tool.
    Call(String),
    /// `state`: key-value state.
    State,
}

impl FromStr for Wish {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        match verb {
            "tcp" => rest.parse().map(Self::Tcp),
            "address" => {
                rest.parse().map(Self::Address).map_err(|_| wrong("there is no address with a port"))
            }
            "read" => file(rest, Access::Read),
            "write" => file(rest, Access::Write),
            "env" => name(rest).map(Self::Variable),
            "secret" => secret(rest),
            "call" => name(rest).map(Self::Call),
            "state" if rest.is_empty() => Ok(Self::State),
            _ => request(text).map(Self::Http),
        }
    }
}

fn file(path: &str, access: Access) -> Result<Wish, RuleError> {
    if !path.starts_with('/') {
        return Err(wrong("the path is not absolute, as the guest has it"));
    }
    Ok(Wish::File { path: path.to_owned(), access })
}

fn name(text: &str) -> Result<String, RuleError> {
    if text.is_empty() { Err(wrong("the name is missing")) } else { Ok(text.to_owned()) }
}

fn secret(text: &str) -> Result<Wish, RuleError> {
    let (secret, target) = match text.split_once(' ') {
        Some((secret, target)) => (secret, Some(request(target)?)),
        None => (text, None),
    };
    Ok(Wish::Secret { name: name(secret)?, target })
}

fn request(text: &str) -> Result<HttpTarget, RuleError> {
    match HttpTarget::of_text(text) {
        Some(target) => target.map_err(|denial| wrong(denial.for_operator)),
        None => Err(wrong("this is no method with a URL")),
    }
}

fn wrong(problem: impl Into<String>) -> RuleError {
    RuleError {
        problem: problem.into(),
        expected: "METHOD URL, tcp HOST:PORT, address IP:PORT, read PATH, write PATH, env NAME, secret NAME [METHOD URL], \
                   call TOOL or state",
        example: "\"GET https://api.example.com/v1/a\"",
    }
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Http(target) => write!(f, "{target}"),
            Self::Tcp(rule) => write!(f, "tcp {rule}"),
            Self::Address(address) => write!(f, "address {address}"),
            Self::File { path, access } => write!(f, "{} {path}", access.as_str()),
            Self::Variable(name) => write!(f, "env {name}"),
            Self::Secret { name, target: None } => write!(f, "secret {name}"),
            Self::Secret { name, target: Some(target) } => write!(f, "secret {name} {target}"),
            Self::Call(tool) => write!(f, "call {tool}"),
            Self::State => f.write_str("state"),
        }
    }
}

impl Wish {
    /// An address about to be dialled.
    pub fn address(ip: IpAddr, port: u16) -> Self {
        Self::Address(SocketAddr::new(ip, port))
    }
}

#[cfg(test)]
mod tests;
