//! The corpus: each `.ts` has a `.js` beside it, rewritten with `BLESS=1`.

use std::{fs, path::PathBuf, process::Command};

fn cases() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/typescript/cases")
}

fn scripts() -> Vec<PathBuf> {
    let mut list: Vec<PathBuf> = fs::read_dir(cases())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "ts"))
        .collect();
    list.sort();
    list
}

#[test]
fn goldens() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    for path in scripts() {
        let source = fs::read_to_string(&path).unwrap();
        let got = match bulkhead_interpreter::typescript::strip(&source) {
            Ok(text) => text.into_owned(),
            Err(refusal) => {
                wrong.push(format!("{}: {refusal}", path.display()));
                continue;
            }
        };
        let golden = path.with_extension("js");
        if got.lines().count() != source.lines().count() {
            wrong.push(format!("{}: lines differ", path.display()));
        }
        if bless {
            fs::write(&golden, &got).unwrap();
        } else if fs::read_to_string(&golden).unwrap_or_default() != got {
            wrong.push(format!("{}: differs from its golden:\n{got}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(scripts().len() >= 50);
}

/// The version whose output is the measure.
const TYPESCRIPT: &str = "typescript@5.9.3";

/// Needs Node; says so where it is not.
#[test]
fn same_output_as_typescript() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("typescript-oracle");
    fs::create_dir_all(&folder).unwrap();
    if !folder.join("node_modules/typescript").exists() {
        let install = ["install", "--prefix", ".", "--no-save", "--no-audit", "--no-fund", TYPESCRIPT];
        let installed = Command::new("npm").args(install).current_dir(&folder).output();
        if !installed.is_ok_and(|output| output.status.success()) {
            println!("SKIPPED: {TYPESCRIPT} cannot be installed");
            return;
        }
    }
    let oracle = include_str!("oracle/oracle.mjs");
    fs::write(folder.join("oracle.mjs"), oracle).unwrap();
    let output = Command::new("node").arg("oracle.mjs").arg(cases()).current_dir(&folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
