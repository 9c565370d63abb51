#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::io::Cursor;

use serde_json::json;
use wasm_encoder::{CustomSection, Encode};

use super::*;

fn component() -> Vec<u8> {
    let code = "i32.const 1 drop ".repeat(20_000);
    let wat = format!(
        r#"(component
            (import "wasi:cli/stdin@0.2.12" (instance))
            (core module (@custom "bulkhead:catalog@0.1" "inner") (func {code}))
            (component (@custom "bulkhead:catalog@0.1" "inner"))
            (@custom "name" "kept")
            (instance $tools)
            (export "bulkhead:tool/tools@0.1.0" (instance $tools))
        )"#
    );
    wat::parse_str(wat).unwrap()
}

fn catalog() -> Catalog {
    serde_json::from_value(
        json!({ "info": { "name": "a", "version": "1", "description": "d" }, "tools": [] }),
    )
    .unwrap()
}

/// A file that counts what is read of it.
struct Counted {
    file: Cursor<Vec<u8>>,
    read: u64,
}

impl Read for &mut Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.read += count as u64;
        Ok(count)
    }
}

impl Seek for &mut Counted {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Skims, and compares with what the whole file gives.
fn skimmed(bytes: &[u8]) -> Result<Skim, String> {
    let skim = skim(Cursor::new(bytes)).map_err(|error| error.to_string());
    let shape = Shape::of(bytes).map_err(|error| error.to_string());
    let catalog = section::read(bytes).map_err(|error| error.to_string());
    match (&skim, shape, catalog) {
        (Ok(skim), Ok(shape), Ok(catalog)) => {
            assert_eq!((&skim.shape, &skim.catalog), (&shape, &catalog));
            assert_eq!(skim.size, bytes.len() as u64);
        }
        (Err(_), Err(_), _) | (Err(_), _, Err(_)) => {}
        (skim, shape, catalog) => panic!("{skim:?}, but {shape:?} and {catalog:?}"),
    }
    skim
}

#[test]
fn a_component_is_skimmed_as_it_is_read() {
    assert_eq!(skimmed(&component()).unwrap().catalog, None);
    let embedded = section::embed(&component(), &catalog()).unwrap();
    let skim = skimmed(&embedded).unwrap();
    assert_eq!(skim.catalog, Some(catalog()));
    assert_eq!(skim.shape.imports, ["wasi:cli/stdin@0.2.12"]);
    assert_eq!(skim.shape.exports, ["bulkhead:tool/tools@0.1.0"]);
}

#[test]
fn the_code_is_not_read() {
    let mut file = Counted { file: Cursor::new(section::embed(&component(), &catalog()).unwrap()), read: 0 };
    let skim = skim(&mut file).unwrap();
    assert!(skim.size > 60_000, "the component is large: {}", skim.size);
    assert!(file.read <= 2 * WINDOW as u64, "{} bytes were read", file.read);
}

#[test]
fn two_catalogs_are_an_error() {
    let mut bytes = section::embed(&component(), &catalog()).unwrap();
    bytes.push(0);
    CustomSection { name: section::NAME.into(), data: b"{}".into() }.encode(&mut bytes);
    assert!(skimmed(&bytes).unwrap_err().contains("more than one section"));
}

#[test]
fn a_catalog_that_is_too_large_is_not_read() {
    let mut bytes = component();
    bytes.push(0);
    let data = vec![b' '; section::MAX_BYTES + 1];
    CustomSection { name: section::NAME.into(), data: data.as_slice().into() }.encode(&mut bytes);
    assert!(skimmed(&bytes).unwrap_err().contains("4194305 bytes"));
}

#[test]
fn names_without_end_are_not_read() {
    let mut bytes = b"\0asm\x0d\0\x01\0".to_vec();
    bytes.push(IMPORTS);
    vec![0_u8; MAX_NAMES as usize + 1].encode(&mut bytes);
    assert!(skim(Cursor::new(&bytes)).unwrap_err().to_string().contains("more than a megabyte"));
}

#[test]
fn what_is_no_component_is_named() {
    assert!(skimmed(b"").unwrap_err().contains("not WebAssembly"));
    assert!(skimmed(b"nonsense and more").unwrap_err().contains("not WebAssembly"));
    assert!(skimmed(&wat::parse_str("(module)").unwrap()).unwrap_err().contains("core WebAssembly module"));
    skimmed(b"\0asm").unwrap_err();
    skimmed(b"\0asm\x0d\0\x02\0").unwrap_err();
    skimmed(b"\0asm\x0d\0\x01\0\x0a\x80").unwrap_err();
    skimmed(b"\0asm\x0d\0\x01\0\x0a\xff\xff\xff\xff\xff\xff").unwrap_err();
}

/// Wherever a file is cut off, it is refused, unless what is left is a component by itself.
#[test]
fn a_truncated_file_is_refused_as_reading_it_would() {
    let small = wat::parse_str(
        r#"(component (import "wasi:cli/stdin@0.2.12" (instance)) (core module (func)) (@custom "x" "y"))"#,
    );
    let embedded = section::embed(&small.unwrap(), &catalog()).unwrap();
    for end in 0..embedded.len() {
        let _ = skimmed(&embedded[..end]);
    }
}

#[test]
fn an_error_says_where_in_the_file_it_is() {
    let mut bytes = component();
    let at = bytes.len();
    // An export section that promises an export and has none.
    bytes.extend([EXPORTS, 1, 1]);
    match skim(Cursor::new(&bytes)).unwrap_err() {
        SkimError::Shape(ShapeError::Malformed { offset, .. }) => assert!(offset >= at, "{offset}"),
        other => panic!("{other:?}"),
    }
}
