//! Addresses that no guest may reach unless the operator names them, and the rules that name them.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use crate::{RuleError, RuleId};

mod ranges;

use ranges::{V4, V6};

/// A range of addresses that is refused.
#[derive(Debug)]
pub(crate) struct Range {
    pub(crate) rule: RuleId,
    /// What the range is, with the document that says so.
    pub(crate) what: &'static str,
}

/// Why an address is refused unless an address rule names it: what it is, with the document that says so. `None` for
/// addresses of the public internet.
///
/// ```
/// assert!(bulkhead_policy::blocked([127, 0, 0, 1].into()).is_some());
/// assert!(bulkhead_policy::blocked([9, 9, 9, 9].into()).is_none());
/// ```
pub fn blocked(ip: IpAddr) -> Option<&'static str> {
    classify(ip).map(|range| range.what)
}

pub(crate) fn classify(ip: IpAddr) -> Option<&'static Range> {
    match ip.to_canonical() {
        IpAddr::V4(ip) => classify_v4(ip),
        IpAddr::V6(ip) => classify_v6(ip),
    }
}

fn classify_v4(ip: Ipv4Addr) -> Option<&'static Range> {
    V4.iter()
        .find(|(network, length, _)| shares_prefix(ip.into(), (*network).into(), *length))
        .map(|(_, _, range)| range)
}

fn classify_v6(ip: Ipv6Addr) -> Option<&'static Range> {
    let carried = || ranges::carried(ip).and_then(classify_v4);
    V6.iter()
        .find(|(network, length, _)| shares_prefix(ip.into(), (*network).into(), *length))
        .map(|(_, _, range)| range)
        .or_else(|| (!ranges::is_allocated(ip)).then_some(&ranges::UNALLOCATED))
        // Only now: a public IPv4 address inside makes no private network public.
        .or_else(|| carried().map(|_| &ranges::TUNNEL))
}

/// Whether this is a metadata service's address, or an IPv6 form that carries one.
fn leads_to_metadata(ip: IpAddr) -> bool {
    let inner = match ip {
        IpAddr::V4(_) => Vec::new(),
        IpAddr::V6(ip) => ranges::embedded(ip),
    };
    let mut forms = inner.into_iter().map(IpAddr::V4).chain([ip]);
    forms.any(|form| classify(form).is_some_and(|range| range.rule == RuleId::AddressMetadata))
}

fn shares_prefix(a: IpAddr, b: IpAddr, length: u8) -> bool {
    match (a, b) {
        (IpAddr::V4(a), IpAddr::V4(b)) => {
            let mask = u32::MAX.checked_shl(32 - u32::from(length)).unwrap_or(0);
            u32::from(a) & mask == u32::from(b) & mask
        }
        (IpAddr::V6(a), IpAddr::V6(b)) => {
            let mask = u128::MAX.checked_shl(128 - u32::from(length)).unwrap_or(0);
            u128::from(a) & mask == u128::from(b) & mask
        }
        (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
    }
}

/// An address, or a range of them in CIDR form, with or without a port: `127.0.0.1:8080`, `10.0.0.0/8`, `[::1]:8080`,
/// `fd00::/8`. It opens nothing by itself; it lifts the refusal for requests that an HTTP rule allows.
///
/// The address of a cloud's metadata service hands out credentials, so that a range never opens it: only a rule
/// which is exactly that address does. The same holds for every IPv6 form that carries such an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressRule {
    network: IpAddr,
    length: u8,
    port: Option<u16>,
}

impl AddressRule {
    /// Reads a rule.
    ///
    /// # Errors
    ///
    /// Says which part of the rule is wrong.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        let (network, port) = split(text)?;
        let port = port.map(|port| crate::target::parse_port(port).map_err(wrong)).transpose()?;
        let (address, length) = match network.split_once('/') {
            Some((address, length)) => (address, Some(length)),
            None => (network, None),
        };
        let address = address
            .parse::<IpAddr>()
            .map_err(|_| wrong(format!("`{address}` is not an IP address (a name belongs into `http`)")))?;
        let whole = if address.is_ipv4() { 32 } else { 128 };
        let length = match length {
            None => whole,
            Some(text) => parse_length(text, whole)?,
        };
        let rule = Self { network: address, length, port };
        rule.check_network()
    }

    /// The rule that means this address and port and no other.
    pub fn exactly(ip: IpAddr, port: u16) -> Self {
        let ip = ip.to_canonical();
        Self { network: ip, length: if ip.is_ipv4() { 32 } else { 128 }, port: Some(port) }
    }

    /// Whether the rule lifts the refusal of this address at this port.
    pub fn opens(&self, ip: IpAddr, port: u16) -> bool {
        let ip = ip.to_canonical();
        let single = self.length == if ip.is_ipv4() { 32 } else { 128 };
        shares_prefix(ip, self.network, self.length)
            && self.port.is_none_or(|ours| ours == port)
            && (single || !leads_to_metadata(ip))
    }

    /// `10.1.2.3/8` is one address and a range at the same time, and which was meant cannot be told. An IPv4-mapped
    /// network would never match, because addresses are compared in their IPv4 form.
    fn check_network(self) -> Result<Self, RuleError> {
        if let IpAddr::V6(ip) = self.network
            && let Some(mapped) = ip.to_ipv4_mapped()
        {
            return Err(wrong(format!("write the IPv4 address {mapped} and not its IPv6 form")));
        }
        let start = match self.network {
            IpAddr::V4(ip) => IpAddr::V4(
                (u32::from(ip) & u32::MAX.checked_shl(32 - u32::from(self.length)).unwrap_or(0)).into(),
            ),
            IpAddr::V6(ip) => IpAddr::V6(
                (u128::from(ip) & u128::MAX.checked_shl(128 - u32::from(self.length)).unwrap_or(0)).into(),
            ),
        };
        if start != self.network {
            return Err(wrong(format!(
                "{}/{} has bits set beyond its length; the range begins at {start}",
                self.network, self.length
            )));
        }
        Ok(self)
    }
}

impl FromStr for AddressRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

impl fmt::Display for AddressRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = if self.network.is_ipv4() { 32 } else { 128 };
        let network = match self.length {
            length if length == whole => self.network.to_string(),
            length => format!("{}/{length}", self.network),
        };
        match (self.port, self.network) {
            (None, _) => f.write_str(&network),
            (Some(port), IpAddr::V4(_)) => write!(f, "{network}:{port}"),
            (Some(port), IpAddr::V6(_)) => write!(f, "[{network}]:{port}"),
        }
    }
}

/// Splits off the port: after brackets, or after the only colon.
fn split(text: &str) -> Result<(&str, Option<&str>), RuleError> {
    if let Some(rest) = text.strip_prefix('[') {
        let (network, rest) = rest.split_once(']').ok_or_else(|| wrong("a bracket is not closed"))?;
        return match rest.strip_prefix(':') {
            Some(port) => Ok((network, Some(port))),
            None if rest.is_empty() => Ok((network, None)),
            None => Err(wrong("there is something other than a port after the brackets")),
        };
    }
    match text.split_once(':') {
        Some((_, rest)) if rest.contains(':') => Ok((text, None)),
        Some((network, port)) => Ok((network, Some(port))),
        None => Ok((text, None)),
    }
}

fn parse_length(text: &str, whole: u8) -> Result<u8, RuleError> {
    let plain = text.bytes().all(|b| b.is_ascii_digit());
    match text.parse::<u8>() {
        Ok(length) if plain && length <= whole => Ok(length),
        Ok(_) | Err(_) => Err(wrong(format!("the length after the slash is not a number from 0 to {whole}"))),
    }
}

fn wrong(problem: impl Into<String>) -> RuleError {
    RuleError {
        problem: problem.into(),
        expected: "an IP address or a range in CIDR form, with a port or without",
        example: "\"127.0.0.1:8080\", \"10.0.0.0/8\" or \"[::1]:8080\"",
    }
}

#[cfg(test)]
mod tests;
