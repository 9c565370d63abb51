//! The ranges, from the IANA special-purpose address registries for IPv4 and IPv6 (RFC 6890 and its updates), the
//! IPv6 address space registry, and the documentation of the cloud providers. The first match counts, so that the
//! more telling names come first.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::Range;
use crate::RuleId;

const fn range(rule: RuleId, what: &'static str) -> Range {
    Range { rule, what }
}

const METADATA: &str = "the metadata service of a cloud, which hands out credentials";

/// Network, prefix length, and what it is.
pub(super) static V4: &[(Ipv4Addr, u8, Range)] = &[
    // AWS, Azure, Google Cloud, Oracle, DigitalOcean, OpenStack and others.
    (Ipv4Addr::new(169, 254, 169, 254), 32, range(RuleId::AddressMetadata, METADATA)),
    // Credentials of ECS tasks, and of EKS pods.
    (Ipv4Addr::new(169, 254, 170, 2), 32, range(RuleId::AddressMetadata, METADATA)),
    (Ipv4Addr::new(169, 254, 170, 23), 32, range(RuleId::AddressMetadata, METADATA)),
    // Tencent Cloud.
    (Ipv4Addr::new(169, 254, 0, 23), 32, range(RuleId::AddressMetadata, METADATA)),
    // Alibaba Cloud.
    (Ipv4Addr::new(100, 100, 100, 200), 32, range(RuleId::AddressMetadata, METADATA)),
    // Oracle Cloud Classic.
    (Ipv4Addr::new(192, 0, 0, 192), 32, range(RuleId::AddressMetadata, METADATA)),
    // Azure's host agent: a public address that leads to the machine's own host.
    (Ipv4Addr::new(168, 63, 129, 16), 32, range(RuleId::AddressMetadata, METADATA)),
    (Ipv4Addr::new(0, 0, 0, 0), 8, range(RuleId::AddressUnspecified, "\"this network\" (RFC 791 §3.2)")),
    (Ipv4Addr::new(10, 0, 0, 0), 8, range(RuleId::AddressPrivate, "a private network (RFC 1918)")),
    (Ipv4Addr::new(172, 16, 0, 0), 12, range(RuleId::AddressPrivate, "a private network (RFC 1918)")),
    (Ipv4Addr::new(192, 168, 0, 0), 16, range(RuleId::AddressPrivate, "a private network (RFC 1918)")),
    (Ipv4Addr::new(100, 64, 0, 0), 10, range(RuleId::AddressSharedNat, "carrier-grade NAT (RFC 6598)")),
    (
        Ipv4Addr::new(127, 0, 0, 0),
        8,
        range(RuleId::AddressLoopback, "this machine (loopback, RFC 1122 §3.2.1.3)"),
    ),
    (Ipv4Addr::new(169, 254, 0, 0), 16, range(RuleId::AddressLinkLocal, "link-local (RFC 3927)")),
    (
        Ipv4Addr::new(192, 0, 0, 0),
        24,
        range(RuleId::AddressReserved, "IETF protocol assignments (RFC 6890 §2.1)"),
    ),
    (Ipv4Addr::new(192, 0, 2, 0), 24, range(RuleId::AddressReserved, "documentation (TEST-NET-1, RFC 5737)")),
    (Ipv4Addr::new(192, 88, 99, 0), 24, range(RuleId::AddressReserved, "the former 6to4 relays (RFC 7526)")),
    (Ipv4Addr::new(198, 18, 0, 0), 15, range(RuleId::AddressReserved, "benchmarking (RFC 2544)")),
    (
        Ipv4Addr::new(198, 51, 100, 0),
        24,
        range(RuleId::AddressReserved, "documentation (TEST-NET-2, RFC 5737)"),
    ),
    (
        Ipv4Addr::new(203, 0, 113, 0),
        24,
        range(RuleId::AddressReserved, "documentation (TEST-NET-3, RFC 5737)"),
    ),
    (Ipv4Addr::new(224, 0, 0, 0), 4, range(RuleId::AddressMulticast, "multicast (RFC 1112)")),
    (Ipv4Addr::BROADCAST, 32, range(RuleId::AddressBroadcast, "limited broadcast (RFC 919)")),
    (Ipv4Addr::new(240, 0, 0, 0), 4, range(RuleId::AddressReserved, "reserved (RFC 1112 §4)")),
];

/// The same for IPv6.
pub(super) static V6: &[(Ipv6Addr, u8, Range)] = &[
    // AWS: metadata, and credentials of EKS pods.
    (Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254), 128, range(RuleId::AddressMetadata, METADATA)),
    (Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x23), 128, range(RuleId::AddressMetadata, METADATA)),
    // Google Cloud.
    (Ipv6Addr::new(0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254), 128, range(RuleId::AddressMetadata, METADATA)),
    (
        Ipv6Addr::UNSPECIFIED,
        128,
        range(RuleId::AddressUnspecified, "the unspecified address (RFC 4291 §2.5.2)"),
    ),
    (Ipv6Addr::LOCALHOST, 128, range(RuleId::AddressLoopback, "this machine (loopback, RFC 4291 §2.5.3)")),
    (
        Ipv6Addr::UNSPECIFIED,
        96,
        range(RuleId::AddressTunnel, "an IPv4-compatible address (deprecated, RFC 4291 §2.5.5.1)"),
    ),
    (
        Ipv6Addr::new(0x64, 0xff9b, 1, 0, 0, 0, 0, 0),
        48,
        range(RuleId::AddressTunnel, "NAT64 of a local network (RFC 8215)"),
    ),
    (
        Ipv6Addr::new(0x100, 0, 0, 0, 0, 0, 0, 0),
        64,
        range(RuleId::AddressReserved, "discard-only (RFC 6666)"),
    ),
    (
        Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0),
        32,
        range(RuleId::AddressTunnel, "Teredo, a tunnel to an IPv4 address (RFC 4380)"),
    ),
    (
        Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0),
        23,
        range(RuleId::AddressReserved, "IETF protocol assignments (RFC 2928)"),
    ),
    (
        Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0),
        32,
        range(RuleId::AddressReserved, "documentation (RFC 3849)"),
    ),
    (
        Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0),
        16,
        range(RuleId::AddressTunnel, "6to4, a tunnel to an IPv4 address (RFC 3056, RFC 7526)"),
    ),
    (
        Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0),
        20,
        range(RuleId::AddressReserved, "documentation (RFC 9637)"),
    ),
    (
        Ipv6Addr::new(0x5f00, 0, 0, 0, 0, 0, 0, 0),
        16,
        range(RuleId::AddressReserved, "segment routing identifiers (RFC 9602)"),
    ),
    (
        Ipv6Addr::new(0xfc00, 0, 0, 0, 0, 0, 0, 0),
        7,
        range(RuleId::AddressUniqueLocal, "a private network (unique local, RFC 4193)"),
    ),
    (
        Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0, 0, 0),
        10,
        range(RuleId::AddressLinkLocal, "link-local (RFC 4291 §2.5.6)"),
    ),
    (
        Ipv6Addr::new(0xfec0, 0, 0, 0, 0, 0, 0, 0),
        10,
        range(RuleId::AddressPrivate, "a private network (site-local, RFC 3879)"),
    ),
    (
        Ipv6Addr::new(0xff00, 0, 0, 0, 0, 0, 0, 0),
        8,
        range(RuleId::AddressMulticast, "multicast (RFC 4291 §2.7)"),
    ),
];

/// What an address is that carries a refused IPv4 address.
pub(super) static TUNNEL: Range =
    range(RuleId::AddressTunnel, "an IPv6 form of an IPv4 address that is refused (RFC 6052, RFC 5214)");

/// What an address is that the registry has given to nobody.
pub(super) static UNALLOCATED: Range = range(
    RuleId::AddressReserved,
    "outside of the global unicast space (2000::/3, IANA IPv6 address space registry)",
);

/// Whether the address is in the one block that global unicast addresses are given from, or in the well-known prefix
/// of NAT64, through which networks without IPv4 reach the rest of the internet.
pub(super) fn is_allocated(ip: Ipv6Addr) -> bool {
    let [first, ..] = ip.segments();
    first & 0xe000 == 0x2000 || is_nat64(ip)
}

/// The IPv4 address that leaves the machine's network when this one is dialled, in the two forms that are in use:
/// NAT64's well-known prefix (RFC 6052 §2.1), and ISATAP interface identifiers in any network (RFC 5214 §6.1).
pub(super) fn carried(ip: Ipv6Addr) -> Option<Ipv4Addr> {
    let [.., scope, isatap, high, low] = ip.segments();
    let is_isatap = scope & !0x0200 == 0 && isatap == 0x5efe;
    let [a, b] = high.to_be_bytes();
    let [c, d] = low.to_be_bytes();
    (is_nat64(ip) || is_isatap).then_some(Ipv4Addr::new(a, b, c, d))
}

/// Every IPv4 address that this one may carry in one of the known forms, whether the form is in use or refused as a
/// whole: in the last 32 bits (NAT64 with a prefix of 96 bits, ISATAP, IPv4-compatible), inverted there (Teredo's client,
/// RFC 4380 §4), after the prefix (6to4, RFC 3056 §2), and around the octet that RFC 6052 §2.2 leaves out (NAT64 of a
/// local network, with a prefix of 48, 56 or 64 bits).
pub(super) fn embedded(ip: Ipv6Addr) -> Vec<Ipv4Addr> {
    let o = ip.octets();
    let octets = match ip.segments() {
        [0x2002, ..] => vec![[o[2], o[3], o[4], o[5]]],
        [0x2001, 0, ..] => vec![[!o[12], !o[13], !o[14], !o[15]]],
        [0x64, 0xff9b, 1, ..] => {
            vec![[o[6], o[7], o[9], o[10]], [o[7], o[9], o[10], o[11]], [o[9], o[10], o[11], o[12]]]
        }
        _ => Vec::new(),
    };
    octets.into_iter().chain([[o[12], o[13], o[14], o[15]]]).map(Ipv4Addr::from).collect()
}

fn is_nat64(ip: Ipv6Addr) -> bool {
    matches!(ip.segments(), [0x64, 0xff9b, 0, 0, 0, 0, _, _])
}
