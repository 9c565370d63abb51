//! Two rules and a request, on three lines: `GET https://a.example/*`, another, `GET https a.example /x`.

#![no_main]

use std::net::IpAddr;

use bulkhead_policy::{Declared, EffectiveGrants, Grants, HttpRule, HttpTarget, Policy};
use libfuzzer_sys::fuzz_target;
use url::{Host, Url};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.splitn(3, '\n');
    let mut rule = || HttpRule::parse(lines.next().unwrap_or_default()).ok();
    let (one, other) = (rule(), rule());
    one.iter().chain(&other).for_each(displayed);
    if let (Some(one), Some(other)) = (&one, &other) {
        assert_eq!(one.overlaps(other), other.overlaps(one), "{one} and {other}");
    }
    let mut parts = lines.next().unwrap_or_default().splitn(4, ' ');
    let mut part = || parts.next().unwrap_or_default();
    let (method, scheme, authority, path) = (part(), part(), part(), part());
    let Ok(target) = HttpTarget::new(method, scheme, authority, path) else { return };
    normal(&target);
    agrees_with_browsers(&target, scheme, authority, path);
    named_exactly(&target);
    let matching: Vec<&HttpRule> = one.iter().chain(&other).filter(|rule| rule.matches(&target)).collect();
    for rule in &matching {
        assert!(matching.iter().all(|also| rule.overlaps(also)), "{matching:?} for {target}");
        assert!(rule.overlaps(&HttpRule::exactly(&target)), "{rule} for {target}");
    }
    if let (Some(granted), Some(declared)) = (one, other) {
        decided(granted, declared, &target);
    }
});

/// A rule is displayed as it is read, and can stand between quotes in a policy.
fn displayed(rule: &HttpRule) {
    let text = rule.to_string();
    assert_eq!(HttpRule::parse(&text).as_ref(), Ok(rule), "{text}");
    assert!(rule.overlaps(rule), "{text}");
    let policy = Policy::parse(&format!("[tools.a]\nhttp = [\"{text}\"]\n")).expect("a policy");
    assert_eq!(policy.component("a").grants.http, [rule.clone()], "{text}");
}

/// What a rule is compared with has one spelling.
fn normal(target: &HttpTarget) {
    let text = target.to_string();
    assert!(text.bytes().all(|b| b == b' ' || b.is_ascii_graphic()), "{text:?}");
    let url = text.split_once(' ').map(|(_, url)| url).expect("a method and a URL");
    assert!(!url.contains(['"', '\\', '#', '?', '*', '<', '>', '`']), "{text}");
    assert!(target.path().starts_with('/'), "{text}");
    let dots = |segment: &str| matches!(segment.split(';').next(), Some("." | ".."));
    assert!(!target.path().split('/').any(dots), "{text}");
    let once = decoded(target.path());
    let twice = decoded(&once);
    for path in [&once, &twice] {
        assert!(!path.split('/').any(dots) && !path.contains(['\\', '\0']), "{text}");
        assert_eq!(path.split('/').count(), target.path().split('/').count(), "{text}");
    }
    assert_eq!(once, twice, "{text}");
    assert!(!target.host().ends_with('.') && target.host() == target.host().to_ascii_lowercase(), "{text}");
    assert_eq!(target.host().parse::<IpAddr>().ok(), target.address(), "no name reads as an address: {text}");
    let host = match target.address() {
        Some(IpAddr::V6(address)) => format!("[{address}]"),
        _ => target.host(),
    };
    let authority = format!("{host}:{}", target.port());
    let again = HttpTarget::new(target.method(), target.scheme().as_str(), &authority, target.path());
    assert_eq!(again.as_ref(), Ok(target));
}

/// What a server makes of a path that decodes it once, whatever the bytes are in.
fn decoded(path: &str) -> String {
    let mut decoded = String::new();
    let mut rest = path;
    while let Some(first) = rest.chars().next() {
        let escape = rest.strip_prefix('%').and_then(|digits| digits.get(..2));
        let byte = escape.filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        if let Some(byte) = byte.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            decoded.push(char::from(byte));
            rest = &rest[3..];
        } else {
            decoded.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    decoded
}

/// Where a browser understands the URL too, it goes to the same host and port.
fn agrees_with_browsers(target: &HttpTarget, scheme: &str, authority: &str, path: &str) {
    let slash = if path.starts_with('/') { "" } else { "/" };
    let Ok(url) = Url::parse(&format!("{scheme}://{authority}{slash}{path}")) else { return };
    assert_eq!(url.scheme(), target.scheme().as_str());
    assert!(url.username().is_empty() && url.password().is_none(), "{url}");
    assert_eq!(url.port_or_known_default(), Some(target.port()), "{url}");
    match url.host().expect("these schemes have hosts") {
        Host::Domain(name) => {
            assert_eq!(
                (name.strip_suffix('.').unwrap_or(name), None),
                (target.host().as_str(), target.address())
            );
        }
        Host::Ipv4(address) => assert_eq!(Some(IpAddr::V4(address)), target.address(), "{url}"),
        Host::Ipv6(address) => assert_eq!(Some(IpAddr::V6(address)), target.address(), "{url}"),
    }
    let segments = |path: &str| path.split('/').count();
    assert_eq!(segments(url.path()), segments(target.path()), "{url}: no segment is taken away");
}

/// The rule for exactly this request means it, and no other that differs in one part.
fn named_exactly(target: &HttpTarget) {
    let rule = HttpRule::exactly(target);
    displayed(&rule);
    assert!(rule.matches(target), "{rule} for {target}");
    let host = match target.address() {
        Some(IpAddr::V6(address)) => format!("[{address}]"),
        _ => target.host(),
    };
    let (method, scheme, port, path) =
        (target.method(), target.scheme().as_str(), target.port(), target.path());
    let other_port = if port == 1 { 2 } else { 1 };
    let others = [
        HttpTarget::new(&format!("{method}X"), scheme, &format!("{host}:{port}"), path),
        HttpTarget::new(method, scheme, &format!("x.{host}:{port}"), path),
        HttpTarget::new(method, scheme, &format!("{host}:{other_port}"), path),
        HttpTarget::new(method, scheme, &format!("{host}:{port}"), &format!("{path}x")),
        HttpTarget::new(method, scheme, &format!("{host}:{port}"), &format!("/x{path}")),
    ];
    for other in others.into_iter().flatten() {
        assert!(!rule.matches(&other), "{rule} for {other}");
    }
}

/// Both rules must have the request, and a refusal proposes a rule that would have it.
fn decided(granted: HttpRule, declared: HttpRule, target: &HttpTarget) {
    let (grants, asked) = (
        Grants { http: vec![granted.clone()], ..Grants::default() },
        Declared { http: vec![declared.clone()], ..Declared::default() },
    );
    let effective = EffectiveGrants::intersect("a", &grants.into(), &asked.into(), None);
    let Err(denial) = effective.check_http(target) else {
        assert!(granted.matches(target) && declared.matches(target) && effective.allows_http());
        return;
    };
    assert!(!(granted.matches(target) && declared.matches(target)), "{denial}");
    // What is granted and was not declared is nobody's to grant.
    assert_eq!(denial.allow.is_some(), !granted.matches(target), "{denial}");
    if let Some(allow) = &denial.allow {
        let proposed = allow.split('"').nth(1).expect("a rule in quotes");
        assert_eq!(HttpRule::parse(proposed), Ok(HttpRule::exactly(target)), "{denial}");
    }
    // One sentence for all, whatever was granted.
    let nothing = EffectiveGrants::none("a").check_http(target).expect_err("nothing is granted");
    assert_eq!(denial.for_model, nothing.for_model);
}
