#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use super::*;

fn directory(guest: &str, access: Access) -> Directory {
    Directory { host: "h".to_owned(), guest: guest.to_owned(), access }
}

fn opened(granted: &[(&str, Access)], declared: &[(&str, Access)]) -> Vec<(String, Access)> {
    let grants = Grants {
        directories: granted.iter().map(|(guest, access)| directory(guest, *access)).collect(),
        ..Grants::default()
    };
    let declared = Declared {
        directories: declared.iter().map(|(path, access)| ((*path).to_owned(), *access)).collect(),
        ..Declared::default()
    };
    let effective = EffectiveGrants::intersect("x", &grants, &declared);
    effective.directories().iter().map(|directory| (directory.guest.clone(), directory.access)).collect()
}

#[test]
fn a_directory_has_the_lesser_of_the_two_accesses() {
    use Access::{Read, Write};
    let cases = [((Read, Read), Read), ((Read, Write), Read), ((Write, Read), Read), ((Write, Write), Write)];
    for ((granted, declared), expected) in cases {
        assert_eq!(opened(&[("/a", granted)], &[("/a", declared)]), [("/a".to_owned(), expected)]);
    }
}

#[test]
fn a_directory_needs_both_sides() {
    assert!(opened(&[("/a", Access::Read)], &[]).is_empty());
    assert!(opened(&[], &[("/a", Access::Read)]).is_empty());
    assert!(opened(&[("/a", Access::Read)], &[("/ab", Access::Read)]).is_empty());
    assert!(opened(&[("/ab", Access::Read)], &[("/a", Access::Read)]).is_empty());
    // The operator's directory is larger than what was asked for.
    assert!(opened(&[("/a", Access::Read)], &[("/a/b", Access::Read)]).is_empty());
}

#[test]
fn a_declared_directory_stands_for_what_is_below_it() {
    assert_eq!(
        opened(&[("/a/b", Access::Write)], &[("/", Access::Write)]),
        [("/a/b".to_owned(), Access::Write)]
    );
    let nearest = [("/", Access::Write), ("/a", Access::Read)];
    assert_eq!(opened(&[("/a/b", Access::Write)], &nearest), [("/a/b".to_owned(), Access::Read)]);
}

#[test]
fn a_variable_needs_both_sides() {
    let literal = |text: &str| EnvValue::Literal(text.to_owned());
    let grants = Grants {
        environment: [("A".to_owned(), literal("1")), ("B".to_owned(), EnvValue::FromHost("X".to_owned()))]
            .into(),
        ..Grants::default()
    };
    let declared = Declared { environment: vec!["B".to_owned(), "C".to_owned()], ..Declared::default() };
    let effective = EffectiveGrants::intersect("x", &grants, &declared);
    assert_eq!(*effective.environment(), [("B".to_owned(), EnvValue::FromHost("X".to_owned()))].into());
}

#[test]
fn without_a_grant_there_is_no_http() {
    let target = HttpTarget::new("GET", "https", "a.example", "/").unwrap();
    let declared = Declared { http: vec![HttpRule::exactly(&target)], ..Declared::default() };
    let effective = EffectiveGrants::intersect("x", &Grants::default(), &declared);
    let denial = effective.check_http(&target).unwrap_err();
    assert_eq!(denial.rule, RuleId::HttpNoGrant);
    assert!(denial.for_operator.ends_with("[tools.x]\nhttp = [\"GET https://a.example/\"]"), "{denial}");
    assert!(!effective.allows_http());
}

#[test]
fn without_a_declaration_a_grant_gives_nothing() {
    let target = HttpTarget::new("GET", "https", "a.example", "/").unwrap();
    let grants = Grants { http: vec![HttpRule::exactly(&target)], ..Grants::default() };
    let effective = EffectiveGrants::intersect("x", &grants, &Declared::default());
    let denial = effective.check_http(&target).unwrap_err();
    assert_eq!(denial.rule, RuleId::HttpNotDeclared);
    assert!(denial.for_operator.contains("No grant allows it"), "{denial}");
    assert!(!effective.allows_http());
}
