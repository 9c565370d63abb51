//! A secret that the host puts into a guest's requests, and where it may go.

use std::fmt;
use std::str::FromStr;

use crate::target::{Host, parse_port, split_port};
use crate::{HttpRule, HttpTarget, RuleError, Scheme};

/// One secret: where its value is, and the header that it goes into. The value itself is nobody's but the sandbox's,
/// which reads it for the request that it is put into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretGrant {
    /// Where the value is.
    pub source: SecretSource,
    /// The header that carries it, in lower case.
    pub header: String,
    /// The header's value around the secret: `Bearer ` and nothing, mostly.
    pub format: SecretFormat,
    /// The only place that it is sent to.
    pub to: Origin,
}

/// Where a secret's value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecretSource {
    /// A variable of the host's own environment.
    Environment(String),
    /// A file; a relative path is relative to the folder of the policy file. One line break at its end is not part of
    /// the value.
    File(String),
    /// An entry of the system's keyring, under the service `bulkhead`.
    Keyring(String),
}

/// What stands before and after the secret in the header's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretFormat {
    before: String,
    after: String,
}

impl SecretFormat {
    /// The header's value with the secret in its place.
    pub fn around(&self, secret: &str) -> String {
        format!("{}{secret}{}", self.before, self.after)
    }
}

impl Default for SecretFormat {
    /// The secret alone.
    fn default() -> Self {
        Self { before: String::new(), after: String::new() }
    }
}

impl FromStr for SecretFormat {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let wrong = |problem: &str| RuleError {
            problem: problem.to_owned(),
            expected: "visible ASCII and spaces, with `{}` once where the secret goes",
            example: "\"Bearer {}\"",
        };
        if !text.bytes().all(|b| b.is_ascii_graphic() || b == b' ') {
            return Err(wrong("there is a character that headers do not have"));
        }
        match text.split_once("{}") {
            None => Err(wrong("there is no `{}`")),
            Some((_, after)) if after.contains("{}") => Err(wrong("there are two `{}`")),
            Some((before, after)) => Ok(Self { before: before.to_owned(), after: after.to_owned() }),
        }
    }
}

impl fmt::Display for SecretFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{{}}{}", self.before, self.after)
    }
}

/// A scheme, a host and a port, exactly (RFC 6454 §4): `https://erp.example.com`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    scheme: Scheme,
    host: Host,
    port: u16,
}

impl Origin {
    /// Whether the request goes there.
    pub fn is_of(&self, target: &HttpTarget) -> bool {
        self.scheme == target.scheme() && self.host == *target.host_form() && self.port == target.port()
    }

    /// Whether an HTTP rule has a request that goes there, whatever its method and path.
    pub fn is_reached_by(&self, rule: &HttpRule) -> bool {
        rule.reaches(self.scheme, &self.host, self.port)
    }

    /// The origin that a request goes to.
    pub fn of(target: &HttpTarget) -> Self {
        Self { scheme: target.scheme(), host: target.host_form().clone(), port: target.port() }
    }
}

impl FromStr for Origin {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let wrong = |problem: &str| RuleError {
            problem: problem.to_owned(),
            expected: "scheme and host, without a path: https://HOST[:PORT]",
            example: "\"https://erp.example.com\"",
        };
        let (scheme, authority) = text.split_once("://").ok_or_else(|| wrong("there is no scheme"))?;
        let scheme = match scheme {
            "http" => Scheme::Http,
            "https" => Scheme::Https,
            _ => return Err(wrong("the scheme is neither `http` nor `https`")),
        };
        let (host, port) = split_port(authority).map_err(wrong)?;
        let port = port.map(parse_port).transpose().map_err(wrong)?;
        let host = Host::parse(host).map_err(wrong)?;
        Ok(Self { scheme, host, port: port.unwrap_or(scheme.default_port()) })
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme.as_str(), self.host)?;
        if self.port != self.scheme.default_port() {
            write!(f, ":{}", self.port)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
