#![allow(clippy::unwrap_used, reason = "tests")]

use wasmparser::Validator;
use wasmtime::Module;
use wasmtime::component::Component;

use super::*;

fn engine() -> Engine {
    Engine::new(&config(1, 8 << 20, None)).unwrap()
}

fn compiles(text: &str) -> bool {
    Module::new(&engine(), wat::parse_str(text).unwrap()).is_ok()
}

#[test]
fn what_ordinary_compilers_emit_is_on() {
    assert!(compiles("(module (memory 1) (func (result i32 i32) i32.const 1 i32.const 2))"));
    assert!(compiles("(module (func (result v128) v128.const i64x2 0 0))"));
    assert!(compiles("(module (memory 1) (func (memory.fill (i32.const 0) (i32.const 0) (i32.const 0))))"));
    assert!(compiles("(module (func $f) (func (return_call $f)))"));
}

/// Features that no tool needs, and the smallest modules that use them.
const OFF: &[(WasmFeatures, &str)] = &[
    (WasmFeatures::MEMORY64, "(module (memory i64 1))"),
    (WasmFeatures::MEMORY64, "(module (table i64 1 funcref))"),
    (WasmFeatures::MEMORY64, "(module (import \"a\" \"b\" (memory i64 1)))"),
    (WasmFeatures::MULTI_MEMORY, "(module (memory 1) (memory 1))"),
    (WasmFeatures::MULTI_MEMORY, "(module (import \"a\" \"b\" (memory 1)) (memory 1))"),
    (WasmFeatures::THREADS, "(module (memory 1 1 shared))"),
    (WasmFeatures::THREADS, "(module (import \"a\" \"b\" (memory 1 1 shared)))"),
    (WasmFeatures::THREADS, "(module (memory 1) (func (drop (i32.atomic.load (i32.const 0)))))"),
    (WasmFeatures::THREADS, "(module (func atomic.fence))"),
    (WasmFeatures::SHARED_EVERYTHING_THREADS, "(module (global (shared mut i32) (i32.const 0)))"),
    (WasmFeatures::CUSTOM_PAGE_SIZES, "(module (memory 1 (pagesize 1)))"),
    (WasmFeatures::STACK_SWITCHING, "(module (type $f (func)) (type (cont $f)))"),
    (WasmFeatures::LEGACY_EXCEPTIONS, "(module (func try catch_all end))"),
    (WasmFeatures::EXCEPTIONS, "(module (tag))"),
    (WasmFeatures::GC, "(module (type (struct (field i32))))"),
    (WasmFeatures::WIDE_ARITHMETIC, WIDE),
];

const WIDE: &str =
    "(module (func (param i64 i64) (result i64 i64) (i64.mul_wide_u (local.get 0) (local.get 1))))";

/// What a feature is built upon.
fn with_foundations(feature: WasmFeatures) -> WasmFeatures {
    let foundations = if feature == WasmFeatures::STACK_SWITCHING {
        WasmFeatures::GC | WasmFeatures::FUNCTION_REFERENCES | WasmFeatures::EXCEPTIONS
    } else if feature == WasmFeatures::GC {
        WasmFeatures::FUNCTION_REFERENCES
    } else if feature == WasmFeatures::LEGACY_EXCEPTIONS {
        WasmFeatures::EXCEPTIONS
    } else {
        WasmFeatures::empty()
    };
    WasmFeatures::WASM2 | feature | foundations
}

/// Each module is valid with the feature, so that nothing else can be the reason why the engine refuses it.
#[test]
fn what_no_tool_needs_is_off() {
    for (feature, text) in OFF {
        let module = wat::parse_str(text).unwrap();
        let inside = wat::parse_str(format!("(component (core {}", &text[1..]) + ")").unwrap();
        let allowed = with_foundations(*feature) | WasmFeatures::COMPONENT_MODEL;
        for bytes in [&module, &inside] {
            Validator::new_with_features(allowed).validate_all(bytes).unwrap();
        }
        assert!(Module::new(&engine(), module).is_err(), "{text}");
        assert!(Component::new(&engine(), inside).is_err(), "{text} in a component");
    }
}

/// No field of the configuration that turns a feature off is without a module that shows it.
#[test]
fn every_feature_that_is_turned_off_is_shown() {
    let shown = OFF.iter().fold(WasmFeatures::empty(), |shown, (feature, _)| shown | *feature);
    assert!(shown.contains(TURNED_OFF), "{:?}", TURNED_OFF - shown);
}

#[test]
fn the_ticker_ends_with_the_engine() {
    let engine = start(1, 8 << 20, None).unwrap();
    let weak = engine.weak();
    drop(engine);
    thread::sleep(TICK * 5);
    assert!(weak.upgrade().is_none());
}

#[test]
fn the_largest_pool_fits() {
    start(MOST_CALLS, LARGEST_STACK as u64, None).unwrap();
}
