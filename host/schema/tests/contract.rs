//! The contract itself: `wit/` is one package with everything it depends on.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::Path;

use wit_parser::{Resolve, WorldItem};

#[test]
fn the_contract_parses_and_has_its_worlds() {
    let wit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../wit");
    let mut resolve = Resolve::default();
    let (package, _) = resolve.push_dir(&wit).unwrap();
    assert_eq!(resolve.packages[package].name.to_string(), "bulkhead:tool@0.1.0");
    let worlds: Vec<&str> = resolve.packages[package].worlds.keys().map(String::as_str).collect();
    for world in ["host-side", "tool", "write-tool", "everything", "wasi-side"] {
        assert!(worlds.contains(&world), "{worlds:?}");
    }
}

/// What a component built for these worlds imports is what the host says that it offers.
#[test]
fn everything_that_the_worlds_import_is_offered() {
    let wit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../wit");
    let mut resolve = Resolve::default();
    let (package, _) = resolve.push_dir(&wit).unwrap();
    let mut checked = 0;
    for world in resolve.packages[package].worlds.values() {
        for item in resolve.worlds[*world].imports.values() {
            let WorldItem::Interface { id, .. } = item else { continue };
            let name = resolve.id_of(*id).unwrap();
            assert!(
                bulkhead_schema::component::offered(&name),
                "{name} is imported by a world and not offered"
            );
            checked += 1;
        }
    }
    assert!(checked > 20);
}
