#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use super::*;

const TOOL: &str = r#"(component
    (import "wasi:io/error@0.2.3" (instance))
    (import "wasi:http/outgoing-handler@0.2.12" (instance))
    (import "bulkhead:tool/logging@0.1.0" (instance))
    (core module (memory 1) (data (i32.const 0) "nested"))
    (component (import "evil:inner/thing@1.0.0" (instance)))
    (instance $empty)
    (export "bulkhead:tool/manifest@0.1.0" (instance $empty))
    (export "bulkhead:tool/tools@0.1.4" (instance $empty))
)"#;

fn shape(text: &str) -> Result<Shape, ShapeError> {
    Shape::of(&wat::parse_str(text).unwrap())
}

#[test]
fn a_tool_is_read_from_the_outside() {
    let shape = shape(TOOL).unwrap();
    assert_eq!(
        shape.imports,
        ["wasi:io/error@0.2.3", "wasi:http/outgoing-handler@0.2.12", "bulkhead:tool/logging@0.1.0"]
    );
    assert_eq!(shape.exports, ["bulkhead:tool/manifest@0.1.0", "bulkhead:tool/tools@0.1.4"]);
    assert!(shape.exports_tools());
    assert!(shape.imports_interface("wasi:http/outgoing-handler"));
    assert!(!shape.imports_interface("wasi:http/outgoing") && !shape.imports_interface("wasi:http/types"));
    assert_eq!(shape.admit(), Ok(()));
}

#[test]
fn other_files_are_named_for_what_they_are() {
    assert_eq!(Shape::of(b""), Err(ShapeError::NotWasm));
    assert_eq!(Shape::of(b"#!/bin/sh"), Err(ShapeError::NotWasm));
    assert_eq!(shape("(module)"), Err(ShapeError::CoreModule));
    assert!(ShapeError::CoreModule.to_string().contains("bulkhead build"));
    // A version that nobody has: neither a module nor a component.
    assert!(matches!(Shape::of(b"\0asm\x09\0\x09\0"), Err(ShapeError::Malformed { .. })));
}

#[test]
fn a_component_for_something_else_is_no_tool() {
    let command = shape(r#"(component (instance $e) (export "wasi:cli/run@0.2.0" (instance $e)))"#).unwrap();
    let error = command.admit().unwrap_err();
    assert!(matches!(&error, ShapeError::NotATool { missing: "bulkhead:tool/manifest", .. }));
    assert!(error.to_string().contains("It exports `wasi:cli/run@0.2.0`"), "{error}");
    assert!(!command.exports_tools());
    assert!(shape("(component)").unwrap().admit().unwrap_err().to_string().contains("It exports nothing"));

    let half =
        shape(r#"(component (instance $e) (export "bulkhead:tool/manifest@0.1.0" (instance $e)))"#).unwrap();
    assert!(matches!(half.admit(), Err(ShapeError::NotATool { missing: "bulkhead:tool/tools", .. })));
}

#[test]
fn an_unknown_import_is_named() {
    let text = TOOL.replace("wasi:io/error@0.2.3", "acme:db/sql@1.0.0");
    let error = shape(&text).unwrap().admit().unwrap_err();
    assert_eq!(error, ShapeError::UnknownImport { name: "acme:db/sql@1.0.0".to_owned() });
    assert!(error.to_string().contains("acme:db/sql@1.0.0"));
}

#[test]
fn what_is_offered_goes_by_name_and_minor_version() {
    for name in ["wasi:cli/environment@0.2.0", "wasi:sockets/tcp@0.2.99", "bulkhead:tool/state@0.1.0"] {
        assert!(offered(name), "{name}");
    }
    let others = [
        "wasi:cli/environment",
        "wasi:cli/environment@0.2",
        "wasi:cli/environment@0.2.",
        "wasi:cli/environment@0.20.1",
        "wasi:cli/environment@0.3.0",
        "wasi:cli/environment@0.2.0-rc-2023-11-10",
        "wasi:http/incoming-handler@0.2.0",
        "wasi:clocks/timezone@0.2.0",
        "bulkhead:tool/state@0.2.0",
        "bulkhead:tool/tools@0.1.0",
        "environment",
    ];
    for name in others {
        assert!(!offered(name), "{name}");
    }
}

/// Whatever the bytes, the answer is a shape or an error. Every prefix, and every byte replaced by several others.
#[test]
fn no_bytes_make_it_panic() {
    let whole = wat::parse_str(TOOL).unwrap();
    for end in 0..whole.len() {
        let cut = &whole[..end];
        let _ = (Shape::of(cut), crate::section::read(cut));
    }
    for at in 0..whole.len() {
        for byte in [0x00, 0x01, 0x7f, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] = byte;
            let _ = (Shape::of(&bytes), crate::section::read(&bytes));
        }
    }
    // Noise after a good header, from a generator of one line so that a failure is repeatable.
    let mut state = 1u32;
    for length in 0..500 {
        let mut bytes = b"\0asm\x0d\0\x01\0".to_vec();
        for _ in 0..length {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            bytes.push(state.to_be_bytes()[0]);
        }
        let _ = (Shape::of(&bytes), crate::section::read(&bytes));
    }
}

#[test]
fn a_file_that_was_cut_short_is_broken() {
    let whole = wat::parse_str(TOOL).unwrap();
    let error = Shape::of(&whole[..whole.len() - 3]).unwrap_err();
    assert!(matches!(error, ShapeError::Malformed { .. }), "{error}");
    // In the middle of the nested module, which is skipped and not read.
    let nested = whole.windows(6).position(|bytes| bytes == b"nested").unwrap();
    assert!(matches!(Shape::of(&whole[..nested]), Err(ShapeError::Malformed { .. })));
}

#[test]
fn the_text_of_an_error_stays_short() {
    let exports = (0..10_000).map(|n| "x".repeat(1000) + &n.to_string()).collect();
    let text = ShapeError::NotATool { missing: TOOLS, exports }.to_string();
    assert!(text.len() < 2_000 && text.contains("and 9992 more"), "{text}");
    let text = ShapeError::UnknownImport { name: "x".repeat(100_000) }.to_string();
    assert!(text.len() < 500, "{text}");
}

#[test]
fn the_digest_is_sha_256() {
    assert_eq!(digest(b"abc"), "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

/// The names come from a file that nobody has looked at, and go to a terminal and a log.
#[test]
fn the_text_of_an_error_does_nothing_to_a_terminal() {
    let name = "a:b/\u{1b}[2J\u{202e}\r\nc".to_owned();
    let errors = [
        ShapeError::UnknownImport { name: name.clone() },
        ShapeError::NotATool { missing: TOOLS, exports: vec![name] },
    ];
    for error in errors {
        let text = error.to_string();
        assert!(text.contains(r"a:b/\u{1b}[2J\u{202e}\r\nc"), "{text}");
    }
}
