#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use serde_json::json;

use super::*;

fn component() -> Vec<u8> {
    wat::parse_str(
        r#"(component
            (core module (@custom "bulkhead:catalog@0.1" "inner"))
            (component (@custom "bulkhead:catalog@0.1" "inner"))
            (@custom "name" "kept")
        )"#,
    )
    .unwrap()
}

fn catalog(name: &str) -> Catalog {
    serde_json::from_value(json!({
        "info": { "name": name, "version": "1.0.0", "description": "d",
                  "requests": [{ "capability": { "http": "GET https://*/*" }, "reason": "r" }] },
        "tools": [{ "name": "t", "description": "d", "input_schema": { "type": "object" } }],
    }))
    .unwrap()
}

#[test]
fn what_is_embedded_is_read() {
    let plain = component();
    assert_eq!(read(&plain).unwrap(), None);
    let once = embed(&plain, &catalog("one")).unwrap();
    assert!(once.starts_with(&plain));
    assert_eq!(read(&once).unwrap(), Some(catalog("one")));
    let twice = embed(&once, &catalog("two")).unwrap();
    assert_eq!(read(&twice).unwrap(), Some(catalog("two")));
    assert_eq!(embed(&twice, &catalog("one")).unwrap(), once);
    assert_eq!(crate::Shape::of(&once).unwrap(), crate::Shape::of(&plain).unwrap());
}

fn with_section(data: &[u8], times: usize) -> Vec<u8> {
    let mut bytes = component();
    for _ in 0..times {
        bytes.push(0);
        CustomSection { name: NAME.into(), data: data.into() }.encode(&mut bytes);
    }
    bytes
}

#[test]
fn a_section_that_is_no_catalog_is_an_error() {
    let not_json = read(&with_section(b"{", 1)).unwrap_err();
    assert!(matches!(not_json, SectionError::NotACatalog { .. }));
    let unknown =
        read(&with_section(br#"{"info":{"name":"a","version":"1","description":"d","x":1},"tools":[]}"#, 1));
    assert!(unknown.unwrap_err().to_string().contains("unknown field `x`"));
    assert!(matches!(read(&with_section(b"{}", 2)), Err(SectionError::Twice)));
    let large = vec![b' '; MAX_BYTES + 1];
    assert!(matches!(read(&with_section(&large, 1)), Err(SectionError::TooLarge { .. })));
    let deep = "[".repeat(100_000);
    assert!(matches!(read(&with_section(deep.as_bytes(), 1)), Err(SectionError::NotACatalog { .. })));
}

#[test]
fn only_a_component_has_a_catalog() {
    let module = wat::parse_str("(module)").unwrap();
    assert!(matches!(read(&module), Err(SectionError::NotAComponent)));
    assert!(matches!(embed(&module, &catalog("a")), Err(SectionError::NotAComponent)));
    assert!(matches!(read(b"nonsense"), Err(SectionError::Malformed { .. })));
}
