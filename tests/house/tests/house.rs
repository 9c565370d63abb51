//! This repository keeps the rules of the house.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use bulkhead_test_house::workspace::{self, Member, root};
use bulkhead_test_house::{arrows, attacks, code, contract, floors, manifests, signatures};

fn assert_nothing(wrong: &[String]) {
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The crates of the house that are there.
fn house() -> Vec<Member> {
    let house: Vec<_> =
        workspace::members().into_iter().filter(|member| member.folder.starts_with("host/")).collect();
    assert!(house.len() >= 7, "the house has not been found");
    house
}

/// The sources of a crate of the house, by their paths from the top.
fn sources(member: &Member) -> impl Iterator<Item = (PathBuf, String)> {
    let files = workspace::sources(&root().join(&member.folder).join("src"));
    files.into_iter().map(|path| (path.strip_prefix(root()).unwrap().to_owned(), read(&path)))
}

#[test]
fn every_arrow_points_down() {
    assert_nothing(&arrows::wrong(&workspace::members()));
}

#[test]
fn pure_crates_are_pure_all_the_way_down() {
    for floor in floors::FLOORS.iter().filter(|floor| floor.pure) {
        let closure = workspace::closure(&format!("bulkhead-{}", floor.folder));
        assert!(closure.len() > 5, "{} is made of something", floor.folder);
        assert_nothing(&arrows::impure(floor, &closure));
    }
}

#[test]
fn no_crate_says_what_its_floor_must_not_say() {
    let mut wrong = Vec::new();
    for member in house() {
        let Some(floor) = floors::of(&member.folder["host/".len()..]) else { continue };
        for (path, source) in sources(&member) {
            let said = code::said(&source, floor.unsaid);
            wrong.extend(said.into_iter().map(|said| format!("{}: {said}", path.display())));
        }
    }
    assert_nothing(&wrong);
}

#[test]
fn only_the_roof_prints_and_exits() {
    let mut wrong = Vec::new();
    for member in house().into_iter().filter(|member| member.folder != "host/cli") {
        for (path, source) in sources(&member) {
            let found = code::prints_or_exits(&source);
            wrong.extend(found.into_iter().map(|found| format!("{}: {found}", path.display())));
        }
    }
    assert_nothing(&wrong);
}

#[test]
fn the_sandbox_shows_no_type_of_wasmtime() {
    let folder = root().join("host/sandbox/src");
    let lib = read(&folder.join("lib.rs"));
    let modules = signatures::shown_modules(&lib);
    assert!(modules.len() >= 4, "the modules have not been found");
    let mut wrong = signatures::leaks(&lib, "wasmtime");
    for module in modules {
        wrong.extend(signatures::leaks(&read(&folder.join(format!("{module}.rs"))), "wasmtime"));
    }
    assert_nothing(&wrong);
}

#[test]
fn the_store_shows_no_type_of_its_driver() {
    let folder = root().join("host/store/src");
    let lib = read(&folder.join("lib.rs"));
    let modules = signatures::shown_modules(&lib);
    assert!(modules.len() >= 3, "the modules have not been found");
    let mut wrong = signatures::leaks(&lib, "sqlx");
    for module in modules {
        wrong.extend(signatures::leaks(&read(&folder.join(format!("{module}.rs"))), "sqlx"));
    }
    assert_nothing(&wrong);
}

#[test]
fn every_crate_of_the_house_forbids_unsafe_code() {
    let workspace = read(&root().join("Cargo.toml"));
    let manifest = |member: &Member| read(&root().join(&member.folder).join("Cargo.toml"));
    let wrong =
        house().into_iter().filter(|member| !manifests::forbids_unsafe(&workspace, &manifest(member)));
    assert_nothing(
        &wrong.map(|member| format!("{} does not forbid unsafe code", member.name)).collect::<Vec<_>>(),
    );
}

#[test]
fn every_dependency_of_the_workspace_is_used() {
    let manifests: Vec<_> = workspace::members()
        .iter()
        .map(|member| read(&root().join(&member.folder).join("Cargo.toml")))
        .collect();
    assert_nothing(&manifests::unused(&read(&root().join("Cargo.toml")), &manifests));
}

#[test]
fn only_what_belongs_stands_at_the_top() {
    let entries: Vec<_> = fs::read_dir(root())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert_nothing(&manifests::strays(&entries, &read(&root().join(".gitignore"))));
}

#[test]
fn the_contract_documents_itself() {
    let folder = root().join("wit");
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut wrong = Vec::new();
    let mut seen = 0;
    for path in files.filter(|path| path.extension().is_some_and(|extension| extension == "wit")) {
        let missing = contract::undocumented(&read(&path));
        wrong.extend(missing.into_iter().map(|missing| format!("{}: {missing}", path.display())));
        seen += 1;
    }
    assert!(seen >= 6, "the contract has not been found");
    assert_nothing(&wrong);
}

#[test]
fn every_hostile_guest_is_in_the_table_of_attacks() {
    let mut guests = Vec::new();
    for (folder, kind) in [("tests/guests/examples", "rs"), ("tests/guests/wat", "wat")] {
        let files = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        let files = files.filter(|path| path.extension().is_some_and(|extension| extension == kind));
        guests.extend(files.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()));
    }
    guests.sort();
    assert!(guests.len() >= 60, "there are only {} guests", guests.len());
    assert_nothing(&attacks::wrong(&attacks::listed(&read(&root().join("docs/security.md"))), &guests));
}
