//! What is refused, with which words and where.

use bulkhead_interpreter::typescript::strip;

#[track_caller]
fn refused(source: &str, words: &str, line: u32, column: u32) {
    let refusal = strip(source).expect_err(source);
    assert!(refusal.message.contains(words), "{source}: {refusal}");
    assert_eq!((refusal.line, refusal.column), (line, column), "{source}: {refusal}");
}

#[test]
fn what_has_no_javascript() {
    refused("\n  namespace A { export const x = 1 }", "namespace with values", 2, 3);
    refused("namespace A.B { let x }", "namespace with values", 1, 1);
    refused("/* é */ @dec class A {}", "Decorators", 1, 9);
    refused("class A { @dec m() {} }", "Decorators", 1, 11);
    refused("class A { @dec x = 1 }", "Decorators", 1, 11);
    refused("class A { m(@dec x) {} }", "Decorators", 1, 13);
    refused("class A {\n  accessor x = 1 }", "`accessor`", 2, 3);
    refused("class A extends B { constructor(public x) { const y = super() } }", "must call `super", 1, 43);
    refused("class A { constructor(public { x }) {} }", "parameter property", 1, 23);
    refused("enum E { A = 'a', B }", "\"B\" needs a value", 1, 19);
}

#[test]
fn modules() {
    refused("import fs from 'fs'", "tools.<component>.<function>(…)", 1, 1);
    refused("1;\nimport { a } from 'b'", "no modules", 2, 1);
    refused("import 'b'", "no modules", 1, 1);
    refused("import x = require('y')", "no modules", 1, 1);
    refused("export = 1", "`return`", 1, 1);
    refused("export default 1", "`return`", 1, 1);
    refused("export const a = 1", "`return`", 1, 1);
    refused("export enum A {}", "`return`", 1, 1);
    refused("const a = 1; export { a }", "`return`", 1, 14);
    refused("export * from 'a'", "`return`", 1, 1);
}

#[test]
fn jsx() {
    refused("const a = <div>text</div>", "JSX", 1, 11);
    refused("return (\n  <><a b={1}/></>\n)", "JSX", 2, 3);
    refused("const a = f(<br />)", "JSX", 1, 13);
}

#[test]
fn syntax() {
    refused("const = 1", "", 1, 7);
    refused("let a: = 1", "", 1, 8);
    refused("f(", "", 1, 3);
    refused("'abc", "", 1, 1);
    refused("é😀 é", "", 1, 2);
    refused("function f() { await 1 }", "", 1, 16);
}

#[test]
fn unclear_slash() {
    refused("a\n/['\"]/.test(b)", "not clear", 2, 1);
    refused("if (a) {}\n/(/.test(b)", "not clear", 2, 1);
}

#[test]
fn columns_stay() {
    let source = "const a: { x: \"😀é\" } = b as C; f<D>(e!); // é";
    let text = strip(source).unwrap();
    assert_eq!(text.chars().count(), source.chars().count());
    assert!(text.contains("f   (e )"), "{text}");
}
