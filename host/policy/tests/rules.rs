//! The HTTP rules and the address rules, one line of data each.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::net::IpAddr;
use std::sync::Arc;

use bulkhead_policy::{AddressRule, Declared, EffectiveGrants, Grants, HttpRule, HttpTarget, RuleId};

/// The lines of a file that are no comment, in columns.
fn lines(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| line.split(" | ").map(str::trim).collect())
}

/// Grants and a declaration of these rules.
fn effective(granted: &str, declared: &str) -> EffectiveGrants {
    let grants = Grants { http: vec![granted.parse().unwrap()], ..Grants::default() };
    let declared = Declared { http: vec![declared.parse().unwrap()], ..Declared::default() };
    EffectiveGrants::intersect("fetch", &Arc::new(grants), &Arc::new(declared), None)
}

#[test]
fn http_rules_allow_and_refuse_as_written_down() {
    let mut checked = 0;
    for line in lines(include_str!("data/http.txt")) {
        let [rule, request, expected] = line[..] else { panic!("{line:?}") };
        let parts: Vec<&str> = request.split(' ').collect();
        let [method, scheme, authority, path] = parts[..] else { panic!("{request}") };
        let grants = effective(rule, rule);
        let outcome =
            HttpTarget::new(method, scheme, authority, path).and_then(|target| grants.check_http(&target));
        let got = outcome.map_or_else(|denial| denial.rule.as_str(), |_| "allowed");
        assert_eq!(got, expected, "{rule} | {request}");
        checked += 1;
    }
    assert!(checked > 100);
}

/// What is declared narrows exactly as what is granted does, with one rule id for all of it.
#[test]
fn a_declaration_narrows_as_a_grant_does() {
    for line in lines(include_str!("data/http.txt")) {
        let [rule, request, expected] = line[..] else { panic!("{line:?}") };
        let parts: Vec<&str> = request.split(' ').collect();
        let Ok(target) = HttpTarget::new(parts[0], parts[1], parts[2], parts[3]) else { continue };
        let grants = Grants {
            http: vec!["* http://*:*/*".parse().unwrap(), "* https://*:*/*".parse().unwrap()],
            ..Grants::default()
        };
        let declared = Declared { http: vec![rule.parse().unwrap()], ..Declared::default() };
        let outcome = EffectiveGrants::intersect("fetch", &Arc::new(grants), &Arc::new(declared), None)
            .check_http(&target);
        let got = outcome.map_or_else(|denial| denial.rule.as_str(), |_| "allowed");
        let expected = if expected == "allowed" { "allowed" } else { "http-not-declared" };
        assert_eq!(got, expected, "{rule} | {request}");
    }
}

#[test]
fn every_rule_is_displayed_as_it_is_read() {
    for line in lines(include_str!("data/http.txt")) {
        let rule: HttpRule = line[0].parse().unwrap();
        assert_eq!(rule.to_string().parse::<HttpRule>().unwrap(), rule);
        assert!(rule.overlaps(&rule), "{rule}");
    }
    for line in lines(include_str!("data/address_rules.txt")) {
        let rule: AddressRule = line[0].parse().unwrap();
        assert_eq!(rule.to_string().parse::<AddressRule>().unwrap(), rule);
    }
}

#[test]
fn addresses_are_public_or_refused_as_written_down() {
    let nothing = EffectiveGrants::none("fetch");
    for line in lines(include_str!("data/addresses.txt")) {
        let [address, expected] = line[..] else { panic!("{line:?}") };
        let ip: IpAddr = address.parse().unwrap();
        let got = nothing
            .check_address("host.example", 443, ip)
            .map_or_else(|denial| denial.rule.as_str(), |()| "public");
        assert_eq!(got, expected, "{address}");
        assert_eq!(bulkhead_policy::blocked(ip).is_some(), expected != "public", "{address}");
    }
}

#[test]
fn address_rules_open_what_they_name() {
    for line in lines(include_str!("data/address_rules.txt")) {
        let [rule, target, expected] = line[..] else { panic!("{line:?}") };
        let (ip, port) = target.split_once(' ').unwrap();
        let (ip, port): (IpAddr, u16) = (ip.parse().unwrap(), port.parse().unwrap());
        let parsed: AddressRule = rule.parse().unwrap();
        assert_eq!(parsed.opens(ip, port), expected == "opens", "{rule} | {target}");
        let grants = Grants { addresses: vec![parsed], ..Grants::default() };
        let effective = EffectiveGrants::intersect("fetch", &Arc::new(grants), &Arc::default(), None);
        let reachable = expected == "opens" || bulkhead_policy::blocked(ip).is_none();
        assert_eq!(effective.check_address("h", port, ip).is_ok(), reachable, "{rule} | {target}");
    }
}

/// The line that a refusal proposes does allow what was refused, and no more than that is needed.
#[test]
fn the_proposed_grant_allows_what_was_refused() {
    let everything = "* http://*:*/*";
    let target = HttpTarget::new("DELETE", "http", "[fd00::7]:81", "/a%2Ab?secret=1").unwrap();
    let denial =
        effective("GET https://other.example/private/*", everything).check_http(&target).unwrap_err();
    let rule = denial.allow.as_deref().unwrap().split('"').nth(1).unwrap();
    assert_eq!(rule, "DELETE http://[fd00::7]:81/a%2Ab");
    assert!(effective(rule, everything).check_http(&target).is_ok());

    let ip = IpAddr::from([10, 1, 2, 3]);
    let denial = EffectiveGrants::none("fetch").check_address("intra.example", 81, ip).unwrap_err();
    let rule = denial.allow.as_deref().unwrap().split('"').nth(1).unwrap();
    assert_eq!(rule, "10.1.2.3:81");
    assert!(rule.parse::<AddressRule>().unwrap().opens(ip, 81));
}

/// A model that could tell one refusal from another could read the operator's rules off them.
#[test]
fn the_model_learns_nothing_about_the_grants() {
    let grants = effective("GET https://intranet.example:8443/private/*", "* https://*:*/*");
    let requests = [
        ("GET", "https", "else.example", "/"),
        ("GET", "https", "intranet.example", "/"),
        ("PUT", "https", "intranet.example:8443", "/"),
        ("GET", "https", "intranet.example:8443", "/"),
    ];
    let mut texts: Vec<String> = Vec::new();
    let mut rules: Vec<RuleId> = Vec::new();
    for (method, scheme, authority, path) in requests {
        let denial =
            grants.check_http(&HttpTarget::new(method, scheme, authority, path).unwrap()).unwrap_err();
        texts.push(denial.for_model);
        rules.push(denial.rule);
    }
    assert_eq!(rules, [RuleId::HttpHost, RuleId::HttpPort, RuleId::HttpMethod, RuleId::HttpPath]);
    assert!(texts.iter().all(|text| *text == texts[0]), "{texts:?}");
    assert!(!texts[0].contains("intranet"));

    let denial = grants.check_address("name.example", 443, [10, 1, 2, 3].into()).unwrap_err();
    assert!(!denial.for_model.contains("10.1") && !denial.for_model.contains("name.example"));
    assert!(denial.for_operator.contains("10.1.2.3") && denial.for_operator.contains("RFC 1918"));
}

#[test]
fn rule_ids_are_unique_and_documented() {
    let texts: std::collections::BTreeSet<&str> = RuleId::ALL.iter().map(|rule| rule.as_str()).collect();
    assert_eq!(texts.len(), RuleId::ALL.len());
    let documented = include_str!("../../../docs/policy.md");
    for text in texts {
        assert!(documented.contains(&format!("`{text}`")), "docs/policy.md does not explain `{text}`");
    }
}
