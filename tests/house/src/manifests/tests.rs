use super::{forbids_unsafe, strays, unused};

const WORKSPACE: &str = "[workspace.dependencies]\nserde = \"1\"\nlru = \"0.16\"\n\
                         [workspace.lints.rust]\nunsafe_code = \"forbid\"\n";

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn only_what_belongs_stands_at_the_top() {
    let entries = owned(&["host", "README.md", ".ci", "target", "scratch.txt"]);
    assert_eq!(strays(&entries, "/target\n*.wasm\n"), ["scratch.txt at the top"]);
}

#[test]
fn a_dependency_that_nobody_uses_is_found() {
    let member = "[dependencies]\nserde.workspace = true\nlru = \"0.16\"\n";
    assert_eq!(unused(WORKSPACE, &owned(&[member])), ["no member uses the workspace's dependency lru"]);
    let tests = "[dev-dependencies]\nlru = { workspace = true, features = [] }\n";
    assert_eq!(unused(WORKSPACE, &owned(&[member, tests])), [""; 0]);
    let platform = "[target.'cfg(unix)'.dependencies]\nlru.workspace = true\n";
    assert_eq!(unused(WORKSPACE, &owned(&[member, platform])), [""; 0]);
}

#[test]
fn unsafe_code_is_forbidden_or_it_is_not() {
    assert!(forbids_unsafe(WORKSPACE, "[lints]\nworkspace = true\n"));
    assert!(forbids_unsafe(WORKSPACE, "[lints.rust]\nunsafe_code = \"forbid\"\n"));
    assert!(!forbids_unsafe(WORKSPACE, "[lints.rust]\nunsafe_code = \"deny\"\n"));
    assert!(!forbids_unsafe(WORKSPACE, "[package]\nname = \"x\"\n"));
    assert!(!forbids_unsafe("[workspace]\n", "[lints]\nworkspace = true\n"));
}
