#![allow(clippy::unwrap_used, reason = "tests")]

use wasmtime::Module;

use super::*;

fn compiles(text: &str) -> bool {
    let engine = Engine::new(&config(1, 8 << 20, None)).unwrap();
    Module::new(&engine, wat::parse_str(text).unwrap()).is_ok()
}

#[test]
fn what_ordinary_compilers_emit_is_on() {
    assert!(compiles("(module (memory 1) (func (result i32 i32) i32.const 1 i32.const 2))"));
    assert!(compiles("(module (func (result v128) v128.const i64x2 0 0))"));
    assert!(compiles("(module (memory 1) (func (memory.fill (i32.const 0) (i32.const 0) (i32.const 0))))"));
    assert!(compiles("(module (func $f) (func (return_call $f)))"));
}

#[test]
fn what_no_tool_needs_is_off() {
    assert!(!compiles("(module (memory i64 1))"), "64-bit memories");
    assert!(!compiles("(module (memory 1) (memory 1))"), "several memories");
    assert!(!compiles("(module (memory 1 1 shared))"), "shared memories");
    assert!(!compiles("(module (memory 1) (func (drop (i32.atomic.load (i32.const 0)))))"), "threads");
    assert!(!compiles("(module (type (struct (field i32))))"), "garbage collection");
    assert!(!compiles("(module (memory 1 (pagesize 1)))"), "pages of other sizes");
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
