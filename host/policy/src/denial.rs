//! Refusals: one rule id, one sentence for the model, one for the operator.

use std::fmt;

use crate::Wish;

/// The name of a rule that decided something. Its text is stable: dashboards, tests and documents rely on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleId {
    /// A description of itself, asked of a component in an empty sandbox.
    Describe,
    /// The policy file names the component.
    ComponentNamed,
    /// The policy file does not name the component, which therefore runs with nothing.
    ComponentDefault,
    /// `only` or `callers` leaves this function out.
    ToolHidden,
    /// A run of a script of code mode.
    Script,
    /// Code mode is off, or a script wants to run another.
    ScriptNever,
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
    /// An address rule has it, or it is public.
    AddressAllowed,
    /// No TCP connection to this host and port was granted.
    TcpNoGrant,
    /// The author did not declare this connection.
    TcpNotDeclared,
    /// Granted and declared.
    TcpAllowed,
    /// No secret of this name was granted.
    SecretNoGrant,
    /// The author did not declare this secret.
    SecretNotDeclared,
    /// The secret goes to another place.
    SecretElsewhere,
    /// A request with a secret in it asks for something that could give the secret back in a form that cannot be masked.
    SecretUnsafe,
    /// The secret's value is not to be had, or cannot be sent.
    SecretUnavailable,
    /// Granted, declared, and to its own place.
    SecretAllowed,
    /// No granted directory has this path.
    FileNoGrant,
    /// The author did not declare this directory, or not to write it.
    FileNotDeclared,
    /// The directory is granted to be read only.
    FileReadOnly,
    /// Granted and declared.
    FileAllowed,
    /// No variable of this name was granted.
    VariableNoGrant,
    /// The author did not declare this variable.
    VariableNotDeclared,
    /// Granted and declared.
    VariableAllowed,
    /// This other tool was not granted.
    CallNoGrant,
    /// The author did not declare this other tool.
    CallNotDeclared,
    /// Tools that call tools that call tools, without end.
    CallTooDeep,
    /// Granted and declared.
    CallAllowed,
    /// No state was granted.
    StateNoGrant,
    /// The author did not declare that the component keeps state.
    StateNotDeclared,
    /// Granted and declared.
    StateAllowed,
    /// Listening for connections, and UDP: nothing grants them.
    SocketNever,
}

impl RuleId {
    /// Every rule, in the order of the documentation.
    pub const ALL: &[RuleId] = &[
        Self::Describe,
        Self::ComponentNamed,
        Self::ComponentDefault,
        Self::ToolHidden,
        Self::Script,
        Self::ScriptNever,
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
        Self::AddressAllowed,
        Self::TcpNoGrant,
        Self::TcpNotDeclared,
        Self::TcpAllowed,
        Self::SecretNoGrant,
        Self::SecretNotDeclared,
        Self::SecretElsewhere,
        Self::SecretUnsafe,
        Self::SecretUnavailable,
        Self::SecretAllowed,
        Self::FileNoGrant,
        Self::FileNotDeclared,
        Self::FileReadOnly,
        Self::FileAllowed,
        Self::VariableNoGrant,
        Self::VariableNotDeclared,
        Self::VariableAllowed,
        Self::CallNoGrant,
        Self::CallNotDeclared,
        Self::CallTooDeep,
        Self::CallAllowed,
        Self::StateNoGrant,
        Self::StateNotDeclared,
        Self::StateAllowed,
        Self::SocketNever,
    ];

    /// The stable text, in kebab case.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Describe => "describe",
            Self::ComponentNamed => "component-named",
            Self::ComponentDefault => "component-default",
            Self::ToolHidden => "tool-hidden",
            Self::Script => "script",
            Self::ScriptNever => "script-never",
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
            Self::AddressAllowed => "address-allowed",
            Self::TcpNoGrant => "tcp-no-grant",
            Self::TcpNotDeclared => "tcp-not-declared",
            Self::TcpAllowed => "tcp-allowed",
            Self::SecretNoGrant => "secret-no-grant",
            Self::SecretNotDeclared => "secret-not-declared",
            Self::SecretElsewhere => "secret-elsewhere",
            Self::SecretUnsafe => "secret-unsafe",
            Self::SecretUnavailable => "secret-unavailable",
            Self::SecretAllowed => "secret-allowed",
            Self::FileNoGrant => "fs-no-grant",
            Self::FileNotDeclared => "fs-not-declared",
            Self::FileReadOnly => "fs-read-only",
            Self::FileAllowed => "fs-allowed",
            Self::VariableNoGrant => "env-no-grant",
            Self::VariableNotDeclared => "env-not-declared",
            Self::VariableAllowed => "env-allowed",
            Self::CallNoGrant => "call-no-grant",
            Self::CallNotDeclared => "call-not-declared",
            Self::CallTooDeep => "call-too-deep",
            Self::CallAllowed => "call-allowed",
            Self::StateNoGrant => "state-no-grant",
            Self::StateNotDeclared => "state-not-declared",
            Self::StateAllowed => "state-allowed",
            Self::SocketNever => "socket-never",
        }
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A refusal, for its two audiences. Displayed, it is the operator's text with what would allow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denial {
    /// Which rule refused.
    pub rule: RuleId,
    /// What was refused; `None` when it had no form that could be said.
    pub wish: Option<Box<Wish>>,
    /// Says that it was refused and what to do. Names no rule, host, address or path that the model did not give.
    pub for_model: String,
    /// Says in one line which rule refused what.
    pub for_operator: String,
    /// The smallest piece of policy that would allow it; `None` when no grant does.
    pub allow: Option<String>,
}

impl fmt::Display for Denial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.for_operator)?;
        match &self.allow {
            Some(allow) => write!(f, ". To allow it, write\n{allow}"),
            None => f.write_str("."),
        }
    }
}

impl std::error::Error for Denial {}
