#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use super::*;

fn intersect(grants: Grants, declared: Declared) -> EffectiveGrants {
    EffectiveGrants::intersect("x", &Arc::new(grants), &Arc::new(declared), None)
}

fn directory(guest: &str, access: Access) -> Directory {
    Directory { host: "h".to_owned(), guest: guest.to_owned(), access, quota: None }
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
    let effective = intersect(grants, declared);
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
    let effective = intersect(grants, declared);
    assert_eq!(*effective.environment(), [("B".to_owned(), EnvValue::FromHost("X".to_owned()))].into());
}

#[test]
fn without_a_grant_there_is_no_http() {
    let target = HttpTarget::new("GET", "https", "a.example", "/").unwrap();
    let declared = Declared { http: vec![HttpRule::exactly(&target)], ..Declared::default() };
    let effective = intersect(Grants::default(), declared);
    let denial = effective.check_http(&target).unwrap_err();
    assert_eq!(denial.rule, RuleId::HttpNoGrant);
    assert!(denial.to_string().ends_with("[tools.x]\nhttp = [\"GET https://a.example/\"]"), "{denial}");
    assert!(!effective.allows_http());
}

#[test]
fn without_a_declaration_a_grant_gives_nothing() {
    let target = HttpTarget::new("GET", "https", "a.example", "/").unwrap();
    let grants = Grants { http: vec![HttpRule::exactly(&target)], ..Grants::default() };
    let effective = intersect(grants, Declared::default());
    let denial = effective.check_http(&target).unwrap_err();
    assert_eq!(denial.rule, RuleId::HttpNotDeclared);
    assert!(denial.for_operator.contains("No grant allows it"), "{denial}");
    assert!(!effective.allows_http());
}

/// Grants and declarations of every kind, under the same names.
fn all() -> (Grants, Declared) {
    let secret = SecretGrant {
        source: crate::SecretSource::Environment("T".to_owned()),
        header: "authorization".to_owned(),
        format: crate::SecretFormat::default(),
        to: "https://a.example".parse().unwrap(),
    };
    let grants = Grants {
        http: vec!["GET https://a.example/*".parse().unwrap()],
        tcp: vec!["db.example:5432".parse().unwrap()],
        addresses: vec!["10.0.0.7:443".parse().unwrap()],
        secrets: [("TOKEN".to_owned(), secret)].into(),
        directories: vec![directory("/a", Access::Write)],
        environment: [("TZ".to_owned(), EnvValue::Literal("UTC".to_owned()))].into(),
        state: Some(StateGrant::default()),
        calls: vec!["fetch".parse().unwrap()],
        ..Grants::default()
    };
    let declared = Declared {
        http: grants.http.clone(),
        tcp: grants.tcp.clone(),
        secrets: vec!["TOKEN".to_owned()],
        directories: vec![("/a".to_owned(), Access::Write)],
        environment: vec!["TZ".to_owned()],
        state: true,
        calls: grants.calls.clone(),
    };
    (grants, declared)
}

/// What is granted and declared, the rule that allows it, without a grant, and without a declaration.
const KINDS: &[(&str, RuleId, RuleId, Option<RuleId>)] = &[
    ("GET https://a.example/x", RuleId::HttpAllowed, RuleId::HttpNoGrant, Some(RuleId::HttpNotDeclared)),
    ("tcp db.example:5432", RuleId::TcpAllowed, RuleId::TcpNoGrant, Some(RuleId::TcpNotDeclared)),
    ("address 10.0.0.7:443", RuleId::AddressAllowed, RuleId::AddressPrivate, None),
    ("secret TOKEN", RuleId::SecretAllowed, RuleId::SecretNoGrant, Some(RuleId::SecretNotDeclared)),
    ("read /a/x", RuleId::FileAllowed, RuleId::FileNoGrant, Some(RuleId::FileNotDeclared)),
    ("write /a", RuleId::FileAllowed, RuleId::FileNoGrant, Some(RuleId::FileNotDeclared)),
    ("env TZ", RuleId::VariableAllowed, RuleId::VariableNoGrant, Some(RuleId::VariableNotDeclared)),
    ("call fetch", RuleId::CallAllowed, RuleId::CallNoGrant, Some(RuleId::CallNotDeclared)),
    ("state", RuleId::StateAllowed, RuleId::StateNoGrant, Some(RuleId::StateNotDeclared)),
];

#[test]
fn every_kind_needs_both_sides() {
    let (grants, declared) = all();
    for (wish, allowed, no_grant, not_declared) in KINDS {
        let wish = wish.parse().unwrap();
        assert_eq!(intersect(grants.clone(), declared.clone()).check(&wish).unwrap(), *allowed);
        let denial = intersect(Grants::default(), declared.clone()).check(&wish).unwrap_err();
        assert_eq!(denial.rule, *no_grant);
        assert!(denial.allow.is_some(), "{denial}");
        let undeclared = intersect(grants.clone(), Declared::default()).check(&wish);
        assert_eq!(undeclared.map_err(|denial| denial.rule).err(), *not_declared);
    }
}

#[test]
fn every_kind_needs_the_caller_too() {
    let (grants, declared) = all();
    let (grants, declared) = (Arc::new(grants), Arc::new(declared));
    let nothing = Arc::new(EffectiveGrants::none("caller"));
    let same = Arc::new(EffectiveGrants::intersect("caller", &grants, &declared, None));
    for (wish, allowed, no_grant, _) in KINDS {
        let wish = wish.parse().unwrap();
        let with = |caller| EffectiveGrants::intersect("x", &grants, &declared, Some(caller)).check(&wish);
        assert_eq!(with(&same).unwrap(), *allowed);
        let denial = with(&nothing).unwrap_err();
        assert_eq!(denial.rule, *no_grant);
        assert!(denial.allow.unwrap().starts_with("[tools.caller]"));
    }
}

/// What a denial proposes is a policy that allows just that.
#[test]
fn every_proposal_works() {
    let (_, declared) = all();
    for (text, allowed, ..) in KINDS {
        let wish = text.parse().unwrap();
        let denial = intersect(Grants::default(), declared.clone()).check(&wish).unwrap_err();
        let policy = format!("[host]\nstate = \"sqlite:s.db\"\n{}", denial.allow.unwrap());
        let policy = crate::Policy::parse(&policy).unwrap();
        let granted =
            EffectiveGrants::intersect("x", &policy.component("x").grants, &Arc::new(declared.clone()), None);
        assert_eq!(granted.check(&wish).unwrap(), *allowed, "{text}");
    }
}

/// A star that a guest asks for is a star, and no pattern.
#[test]
fn a_star_in_a_path_is_proposed_as_itself() {
    let wish = "GET https://a.example/*".parse().unwrap();
    let denial = intersect(Grants::default(), Declared::default()).check(&wish).unwrap_err();
    assert_eq!(denial.allow.unwrap(), "[tools.x]\nhttp = [\"GET https://a.example/%2A\"]");
}

/// A guest chooses what it asks for. What it asks for must not become a proposal that gives more.
#[test]
fn nothing_is_proposed_that_says_more_than_was_asked_for() {
    for text in [
        "call *",
        "call files_*",
        "call a\", \"b",
        "env A = \"1\", B",
        "secret A = { env = \"KEY\", header = \"x\", to = \"https://evil.example\" }, B",
        "secret A}\n[tools.y]",
    ] {
        let wish = match text.strip_prefix("secret ") {
            Some(name) => Wish::Secret { name: name.to_owned(), target: None },
            None => text.parse().unwrap(),
        };
        let denial = intersect(Grants::default(), Declared::default()).check(&wish).unwrap_err();
        assert_eq!(denial.allow, None, "{text}");
    }
}

#[test]
fn a_secret_goes_to_its_own_place_only() {
    let (grants, declared) = all();
    let effective = intersect(grants, declared);
    let target = |scheme, host| HttpTarget::new("GET", scheme, host, "/").unwrap();
    assert!(effective.check_secret("TOKEN", Some(&target("https", "a.example"))).is_ok());
    for (scheme, host) in [("http", "a.example"), ("https", "b.example"), ("https", "a.example:444")] {
        let denial = effective.check_secret("TOKEN", Some(&target(scheme, host))).unwrap_err();
        assert_eq!(denial.rule, RuleId::SecretElsewhere);
    }
}

#[test]
fn a_callee_has_the_lesser_access_to_a_shared_directory() {
    let granted = |host: &str, access| Grants {
        directories: vec![Directory { host: host.to_owned(), guest: "/a".to_owned(), access, quota: None }],
        ..Grants::default()
    };
    let declared =
        Arc::new(Declared { directories: vec![("/a".to_owned(), Access::Write)], ..Declared::default() });
    let access = |ours: Grants, theirs: Grants| {
        let caller = Arc::new(EffectiveGrants::intersect("caller", &Arc::new(theirs), &declared, None));
        let effective = EffectiveGrants::intersect("x", &Arc::new(ours), &declared, Some(&caller));
        effective.directories().first().map(|directory| directory.access)
    };
    assert_eq!(access(granted("d/e", Access::Write), granted("d", Access::Read)), Some(Access::Read));
    assert_eq!(access(granted("d/", Access::Write), granted("./d", Access::Write)), Some(Access::Write));
    assert_eq!(access(granted("d", Access::Write), granted("d/e", Access::Write)), None);
    assert_eq!(access(granted("d", Access::Write), granted("other", Access::Write)), None);
    // Below it by its text, and beside it on the disk.
    assert_eq!(access(granted("d/../secret", Access::Read), granted("d", Access::Read)), None);
    assert_eq!(
        access(granted("d/../e", Access::Read), granted("d/../e", Access::Write)),
        Some(Access::Read),
        "it is the same"
    );
}

#[test]
fn a_name_is_looked_up_for_the_ports_that_both_sides_have() {
    let rule = |text: &str| text.parse::<TcpRule>().expect("a rule");
    let grants = Grants {
        tcp: vec![rule("db.example:5432"), rule("db.example:5433"), rule("other.example:1")],
        ..Grants::default()
    };
    let declared =
        Declared { tcp: vec![rule("db.example:5432"), rule("db.example:9")], ..Declared::default() };
    let effective = intersect(grants, declared);
    assert_eq!(effective.check_lookup("db.example"), Ok(vec![5432]));
    assert_eq!(effective.check_lookup("other.example").unwrap_err().rule, RuleId::TcpNotDeclared);
    let denial = effective.check_lookup("evil.example").unwrap_err();
    assert_eq!(denial.rule, RuleId::TcpNoGrant);
    assert!(denial.to_string().ends_with("[tools.x]\ntcp = [\"evil.example:PORT\"]"), "{denial}");
    // Through another tool, only what that one may open as well.
    let callee = EffectiveGrants::intersect(
        "y",
        &Arc::new(Grants { tcp: vec![rule("db.example:5432"), rule("db.example:9")], ..Grants::default() }),
        &Arc::new(Declared {
            tcp: vec![rule("db.example:5432"), rule("db.example:9")],
            ..Declared::default()
        }),
        Some(&Arc::new(effective)),
    );
    assert_eq!(callee.check_lookup("db.example"), Ok(vec![5432]));
}

#[test]
fn what_no_grant_allows_proposes_none() {
    let effective = EffectiveGrants::none("x");
    let target = HttpTarget::new("GET", "https", "a.example", "/").unwrap();
    let denials = [
        (effective.socket_never("to listen"), "socket-never"),
        (effective.secret_unnamed(), "secret-no-grant"),
        (effective.secret_unsafe("T", &target, "it asked for a part"), "secret-unsafe"),
        (effective.secret_unavailable("T", &target, "it is not there"), "secret-unavailable"),
    ];
    for (denial, rule) in denials {
        assert_eq!((denial.rule.as_str(), denial.allow), (rule, None));
    }
}

#[test]
fn a_path_that_was_refused_has_a_reason() {
    let directories = vec![
        directory("/notes", Access::Read),
        directory("/data", Access::Write),
        directory("/half", Access::Write),
    ];
    let declared = ["/notes", "/data"].map(|path| (path.to_owned(), Access::Write)).to_vec();
    let declared = Declared {
        directories: [declared, vec![("/half".to_owned(), Access::Read)]].concat(),
        ..Declared::default()
    };
    let effective = intersect(Grants { directories, ..Grants::default() }, declared);
    let cases = [
        ("/notes/a", Access::Write, RuleId::FileReadOnly, true),
        ("/half/a", Access::Write, RuleId::FileNotDeclared, false),
        ("/etc/passwd", Access::Read, RuleId::FileNoGrant, true),
        // Granted as text: it can only be a link or a way around that led out.
        ("/data/link", Access::Read, RuleId::FileNoGrant, false),
    ];
    for (path, access, rule, grantable) in cases {
        let denial = effective.file_denied(path, access);
        assert_eq!((denial.rule, denial.allow.is_some()), (rule, grantable), "{path}");
        assert!(denial.for_operator.contains(path), "{denial}");
        assert!(!denial.for_model.contains(path), "{denial}");
    }
}
