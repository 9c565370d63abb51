#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use bulkhead_policy::RuleId;

use super::*;

#[test]
fn every_rule_has_a_meaning() {
    for rule in RuleId::ALL {
        let meaning = of(rule.as_str()).unwrap_or_else(|| panic!("{rule} is not on the page"));
        let kinds = ["Allowed: ", "Refused: ", "Not yet: "];
        assert!(kinds.iter().any(|kind| meaning.starts_with(kind)) && meaning.ends_with('.'), "{meaning}");
    }
    assert_eq!(of("no-such-rule"), None);
    assert!(of("http-host").unwrap().contains("no granted rule has this host"));
}
