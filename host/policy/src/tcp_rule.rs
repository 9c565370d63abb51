//! One TCP rule: `db.example.com:5432`.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use crate::RuleError;
use crate::target::{Host, parse_port, split_port};

/// A host and a port that a component may open a connection to. The host is a name or an address, exactly; there are no
/// patterns, because what is spoken there is not looked into.
///
/// ```
/// use bulkhead_policy::TcpRule;
/// let rule: TcpRule = "db.example.com:5432".parse()?;
/// assert_eq!((rule.host().as_str(), rule.port()), ("db.example.com", 5432));
/// # Ok::<(), bulkhead_policy::RuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TcpRule {
    host: Host,
    port: u16,
}

impl TcpRule {
    /// The rule that means this address and no other.
    pub fn address(ip: IpAddr, port: u16) -> Self {
        Self { host: Host::Address(ip), port }
    }

    /// The host's name in lower case, or its address (IPv6 without brackets): what to resolve.
    pub fn host(&self) -> String {
        self.host.bare()
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address, when the host is written as one and there is nothing to resolve.
    pub fn ip(&self) -> Option<IpAddr> {
        match self.host {
            Host::Address(address) => Some(address),
            Host::Name(_) => None,
        }
    }
}

impl FromStr for TcpRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let (host, port) = split_port(text).map_err(wrong)?;
        let port = port.ok_or_else(|| wrong("there is no port"))?;
        Ok(Self { host: Host::parse(host).map_err(wrong)?, port: parse_port(port).map_err(wrong)? })
    }
}

impl fmt::Display for TcpRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

fn wrong(problem: &'static str) -> RuleError {
    RuleError {
        problem: problem.to_owned(),
        expected: "a host and a port: HOST:PORT",
        example: "\"db.example.com:5432\"",
    }
}

#[cfg(test)]
mod tests;
