//! What there is: the members with their dependencies, as cargo tells them, and the files of a folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A member of the workspace.
#[derive(Clone, Debug)]
pub struct Member {
    /// The package's name.
    pub name: String,
    /// Its folder, from the top of the repository, such as `host/mcp`.
    pub folder: String,
    /// What it depends on.
    pub dependencies: Vec<Dependency>,
}

/// A dependency as a manifest states it.
#[derive(Clone, Debug)]
pub struct Dependency {
    /// The package's name, whatever the manifest calls it.
    pub package: String,
    /// What for.
    pub kind: Kind,
}

/// What a dependency is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It is part of what is built.
    Normal,
    /// Build scripts use it.
    Build,
    /// Tests use it.
    Development,
}

/// The top of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("tests/house is two folders down")
        .to_owned()
}

/// The members of this workspace.
pub fn members() -> Vec<Member> {
    let told = cargo(&["metadata", "--no-deps", "--format-version=1"]);
    let told: Value = serde_json::from_str(&told).expect("cargo's metadata is JSON");
    let packages = told["packages"].as_array().expect("packages");
    packages.iter().map(|package| member(&root(), package)).collect()
}

fn member(root: &Path, package: &Value) -> Member {
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let manifest = PathBuf::from(text(&package["manifest_path"]));
    let folder = manifest.parent().expect("a folder").strip_prefix(root).expect("a member is below the top");
    let dependencies = package["dependencies"].as_array().expect("dependencies").iter();
    Member {
        name: text(&package["name"]),
        folder: folder.to_string_lossy().into_owned(),
        dependencies: dependencies
            .map(|dependency| Dependency {
                package: text(&dependency["name"]),
                kind: kind(&dependency["kind"]),
            })
            .collect(),
    }
}

fn kind(told: &Value) -> Kind {
    match told.as_str() {
        None => Kind::Normal,
        Some("build") => Kind::Build,
        Some("dev") => Kind::Development,
        Some(other) => panic!("cargo knows a kind of dependency that this test does not: {other}"),
    }
}

/// Everything that becomes part of a build of `package`, itself left out.
pub fn closure(package: &str) -> Vec<String> {
    let tree =
        cargo(&["tree", "--edges", "normal", "--prefix", "none", "--format", "{p}", "--package", package]);
    let names = tree.lines().filter_map(|line| line.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != package).map(str::to_owned).collect()
}

fn cargo(arguments: &[&str]) -> String {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo).args(arguments).current_dir(root()).output().expect("cargo starts");
    assert!(output.status.success(), "cargo {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo speaks UTF-8")
}

/// The Rust files below `folder` that are part of what is built: tests are beside the code as `tests.rs` or in folders
/// named `tests`, and may do what they like.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = files(folder, "rs");
    found.retain(|path| {
        let inside = path.strip_prefix(folder).expect("found below it");
        !inside.iter().any(|part| part == "tests" || part == "tests.rs" || part == "testing.rs")
    });
    found
}

/// The files below `folder` with this extension, sorted.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|other| other == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}
