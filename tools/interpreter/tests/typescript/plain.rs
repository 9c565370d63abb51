//! Which scripts need no look by the parser.

use bulkhead_interpreter::typescript::{is_plain, strip};

#[test]
fn plain() {
    for text in [
        "",
        "return 1",
        "const a = { b: 1, 'c': [2], 3: `x${a ? b : c}` }; return a",
        "for (let i = 0; i < n; i++) { if (!a[i] || a != b) continue; x.type = a ? f(b) : c }",
        "const r = await tools.echo.say({ text: 'a: b' }); // a: number\nreturn r?.x ?? 1",
        "function f(a, b = 1) { return a / b / 2 } switch (f(1)) { case 1: f(); default: f() }",
        "const f = async (a) => a.map(x => x > 1); const g = (x) => ({ x, y: /[:<]/ })",
        "try { f() } catch (e) { console.log(e.message) }",
        "const { a: b, c } = d; x = a << 2",
    ] {
        assert!(is_plain(text), "{text}");
        assert_eq!(strip(text).as_deref(), Ok(text));
    }
}

#[test]
fn not_plain() {
    for text in [
        "f<string>(x)",
        "a < b > (c)",
        "x ? (y) : z => w",
        "x ? async (y) : z => w",
        "let a: number",
        "const f = (a: number) => a",
        "const f = (a): number => a",
        "function f(a?) {}",
        "function f(this) {}",
        "function f(a)\nfunction f(a) {}",
        "x!.y",
        "x! + 1",
        "x as y",
        "<any>x",
        "enum E {}",
        "interface A {}",
        "class A { a }",
        "import a from 'b'",
        "export {}",
        "@a class B {}",
        "if (a) !b\n else c: d",
        "x = y\n/['\"]/",
        "({ a: 1 } as const)",
        "try {} catch (e: any) {}",
        "const { a }: { a: 1 } = b",
        "for (const a of <any>b) c",
        "return f<a>\n(b)",
        "const f = ({ a: b }: C) => b",
        "const f = ({ a }, b?) => b",
    ] {
        assert!(!is_plain(text), "{text}");
    }
}
