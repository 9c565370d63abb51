//! Refusals: one rule id, one sentence for the model, one for the operator.

use std::fmt;

/// The name of a rule that decided something. Its text is stable: dashboards, tests and documents rely on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleId {
    /// A description of itself, asked of a component in an empty sandbox.
    Describe,
    /// The policy file names the component.
    ComponentNamed,
    /// The policy file does not name the component, which therefore runs with nothing.
    ComponentDefault,
    /// `only` leaves this function out.
    ToolHidden,
    /// A change that a person has not approved.
    ApprovalNeeded,
    /// The request's method is not one.
    HttpUrlMethod,
    /// The scheme is neither `http` nor `https`.
    HttpUrlScheme,
    /// The URL carries a user name or password.
    HttpUrlUserinfo,
    /// The host is no name and no plain address.
    HttpUrlHost,
    /// The path can be read in two ways.
    HttpUrlPath,
    /// No HTTP was granted at all.
    HttpNoGrant,
    /// The author did not declare this request.
    HttpNotDeclared,
    /// No granted rule has this scheme.
    HttpScheme,
    /// No granted rule has this host.
    HttpHost,
    /// No granted rule has this port for this host.
    HttpPort,
    /// No granted rule has this method for this host.
    HttpMethod,
    /// No granted rule has this path for this host.
    HttpPath,
    /// A granted and declared rule has it.
    HttpAllowed,
    /// 127.0.0.0/8, ::1.
    AddressLoopback,
    /// RFC 1918.
    AddressPrivate,
    /// 169.254.0.0/16, fe80::/10.
    AddressLinkLocal,
    /// A cloud's metadata service.
    AddressMetadata,
    /// 100.64.0.0/10.
    AddressSharedNat,
    /// fc00::/7.
    AddressUniqueLocal,
    /// Group addresses.
    AddressMulticast,
    /// 0.0.0.0/8, ::.
    AddressUnspecified,
    /// 255.255.255.255.
    AddressBroadcast,
    /// Documentation, benchmarking, and everything that the registries reserve.
    AddressReserved,
    /// An IPv6 form that carries or tunnels to an IPv4 address which would be refused.
    AddressTunnel,
}

impl RuleId {
    /// Every rule, in the order of the documentation.
    pub const ALL: &[RuleId] = &[
        Self::Describe,
        Self::ComponentNamed,
        Self::ComponentDefault,
        Self::ToolHidden,
        Self::ApprovalNeeded,
        Self::HttpUrlMethod,
        Self::HttpUrlScheme,
        Self::HttpUrlUserinfo,
        Self::HttpUrlHost,
        Self::HttpUrlPath,
        Self::HttpNoGrant,
        Self::HttpNotDeclared,
        Self::HttpScheme,
        Self::HttpHost,
        Self::HttpPort,
        Self::HttpMethod,
        Self::HttpPath,
        Self::HttpAllowed,
        Self::AddressLoopback,
        Self::AddressPrivate,
        Self::AddressLinkLocal,
        Self::AddressMetadata,
        Self::AddressSharedNat,
        Self::AddressUniqueLocal,
        Self::AddressMulticast,
        Self::AddressUnspecified,
        Self::AddressBroadcast,
        Self::AddressReserved,
        Self::AddressTunnel,
    ];

    /// The stable text, in kebab case.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Describe => "describe",
            Self::ComponentNamed => "component-named",
            Self::ComponentDefault => "component-default",
            Self::ToolHidden => "tool-hidden",
            Self::ApprovalNeeded => "approval-needed",
            Self::HttpUrlMethod => "http-url-method",
            Self::HttpUrlScheme => "http-url-scheme",
            Self::HttpUrlUserinfo => "http-url-userinfo",
            Self::HttpUrlHost => "http-url-host",
            Self::HttpUrlPath => "http-url-path",
            Self::HttpNoGrant => "http-no-grant",
            Self::HttpNotDeclared => "http-not-declared",
            Self::HttpScheme => "http-scheme",
            Self::HttpHost => "http-host",
            Self::HttpPort => "http-port",
            Self::HttpMethod => "http-method",
            Self::HttpPath => "http-path",
            Self::HttpAllowed => "http-allowed",
            Self::AddressLoopback => "address-loopback",
            Self::AddressPrivate => "address-private",
            Self::AddressLinkLocal => "address-link-local",
            Self::AddressMetadata => "address-metadata",
            Self::AddressSharedNat => "address-shared-nat",
            Self::AddressUniqueLocal => "address-unique-local",
            Self::AddressMulticast => "address-multicast",
            Self::AddressUnspecified => "address-unspecified",
            Self::AddressBroadcast => "address-broadcast",
            Self::AddressReserved => "address-reserved",
            Self::AddressTunnel => "address-tunnel",
        }
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A refusal, for its two audiences. Displayed, it is the operator's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denial {
    /// Which rule refused.
    pub rule: RuleId,
    /// Says that it was refused and what to do. Names no rule, host, address or path that the model did not give.
    pub for_model: String,
    /// Says which rule refused what, and the smallest line of policy that would allow it.
    pub for_operator: String,
}

impl fmt::Display for Denial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.for_operator)
    }
}

impl std::error::Error for Denial {}
