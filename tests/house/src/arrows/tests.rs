use super::{impure, wrong};
use crate::floors;
use crate::workspace::{Dependency, Kind, Member};

fn member(folder: &str, name: &str, dependencies: &[(&str, Kind)]) -> Member {
    let dependencies =
        dependencies.iter().map(|(package, kind)| Dependency { package: (*package).to_owned(), kind: *kind });
    Member { name: name.to_owned(), folder: folder.to_owned(), dependencies: dependencies.collect() }
}

/// A house in which one crate, `folder`, has one dependency.
fn house(folder: &str, package: &str, kind: Kind) -> Vec<String> {
    let mut members: Vec<_> = ["cli", "mcp", "dispatch", "sandbox", "policy", "schema"]
        .iter()
        .map(|name| member(&format!("host/{name}"), &format!("bulkhead-{name}"), &[]))
        .collect();
    members.retain(|other| other.folder != folder);
    members.push(member(folder, "it", &[(package, kind)]));
    wrong(&members)
}

#[test]
fn an_arrow_may_point_down() {
    assert_eq!(house("host/mcp", "bulkhead-dispatch", Kind::Normal), [""; 0]);
    assert_eq!(house("host/dispatch", "bulkhead-sandbox", Kind::Normal), [""; 0]);
}

#[test]
fn an_arrow_must_not_point_up_or_sideways() {
    let up = house("host/sandbox", "bulkhead-dispatch", Kind::Normal);
    assert_eq!(up, ["it on floor 1 knows bulkhead-dispatch on floor 2"]);
    let sideways = house("host/policy", "bulkhead-schema", Kind::Normal);
    assert_eq!(sideways, ["it knows bulkhead-schema, which is on its own floor 0"]);
    assert_eq!(
        house("host/mcp", "bulkhead-cli", Kind::Build).len(),
        1,
        "a build script is part of the build"
    );
}

#[test]
fn tests_may_look_anywhere() {
    assert_eq!(house("host/sandbox", "bulkhead-dispatch", Kind::Development), [""; 0]);
}

#[test]
fn what_a_crate_must_never_import() {
    for (folder, package) in [
        ("host/mcp", "bulkhead-sandbox"),
        ("host/mcp", "wasmtime"),
        ("host/dispatch", "wasmtime-wasi"),
        ("host/dispatch", "rmcp"),
        ("host/dispatch", "clap"),
        ("host/dispatch", "rusqlite"),
        ("host/policy", "tokio"),
        ("host/schema", "sqlx"),
    ] {
        let told = house(folder, package, Kind::Normal);
        assert_eq!(told, [format!("it must never import {package}")], "{folder}");
    }
}

#[test]
fn a_new_crate_needs_a_floor() {
    assert_eq!(house("host/attic", "serde", Kind::Normal).len(), 1);
}

#[test]
fn guests_do_not_know_the_house_even_in_tests() {
    for folder in ["guest-sdk", "guest-sdk/macros", "tools/fetch", "tests/guests", "tests/guests/echo"] {
        let told = house(folder, "bulkhead-schema", Kind::Development);
        assert_eq!(told, ["it is outside of the house and knows bulkhead-schema"], "{folder}");
    }
    assert_eq!(house("tests/wire", "bulkhead-schema", Kind::Normal), [""; 0]);
}

#[test]
fn a_pure_crate_is_pure_all_the_way_down() {
    let policy = floors::of("policy").unwrap();
    let closure = ["toml".to_owned(), "tokio-util".to_owned()];
    assert_eq!(impure(policy, &closure), ["host/policy is pure, and tokio-util is built into it"]);
}
