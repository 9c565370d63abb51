//! Every error of the policy file, word for word: each `errors/NAME.toml` is refused with the text of
//! `errors/NAME.txt`. `BLESS=1 cargo test` writes the texts anew.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use bulkhead_policy::Policy;

#[test]
fn errors_are_word_for_word_as_written_down() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut checked = 0;
    let mut wrong = Vec::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let error = match Policy::parse(&fs::read_to_string(&path).unwrap()) {
            Ok(_) => panic!("{name}.toml was accepted"),
            Err(error) => format!("{error}\n"),
        };
        let golden = path.with_extension("txt");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&golden, &error).unwrap();
        }
        if fs::read_to_string(&golden).unwrap_or_default() != error {
            wrong.push(format!("--- {name}\n{error}"));
        }
        checked += 1;
    }
    assert!(wrong.is_empty(), "these differ from their .txt:\n{}", wrong.join("\n"));
    assert!(checked >= 40, "only {checked} files were found");
}

/// The examples in the error texts are themselves policies.
#[test]
fn every_example_in_an_error_works() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let error = Policy::parse(&fs::read_to_string(&path).unwrap()).unwrap_err().to_string();
        let (_, example) = error.split_once("example:\n").expect("an example");
        let whole =
            if example.starts_with('[') { example.to_owned() } else { format!("[tools.x]\n{example}") };
        Policy::parse(&whole).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}
