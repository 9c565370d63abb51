#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::{
    Access, Asking, Budget, Calling, Decision, Declared, EffectiveGrants, Evidence, Limits, Permit, Policy,
    Principal, Purpose, Request, RuleId, Via, decide,
};

const POLICY: &str = r#"
[defaults.limits]
deadline = "7s"
[tools.files]
http = ["GET https://*/*"]
fs   = [{ host = "notes", guest = "/notes", access = "write" }]
env  = { TZ = "UTC" }
only = ["read_file"]
limits = { memory = "128MiB" }
"#;

fn declared() -> Declared {
    Declared {
        http: vec!["GET https://a.example/*".parse().unwrap()],
        directories: vec![("/".to_owned(), Access::Read)],
        environment: vec!["TZ".to_owned()],
        ..Declared::default()
    }
}

fn decided(policy: &str, component: &str, tool: &str, purpose: Purpose) -> Decision {
    let (principal, declared) = (Principal::local_user("ada"), Arc::new(declared()));
    let request = Request {
        component,
        digest: "sha256:ab",
        tool,
        purpose,
        principal: &principal,
        declared: &declared,
        by: None,
    };
    decide(
        &Policy::parse(policy).unwrap(),
        &request,
        &Evidence::none(),
        SystemTime::UNIX_EPOCH + Duration::from_secs(9),
    )
}

fn permit(policy: &str, component: &str, tool: &str, purpose: Purpose) -> Permit {
    match decided(policy, component, tool, purpose) {
        Decision::Allow(permit) => permit,
        Decision::Ask(ask) => panic!("{ask:?}"),
        Decision::Deny(denial) => panic!("{denial:?}"),
    }
}

const CALL: Purpose = Purpose::Call { previewed: false };

#[test]
fn a_named_component_gets_what_is_granted_and_declared() {
    let permit = permit(POLICY, "files", "read_file", CALL);
    assert_eq!(permit.rule(), RuleId::ComponentNamed);
    assert_eq!(
        (permit.component(), permit.digest(), permit.tool(), permit.principal_id(), permit.purpose()),
        ("files", "sha256:ab", "read_file", "local:ada", CALL)
    );
    assert_eq!(permit.decided(), SystemTime::UNIX_EPOCH + Duration::from_secs(9));
    assert_eq!(permit.limits().memory, 128 << 20);
    assert_eq!(permit.limits().deadline, Duration::from_secs(7));
    assert!(permit.grants().allows_http());
    assert_eq!(permit.grants().directories()[0].access, Access::Read);
    assert_eq!(permit.grants().environment().len(), 1);
}

#[test]
fn a_component_that_is_not_named_runs_with_nothing() {
    let permit = permit(POLICY, "other", "anything", CALL);
    assert_eq!(permit.rule(), RuleId::ComponentDefault);
    let grants = permit.grants();
    assert!(!grants.allows_http() && grants.directories().is_empty() && grants.environment().is_empty());
    assert_eq!(permit.limits().deadline, Duration::from_secs(7));
}

#[test]
fn a_description_gets_nothing_whatever_is_granted() {
    let permit = permit(POLICY, "files", "", Purpose::Describe);
    assert_eq!(permit.rule(), RuleId::Describe);
    assert_eq!(**permit.grants(), EffectiveGrants::none("files"));
    assert_eq!(*permit.limits(), Limits::for_description());
    assert!(
        permit.limits().fuel < Limits::default().fuel
            && permit.limits().deadline < Limits::default().deadline
    );
}

#[test]
fn a_function_that_only_leaves_out_is_not_there() {
    let Decision::Deny(denial) = decided(POLICY, "files", "write_file", CALL) else { panic!() };
    assert_eq!(denial.rule, RuleId::ToolHidden);
    assert!(!denial.for_model.contains("write_file") && !denial.for_model.contains("only"));
    assert!(denial.for_operator.contains("write_file") && denial.for_operator.contains("[tools.files]"));
    // Hidden comes before everything else: asking for approval would say that it exists.
    let previewed = decided(POLICY, "files", "write_file", Purpose::Call { previewed: true });
    assert!(matches!(previewed, Decision::Deny(_)));
}

#[test]
fn a_change_needs_an_approval() {
    let Decision::Ask(ask) = decided(POLICY, "files", "read_file", Purpose::Call { previewed: true }) else {
        panic!()
    };
    assert_eq!(ask.rule, RuleId::ApprovalNeeded);
    assert!(ask.for_operator.contains("read_file"));
}

#[test]
fn lists_show_what_may_be_called() {
    let policy = Policy::parse(POLICY).unwrap();
    let ada = Principal::local_user("ada");
    assert!(
        policy.sees(&ada, "files", "read_file", Via::Direct)
            && policy.sees(&ada, "other", "write_file", Via::Code)
    );
    assert!(!policy.sees(&ada, "files", "write_file", Via::Direct));
}

/// A call by another: `tool` of the component `callee`, asked for by a call of `caller`.
fn nested(policy: &str, depth: u32) -> Decision {
    let policy = Policy::parse(policy).unwrap();
    let principal = Principal::local_user("ada");
    let declared = Arc::new(Declared { calls: vec!["tool".parse().unwrap()], ..declared() });
    let grants =
        Arc::new(EffectiveGrants::intersect("caller", &policy.component("caller").grants, &declared, None));
    let budget = Budget { fuel: 1_000_000, time: Duration::from_secs(3) };
    let request = Request {
        component: "callee",
        digest: "sha256:ab",
        tool: "tool",
        purpose: CALL,
        principal: &principal,
        declared: &declared,
        by: Some(Calling { tool: "tool", from: Asking::Tool(&grants), depth, budget }),
    };
    decide(&policy, &request, &Evidence::none(), SystemTime::UNIX_EPOCH)
}

#[test]
fn a_call_by_another_has_no_more_than_its_caller() {
    let policy = "[tools.caller]\ncalls = [\"tool\"]\nhttp = [\"GET https://a.example/own/*\"]\n\
                  [tools.callee]\nhttp = [\"GET https://a.example/*\"]\nenv = { TZ = \"UTC\" }\n\
                  fs = [{ host = \"notes\", guest = \"/notes\", access = \"read\" }]";
    let Decision::Allow(permit) = nested(policy, 1) else { panic!("it is granted") };
    let target = |path| crate::HttpTarget::new("GET", "https", "a.example", path).unwrap();
    assert!(permit.grants().check_http(&target("/own/a")).is_ok());
    let denial = permit.grants().check_http(&target("/other")).unwrap_err();
    assert_eq!(denial.rule, RuleId::HttpPath);
    assert!(denial.for_operator.contains("`callee` was called by another tool"), "{denial}");
    assert!(denial.allow.unwrap().contains("[tools.caller]"));
    assert!(permit.grants().directories().is_empty() && permit.grants().environment().is_empty());
    assert_eq!((permit.limits().fuel, permit.limits().deadline), (1_000_000, Duration::from_secs(3)));
    assert_eq!(permit.depth(), 2);
}

#[test]
fn a_call_by_another_needs_the_grant() {
    let Decision::Deny(denial) = nested("[tools.callee]", 1) else { panic!("nothing grants it") };
    assert_eq!(denial.rule, RuleId::CallNoGrant);
    assert_eq!(denial.allow.unwrap(), "[tools.caller]\ncalls = [\"tool\"]");
}

#[test]
fn calls_do_not_go_on_without_end() {
    let policy = "[tools.caller]\ncalls = [\"*\"]";
    assert!(matches!(nested(policy, 7), Decision::Allow(_)));
    let Decision::Deny(denial) = nested(policy, 8) else { panic!("too deep") };
    assert_eq!(denial.rule, RuleId::CallTooDeep);
}
