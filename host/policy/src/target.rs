//! The request that a guest wants to make, in the one form that rules are compared with.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::{Denial, RuleId};

/// How the request is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// In the clear.
    Http,
    /// Over TLS.
    Https,
}

impl Scheme {
    /// As a URL writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Https => "https",
        }
    }

    /// The port when a URL names none (RFC 9110 §4.2).
    pub fn default_port(self) -> u16 {
        match self {
            Self::Http => 80,
            Self::Https => 443,
        }
    }
}

/// A request's target, checked and normalised: host in lower case without a trailing dot, port filled in, path
/// without any spelling that a server could read differently. What cannot be brought into this form is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpTarget {
    method: String,
    scheme: Scheme,
    host: Host,
    port: u16,
    path: String,
}

/// A name or an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Host {
    /// A domain name in lower case.
    Name(String),
    /// An address that was written out.
    Address(IpAddr),
}

impl HttpTarget {
    /// Takes a request apart.
    ///
    /// `authority` is `host` or `host:port`, with IPv6 addresses in brackets; `path` may carry a query, which no rule
    /// looks at.
    ///
    /// # Errors
    ///
    /// The denials `http-url-…`: a method that is not one in upper case (or `CONNECT`, a tunnel that no path rule could
    /// look into), another scheme, a user name, a host that is no plain name or address, a path that can be read in two
    /// ways.
    pub fn new(method: &str, scheme: &str, authority: &str, path: &str) -> Result<Self, Denial> {
        let method = checked_method(method)?;
        let scheme = checked_scheme(scheme)?;
        let (host, port) = checked_authority(authority)?;
        let path = checked_path(path)?;
        Ok(Self { method, scheme, host, port: port.unwrap_or(scheme.default_port()), path })
    }

    /// The target of a text such as `GET https://api.example.com/v1/a`; `None` when that is no method with a URL.
    ///
    /// # Errors
    ///
    /// As for [`HttpTarget::new`].
    pub fn of_text(text: &str) -> Option<Result<Self, Denial>> {
        let (method, url) = text.split_once(' ')?;
        let (scheme, rest) = url.split_once("://")?;
        let (authority, path) = rest.find('/').map_or((rest, ""), |slash| rest.split_at(slash));
        Some(Self::new(method, scheme, authority, path))
    }

    /// Such as `GET`.
    pub fn method(&self) -> &str {
        &self.method
    }

    /// Plain or TLS.
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The host's name in lower case, or its address (IPv6 without brackets): what to resolve.
    pub fn host(&self) -> String {
        self.host.bare()
    }

    /// The address, when the host is written as one and there is nothing to resolve.
    pub fn address(&self) -> Option<IpAddr> {
        match self.host {
            Host::Address(address) => Some(address),
            Host::Name(_) => None,
        }
    }

    /// The port, the scheme's own when none was written.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The normalised path, without the query.
    pub fn path(&self) -> &str {
        &self.path
    }

    pub(crate) fn host_form(&self) -> &Host {
        &self.host
    }
}

impl fmt::Display for HttpTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}://{}", self.method, self.scheme.as_str(), self.host)?;
        if self.port != self.scheme.default_port() {
            write!(f, ":{}", self.port)?;
        }
        f.write_str(&self.path)
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Address(IpAddr::V4(address)) => write!(f, "{address}"),
            Self::Address(IpAddr::V6(address)) => write!(f, "[{address}]"),
        }
    }
}

/// A token of RFC 9110 §5.6.2, without the star, which means every method in a rule: a method of that name could never
/// be granted by itself. No method in use is longer than 32 characters.
pub(crate) fn is_method(text: &str) -> bool {
    (1..=32).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'+-.^_`|~".contains(&b))
}

fn checked_method(method: &str) -> Result<String, Denial> {
    if !is_method(method) {
        return Err(refused(RuleId::HttpUrlMethod, "the method is not an HTTP method"));
    }
    if method.eq_ignore_ascii_case("CONNECT") {
        return Err(refused(RuleId::HttpUrlMethod, "CONNECT opens a tunnel, which is never allowed"));
    }
    // Some servers read `get` as GET and some do not (methods are case-sensitive, RFC 9110 §9.1).
    if method.bytes().any(|b| b.is_ascii_lowercase()) {
        return Err(refused(RuleId::HttpUrlMethod, "the method is not in upper case"));
    }
    Ok(method.to_owned())
}

fn checked_scheme(scheme: &str) -> Result<Scheme, Denial> {
    if scheme.eq_ignore_ascii_case("https") {
        Ok(Scheme::Https)
    } else if scheme.eq_ignore_ascii_case("http") {
        Ok(Scheme::Http)
    } else {
        Err(refused(RuleId::HttpUrlScheme, "the scheme is neither http nor https"))
    }
}

fn checked_authority(authority: &str) -> Result<(Host, Option<u16>), Denial> {
    if authority.contains('@') {
        return Err(refused(
            RuleId::HttpUrlUserinfo,
            "a URL with a user name or password is never allowed; credentials belong into a header",
        ));
    }
    let host_refused = |problem: &'static str| refused(RuleId::HttpUrlHost, problem);
    let (host, port) = split_port(authority).map_err(host_refused)?;
    let host = Host::parse(host).map_err(host_refused)?;
    let port = port.map(|port| parse_port(port).map_err(host_refused)).transpose()?;
    Ok((host, port))
}

/// Splits `host:port`; the host keeps its brackets.
pub(crate) fn split_port(authority: &str) -> Result<(&str, Option<&str>), &'static str> {
    if authority.starts_with('[') {
        let end = authority.find(']').ok_or("a bracket is not closed")? + 1;
        let (host, rest) = authority.split_at(end);
        return match rest.strip_prefix(':') {
            Some(port) => Ok((host, Some(port))),
            None if rest.is_empty() => Ok((host, None)),
            None => Err("there is something other than a port after the brackets"),
        };
    }
    match authority.split_once(':') {
        Some((_, port)) if port.contains(':') => Err("an IPv6 address must be in brackets"),
        Some((host, port)) => Ok((host, Some(port))),
        None => Ok((authority, None)),
    }
}

/// A port from 1 to 65535 in plain digits.
pub(crate) fn parse_port(text: &str) -> Result<u16, &'static str> {
    let plain = (1..=5).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    match text.parse() {
        Ok(port) if plain && port > 0 => Ok(port),
        Ok(_) | Err(_) => Err("the port is not a number from 1 to 65535"),
    }
}

impl Host {
    /// The name, or the address without brackets.
    pub(crate) fn bare(&self) -> String {
        match self {
            Self::Name(name) => name.clone(),
            Self::Address(address) => address.to_string(),
        }
    }

    /// Reads a host name or address.
    ///
    /// A name whose last label looks like a number is what many resolvers take for an IPv4 address (`0x7f.1`,
    /// `2130706433`, `0177.0.0.1`; see the WHATWG URL standard, "ends in a number"). Four plain decimal parts are read
    /// as the address they are; every other form is refused, so that no address hides behind a name.
    pub(crate) fn parse(text: &str) -> Result<Self, &'static str> {
        if let Some(inner) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            return inner
                .parse::<Ipv6Addr>()
                .map(|address| Self::Address(address.into()))
                .map_err(|_| "there is no IPv6 address in the brackets");
        }
        let name = text.strip_suffix('.').unwrap_or(text).to_ascii_lowercase();
        check_name(&name)?;
        if !ends_in_number(&name) {
            return Ok(Self::Name(name));
        }
        name.parse::<Ipv4Addr>()
            .map(|address| Self::Address(address.into()))
            .map_err(|_| "the host looks like an IPv4 address, but is not four decimal numbers")
    }
}

/// RFC 1123 §2.1 with the underscore that real names have. Lengths from RFC 1035 §2.3.4.
pub(crate) fn check_name(name: &str) -> Result<(), &'static str> {
    if name.is_empty() {
        return Err("there is no host");
    }
    if !name.is_ascii() {
        return Err("the host is not ASCII; write an international name in its xn-- form");
    }
    if name.len() > 253 {
        return Err("the host name is longer than 253 characters");
    }
    name.split('.').try_for_each(check_label)
}

fn check_label(label: &str) -> Result<(), &'static str> {
    if label.is_empty() {
        return Err("the host name has an empty part");
    }
    if label.len() > 63 {
        return Err("a part of the host name is longer than 63 characters");
    }
    if label.starts_with('-') || label.ends_with('-') {
        return Err("a part of the host name begins or ends with a hyphen");
    }
    if !label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_') {
        return Err("the host name has a character that host names do not have");
    }
    Ok(())
}

fn ends_in_number(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    let hex = last.strip_prefix("0x");
    last.bytes().all(|b| b.is_ascii_digit())
        || hex.is_some_and(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn checked_path(path_and_query: &str) -> Result<String, Denial> {
    let path_refused = |problem: &'static str| refused(RuleId::HttpUrlPath, problem);
    if !path_and_query.bytes().all(|b| b.is_ascii_graphic()) {
        return Err(path_refused("there is a character that must be percent-encoded"));
    }
    if path_and_query.contains('#') {
        return Err(path_refused("there is a fragment"));
    }
    match path_and_query.split('?').next() {
        None | Some("") => Ok("/".to_owned()),
        // In a rule a star is any run of characters, so that the character itself has the other spelling.
        Some(path) => normal_path(path).map(|path| path.replace('*', "%2A")).map_err(path_refused),
    }
}

/// Checks a path and brings it into the form that rules see: percent-encoded letters, digits, `-`, `_` and `~` are
/// decoded, other escapes get upper-case digits (RFC 3986 §6.2.2).
///
/// Refused is what servers and proxies are known to read in different ways: `.` and `..` segments in any spelling
/// (also `..;x`), an encoded `/`, `\`, `.` or NUL, an encoded `%` before what would be an escape again, a backslash,
/// and anything outside of printable ASCII.
pub(crate) fn normal_path(path: &str) -> Result<String, &'static str> {
    if !path.starts_with('/') {
        return Err("the path does not begin with a slash");
    }
    // RFC 3986 has no quotes and angle brackets in a path. The path is proposed to the operator as a quoted line of
    // policy, which it must not be able to end.
    if !path.bytes().all(|b| b.is_ascii_graphic() && !b"\"<>`".contains(&b)) {
        return Err("there is a character that must be percent-encoded");
    }
    if path.contains('\\') {
        return Err("the path has a backslash");
    }
    let normal = decoded(path)?;
    let dots = |segment: &str| matches!(segment.split(';').next(), Some("." | ".."));
    if normal.split('/').any(dots) {
        return Err("the path has a `.` or `..` segment; write the path without it");
    }
    Ok(normal)
}

fn decoded(path: &str) -> Result<String, &'static str> {
    let mut normal = String::with_capacity(path.len());
    let mut rest = path;
    while let Some((plain, escape)) = rest.split_once('%') {
        normal.push_str(plain);
        let digits = escape.get(..2).ok_or("a percent sign is not followed by two hexadecimal digits")?;
        let plain_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
        let byte = u8::from_str_radix(digits, 16)
            .ok()
            .filter(|_| plain_hex)
            .ok_or("a percent sign is not followed by two hexadecimal digits")?;
        rest = escape.get(2..).unwrap_or_default();
        match byte {
            b'.' | b'/' | b'\\' | 0 => {
                return Err("the path hides a dot, a slash, a backslash or NUL behind a percent sign");
            }
            b'-' | b'_' | b'~' => normal.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => normal.push(char::from(byte)),
            _ => normal.push_str(&format!("%{byte:02X}")),
        }
    }
    normal.push_str(rest);
    if hides_again(&normal) {
        return Err("the path hides a percent-encoded character behind a percent sign");
    }
    Ok(normal)
}

/// Whether an encoded `%` would begin an escape once a server decodes twice. Only the whole normal form can tell: the
/// digits may have been escapes themselves (`%252%65`).
fn hides_again(normal: &str) -> bool {
    let mut after = normal.split("%25").skip(1);
    after.any(|rest| rest.get(..2).is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit())))
}

/// The form of the URL is the guest's own doing, so that the model may hear what is wrong with it.
fn refused(rule: RuleId, problem: &str) -> Denial {
    Denial {
        rule,
        wish: None,
        for_model: format!("The request was refused: {problem}."),
        for_operator: format!(
            "a request was refused because of its form: {problem}. No grant allows this form."
        ),
        allow: None,
    }
}

#[cfg(test)]
mod tests;
