//! Addresses in all their forms, and any text as a rule about them.

#![no_main]

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use arbitrary::Arbitrary;
use bulkhead_policy::{AddressRule, Declared, EffectiveGrants, Grants, Policy, blocked};
use libfuzzer_sys::fuzz_target;

/// Addresses as bytes, and the text of a rule.
#[derive(Arbitrary, Debug)]
struct Input<'a> {
    v4: [u8; 4],
    v6: [u8; 16],
    port: u16,
    /// Bits of `v6` that a rule is made of.
    length: u8,
    text: &'a str,
}

fuzz_target!(|input: Input| {
    let (v4, v6) = (Ipv4Addr::from(input.v4), Ipv6Addr::from(input.v6));
    special_v4(v4);
    special_v6(v6);
    carried(v4, v6);
    for ip in [IpAddr::V4(v4), IpAddr::V6(v6)] {
        refused_or_not(ip, input.port);
        named_exactly(ip, input.port, v4, v6);
    }
    let masked = |bits: u128, length: u32| bits & u128::MAX.checked_shl(128 - length).unwrap_or(0);
    let length = u32::from(input.length) % 129;
    let made = format!("{}/{length}", Ipv6Addr::from(masked(v6.into(), length)));
    let of_v4 = format!("{v4}/{}:{}", length % 33, input.port);
    for text in [input.text, &made, &of_v4] {
        if let Ok(rule) = AddressRule::parse(text) {
            rules(&rule, &[IpAddr::V4(v4), IpAddr::V6(v6), IpAddr::V6(v4.to_ipv6_mapped())], input.port);
        }
    }
});

/// What the standard library knows to be special is refused.
fn special_v4(ip: Ipv4Addr) {
    let special = ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_broadcast()
        || ip.is_documentation()
        || ip.is_multicast()
        || ip.is_unspecified()
        || ip.octets()[0] == 0
        || ip.octets()[0] >= 240;
    assert!(!special || blocked(ip.into()).is_some(), "{ip}");
}

fn special_v6(ip: Ipv6Addr) {
    let special = ip.is_loopback()
        || ip.is_unspecified()
        || ip.is_multicast()
        || ip.is_unique_local()
        || ip.is_unicast_link_local();
    assert!(!special || blocked(ip.into()).is_some(), "{ip}");
}

/// An IPv6 address is refused when the IPv4 address that it carries is. `v6` lends its first bits as some network's.
fn carried(v4: Ipv4Addr, v6: Ipv6Addr) {
    let refused = blocked(v4.into()).is_some();
    let bits = u128::from(u32::from(v4));
    let network = u128::from(v6) & !u128::from(u64::MAX);
    let form = |bits: u128| blocked(IpAddr::V6(bits.into())).is_some();
    let nat64 = 0x64_ff9b_u128 << 96;
    assert_eq!(blocked(v4.to_ipv6_mapped().into()), blocked(v4.into()), "{v4} mapped");
    assert_eq!(form(nat64 | bits), refused, "{v4} in NAT64");
    for isatap in [0x5efe_u128, 0x0200_5efe] {
        assert!(!refused || form(network | (isatap << 32) | bits), "{v4} in ISATAP");
    }
    assert!(form((0x64_ff9b_0001_u128 << 80) | bits), "{v4} in NAT64 of a local network");
    assert!(form(bits), "{v4} as an IPv4-compatible address");
    assert!(form((0x2002_u128 << 112) | (bits << 80) | u128::from(v6) >> 48), "{v4} in 6to4");
    assert!(form((0x2001_u128 << 112) | (u128::from(v6) >> 32)), "Teredo");
}

fn refused_or_not(ip: IpAddr, port: u16) {
    let checked = EffectiveGrants::none("a").check_address("host.example", port, ip);
    assert_eq!(checked.is_err(), blocked(ip).is_some(), "{ip}");
    let Err(denial) = checked else { return };
    // A port that no rule can name is none that can be dialled.
    if port == 0 {
        return;
    }
    let proposed =
        denial.allow.as_deref().and_then(|allow| allow.rsplit('"').nth(1)).expect("a rule in quotes");
    let rule: AddressRule = proposed.parse().expect("a rule");
    let grants = Grants { addresses: vec![rule], ..Grants::default() };
    let effective = EffectiveGrants::intersect("a", &grants.into(), &Declared::default().into(), None);
    assert!(effective.check_address("host.example", port, ip).is_ok(), "{denial}");
}

/// The rule for exactly this address opens it, and none of the others.
fn named_exactly(ip: IpAddr, port: u16, v4: Ipv4Addr, v6: Ipv6Addr) {
    let rule = AddressRule::exactly(ip, port);
    assert!(rule.opens(ip, port), "{rule}");
    assert!(!rule.opens(ip, port.wrapping_add(1)), "{rule}");
    let next = |ip: IpAddr| match ip {
        IpAddr::V4(ip) => IpAddr::V4(u32::from(ip).wrapping_add(1).into()),
        IpAddr::V6(ip) => IpAddr::V6(u128::from(ip).wrapping_add(1).into()),
    };
    for other in [next(ip), v4.into(), v6.into(), v4.to_ipv6_mapped().into(), v4.to_ipv6_compatible().into()]
    {
        assert_eq!(rule.opens(other, port), other.to_canonical() == ip.to_canonical(), "{rule} for {other}");
    }
}

fn rules(rule: &AddressRule, ips: &[IpAddr], port: u16) {
    let text = rule.to_string();
    assert_eq!(text.parse::<AddressRule>().as_ref(), Ok(rule), "{text}");
    let policy = Policy::parse(&format!("[tools.a]\naddresses = [\"{text}\"]\n")).expect("a policy");
    assert_eq!(policy.component("a").grants.addresses, [*rule], "{text}");
    for ip in ips {
        if rule.opens(*ip, port) {
            assert!(in_words(&text, ip.to_canonical(), port), "{text} opens {ip} port {port}");
        }
    }
    // The address that hands out credentials, in every form: a range opens none of them.
    let metadata = Ipv4Addr::new(169, 254, 169, 254);
    let bits = u128::from(u32::from(metadata));
    let forms = [
        u128::from(metadata.to_ipv6_mapped()),
        bits,
        (0x64_ff9b_u128 << 96) | bits,
        (0x64_ff9b_0001_u128 << 80) | bits,
        (0x2002_u128 << 112) | (bits << 80) | 1,
        (0x2001_u128 << 112) | u128::from(!u32::from(metadata)),
        (0x2001_4860_u128 << 96) | (0x5efe << 32) | bits,
    ];
    for form in forms.map(Ipv6Addr::from) {
        let single = in_words(&text, IpAddr::V6(form).to_canonical(), port) && !text.contains('/');
        assert_eq!(rule.opens(form.into(), port), single, "{text} for {form}");
    }
}

/// What the rule's text says, read bit by bit.
fn in_words(text: &str, ip: IpAddr, port: u16) -> bool {
    let (network, of_port) = match (text.strip_prefix('['), text.matches(':').count()) {
        (Some(rest), _) => {
            rest.split_once("]:").map(|(network, port)| (network, Some(port))).expect("brackets")
        }
        (None, 1) => text.split_once(':').map(|(network, port)| (network, Some(port))).expect("a colon"),
        (None, _) => (text, None),
    };
    let (address, length) = network.split_once('/').unwrap_or((network, "128"));
    let address: IpAddr = address.parse().expect("an address");
    let bits = |ip: IpAddr| match ip {
        IpAddr::V4(ip) => format!("{:032b}", u32::from(ip)),
        IpAddr::V6(ip) => format!("{:0128b}", u128::from(ip)),
    };
    address.is_ipv4() == ip.is_ipv4()
        && bits(address)
            .chars()
            .zip(bits(ip).chars())
            .take(length.parse().expect("a length"))
            .all(|(a, b)| a == b)
        && of_port.is_none_or(|of| of.parse() == Ok(port))
}
