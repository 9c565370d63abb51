//! Whether one rule has all that another has.

use super::{HostPattern, HttpRule, Methods, PortPattern, glob, is_subdomain};
use crate::target::Host;

impl HttpRule {
    /// Whether every request that the other rule means is meant by this one too. Where it says no, there may be none that
    /// is not: patterns of paths are compared as they are written.
    ///
    /// ```
    /// use bulkhead_policy::HttpRule;
    /// let rule = |text: &str| text.parse::<HttpRule>();
    /// assert!(rule("* https://*/*")?.covers(&rule("GET https://*.example.com/v1/*")?));
    /// assert!(!rule("GET https://*.example.com/v1/*")?.covers(&rule("GET https://example.com/v1/*")?));
    /// # Ok::<(), bulkhead_policy::RuleError>(())
    /// ```
    pub fn covers(&self, other: &Self) -> bool {
        self.scheme == other.scheme
            && self.methods.cover(&other.methods)
            && self.host.covers(&other.host)
            && self.port.covers(other.port)
            // A star of the other is a character that only a star here can take; whatever it stands for, that takes too.
            && glob::matches(&self.path, &other.path)
    }
}

impl Methods {
    fn cover(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Any, _) => true,
            (Self::Listed(_), Self::Any) => false,
            (ours @ Self::Listed(_), Self::Listed(theirs)) => {
                theirs.iter().all(|method| ours.matches(method))
            }
        }
    }
}

impl HostPattern {
    fn covers(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Any, _) => true,
            (Self::Exactly(_) | Self::SubdomainsOf(_), Self::Any)
            | (Self::Exactly(_), Self::SubdomainsOf(_))
            | (Self::SubdomainsOf(_), Self::Exactly(Host::Address(_))) => false,
            (Self::SubdomainsOf(ours), Self::SubdomainsOf(theirs)) => {
                ours == theirs || is_subdomain(theirs, ours)
            }
            (ours, Self::Exactly(host)) => ours.matches(host),
        }
    }
}

impl PortPattern {
    fn covers(self, other: Self) -> bool {
        match (self, other) {
            (Self::Any, _) => true,
            (Self::Exactly(_), Self::Any) => false,
            (Self::Exactly(ours), Self::Exactly(theirs)) => ours == theirs,
        }
    }
}
