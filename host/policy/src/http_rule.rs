//! One HTTP rule: `GET,POST https://api.example.com/v1/*`.

use std::fmt;
use std::str::FromStr;

use crate::target::{Host, check_name, is_method, parse_port, split_port};
use crate::{HttpTarget, RuleError, RuleId, Scheme};

mod covers;
mod glob;

/// Which requests are meant: methods, scheme, host, port and path.
///
/// The methods are a list or `*`. The host is a name, `*.name` for its subdomains (not the name itself), an address,
/// or `*`. No port means the scheme's own, `:*` means any. In the path, `*` stands for any run of characters,
/// including `/` and none at all; the character itself is written `%2A`. The query is not looked at.
///
/// ```
/// use bulkhead_policy::{HttpRule, HttpTarget};
/// let rule: HttpRule = "GET https://*.example.com/v1/*".parse()?;
/// let target = |host| HttpTarget::new("GET", "https", host, "/v1/a/b?c=d");
/// assert!(rule.matches(&target("api.example.com")?));
/// assert!(!rule.matches(&target("example.com")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpRule {
    methods: Methods,
    scheme: Scheme,
    host: HostPattern,
    port: PortPattern,
    path: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Methods {
    Any,
    Listed(Vec<String>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum HostPattern {
    Any,
    /// The name that others must end in, without the `*.`.
    SubdomainsOf(String),
    Exactly(Host),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PortPattern {
    Any,
    Exactly(u16),
}

/// A part of a request, in the order in which rules are compared: a later part is a nearer miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    Scheme,
    Host,
    Port,
    Method,
    Path,
}

impl Part {
    pub(crate) fn rule(self) -> RuleId {
        match self {
            Self::Scheme => RuleId::HttpScheme,
            Self::Host => RuleId::HttpHost,
            Self::Port => RuleId::HttpPort,
            Self::Method => RuleId::HttpMethod,
            Self::Path => RuleId::HttpPath,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::Host => "host",
            Self::Port => "port for this host",
            Self::Method => "method for this host",
            Self::Path => "path for this host and method",
        }
    }
}

impl HttpRule {
    /// Reads a rule.
    ///
    /// # Errors
    ///
    /// Says which part of the rule is wrong.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        let (methods, url) =
            text.split_once(' ').ok_or_else(|| wrong("there are no methods before the URL"))?;
        let methods = Methods::parse(methods)?;
        let (scheme, rest) = url
            .split_once("://")
            .ok_or_else(|| wrong("the part after the methods is not a URL with a scheme"))?;
        let slash = rest.find('/').ok_or_else(|| wrong("the URL has no path; write `/*` for every path"))?;
        let (authority, path) = rest.split_at(slash);
        let scheme = match scheme {
            "http" => Scheme::Http,
            "https" => Scheme::Https,
            other => return Err(wrong(format!("the scheme `{other}` is neither `http` nor `https`"))),
        };
        if authority.contains('@') {
            return Err(wrong("a rule has no user name or password"));
        }
        let (host, port) = split_port(authority).map_err(wrong)?;
        Ok(Self {
            methods,
            scheme,
            host: HostPattern::parse(host)?,
            port: PortPattern::parse(port, scheme)?,
            path: checked_pattern(path)?,
        })
    }

    /// The rule that means this request and no other.
    pub fn exactly(target: &HttpTarget) -> Self {
        Self {
            methods: Methods::Listed(vec![target.method().to_owned()]),
            scheme: target.scheme(),
            host: HostPattern::Exactly(target.host_form().clone()),
            port: PortPattern::Exactly(target.port()),
            path: target.path().to_owned(),
        }
    }

    /// Whether the request is one that the rule means.
    pub fn matches(&self, target: &HttpTarget) -> bool {
        self.mismatch(target).is_none()
    }

    /// Whether there is a request that both rules mean.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.scheme == other.scheme
            && self.methods.overlap(&other.methods)
            && self.host.overlaps(&other.host)
            && self.port.overlaps(other.port)
            && glob::overlap(&self.path, &other.path)
    }

    /// Whether a request to this place is one that the rule may mean.
    pub(crate) fn reaches(&self, scheme: Scheme, host: &Host, port: u16) -> bool {
        self.scheme == scheme && self.host.matches(host) && self.port.matches(port)
    }

    /// The first part that does not agree.
    pub(crate) fn mismatch(&self, target: &HttpTarget) -> Option<Part> {
        if self.scheme != target.scheme() {
            Some(Part::Scheme)
        } else if !self.host.matches(target.host_form()) {
            Some(Part::Host)
        } else if !self.port.matches(target.port()) {
            Some(Part::Port)
        } else if !self.methods.matches(target.method()) {
            Some(Part::Method)
        } else if !glob::matches(&self.path, target.path()) {
            Some(Part::Path)
        } else {
            None
        }
    }
}

impl FromStr for HttpRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

impl fmt::Display for HttpRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.methods {
            Methods::Any => f.write_str("*")?,
            Methods::Listed(methods) => f.write_str(&methods.join(","))?,
        }
        write!(f, " {}://", self.scheme.as_str())?;
        match &self.host {
            HostPattern::Any => f.write_str("*")?,
            HostPattern::SubdomainsOf(name) => write!(f, "*.{name}")?,
            HostPattern::Exactly(host) => write!(f, "{host}")?,
        }
        match self.port {
            PortPattern::Any => f.write_str(":*")?,
            PortPattern::Exactly(port) if port != self.scheme.default_port() => write!(f, ":{port}")?,
            PortPattern::Exactly(_) => {}
        }
        f.write_str(&self.path)
    }
}

impl Methods {
    fn parse(text: &str) -> Result<Self, RuleError> {
        if text == "*" {
            return Ok(Self::Any);
        }
        let mut methods: Vec<String> = Vec::new();
        for method in text.split(',') {
            if method.is_empty() {
                return Err(wrong("a method is missing beside a comma; there is no space between methods"));
            }
            if !is_method(method) {
                return Err(wrong(format!("`{method}` is not a method")));
            }
            // Methods are case-sensitive (RFC 9110 §9.1); a rule in lower case would silently allow nothing.
            if method.bytes().any(|b| b.is_ascii_lowercase()) {
                return Err(wrong(format!("the method `{method}` is not in upper case")));
            }
            if method == "CONNECT" {
                return Err(wrong("CONNECT opens a tunnel, which cannot be granted"));
            }
            if methods.iter().any(|known| known == method) {
                return Err(wrong(format!("the method `{method}` is there twice")));
            }
            methods.push(method.to_owned());
        }
        Ok(Self::Listed(methods))
    }

    fn matches(&self, method: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Listed(methods) => methods.iter().any(|known| known == method),
        }
    }

    fn overlap(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Any, _) | (_, Self::Any) => true,
            (Self::Listed(ours), theirs @ Self::Listed(_)) => {
                ours.iter().any(|method| theirs.matches(method))
            }
        }
    }
}

impl HostPattern {
    fn parse(text: &str) -> Result<Self, RuleError> {
        if text == "*" {
            return Ok(Self::Any);
        }
        if let Some(name) = text.strip_prefix("*.") {
            return match Host::parse(name).map_err(wrong)? {
                Host::Name(name) => Ok(Self::SubdomainsOf(name)),
                Host::Address(_) => Err(wrong("an address has no subdomains")),
            };
        }
        if text.contains('*') {
            return Err(wrong("in a host, `*` stands alone or before a dot at the beginning"));
        }
        if !text.starts_with('[') {
            check_name(text.strip_suffix('.').unwrap_or(text)).map_err(wrong)?;
        }
        Host::parse(text).map(Self::Exactly).map_err(wrong)
    }

    fn matches(&self, host: &Host) -> bool {
        match (self, host) {
            (Self::Any, _) => true,
            (Self::SubdomainsOf(parent), Host::Name(name)) => is_subdomain(name, parent),
            (Self::SubdomainsOf(_), Host::Address(_)) => false,
            (Self::Exactly(ours), theirs) => ours == theirs,
        }
    }

    fn overlaps(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Any, _) | (_, Self::Any) => true,
            (Self::Exactly(host), pattern) | (pattern, Self::Exactly(host)) => pattern.matches(host),
            (Self::SubdomainsOf(a), Self::SubdomainsOf(b)) => {
                a == b || is_subdomain(a, b) || is_subdomain(b, a)
            }
        }
    }
}

fn is_subdomain(name: &str, parent: &str) -> bool {
    name.strip_suffix(parent).is_some_and(|labels| labels.len() > 1 && labels.ends_with('.'))
}

impl PortPattern {
    fn parse(text: Option<&str>, scheme: Scheme) -> Result<Self, RuleError> {
        match text {
            None => Ok(Self::Exactly(scheme.default_port())),
            Some("*") => Ok(Self::Any),
            Some(port) => parse_port(port).map(Self::Exactly).map_err(wrong),
        }
    }

    fn matches(self, port: u16) -> bool {
        match self {
            Self::Any => true,
            Self::Exactly(ours) => ours == port,
        }
    }

    fn overlaps(self, other: Self) -> bool {
        match (self, other) {
            (Self::Any, _) | (_, Self::Any) => true,
            (Self::Exactly(ours), Self::Exactly(theirs)) => ours == theirs,
        }
    }
}

/// A pattern is compared with normalised paths, so that one which no normalised path can match is a mistake.
fn checked_pattern(path: &str) -> Result<String, RuleError> {
    if path.contains(['?', '#']) {
        return Err(wrong("a rule has no query and no fragment; every query is allowed"));
    }
    // Stars are no special characters for the check of a path, so that it can serve for the pattern too.
    let normal = crate::target::normal_path(path).map_err(wrong)?;
    if normal != path {
        return Err(wrong(format!("the path is not in its normal form, which is `{normal}`")));
    }
    Ok(normal)
}

fn wrong(problem: impl Into<String>) -> RuleError {
    RuleError {
        problem: problem.into(),
        expected: "methods, a space, and a URL: METHODS scheme://host[:port]/path",
        example: "\"GET,POST https://api.example.com/v1/*\"",
    }
}

#[cfg(test)]
mod tests;
