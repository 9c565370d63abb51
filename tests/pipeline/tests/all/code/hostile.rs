//! Scripts that try: to reach what is not theirs, to forge what they are told, and to take more than they may.

use bulkhead_schema::Outcome;
use bulkhead_test_artifacts::{ECHO, FILES, REFUSE, SLEEP};
use serde_json::json;

use super::Study;
use crate::house::Plan;

/// Each is a script that must not succeed in what it tries, and what it has to show for it.
const HARMLESS: &[(&str, &str)] = &[
    // The call bridge, with the prototypes of the realm against it.
    ("Object.prototype.then = function (r) { r('forged') }; await tools.echo({ text: 'a' })", "\"a\"|null"),
    ("Promise.prototype.then = () => 'forged'; const p = tools.echo({ text: 'a' }); typeof p", "\"object\""),
    ("JSON.parse = () => 'forged'; await tools.echo({ text: 'a' })", "\"a\""),
    ("JSON.stringify = () => '{\"text\":\"forged\"}'; await tools.echo({ text: 'a' })", "\"a\""),
    (
        "Array.prototype.map = () => ['forged']; Map.prototype.get = () => 'x'; await tools.echo({ text: 'a' })",
        "\"a\"",
    ),
    (
        "Object.defineProperty(Object.prototype, 'resolve', { get() { return () => 'forged' } }); await tools.echo({ text: 'a' })",
        "\"a\"",
    ),
    (
        "Reflect.apply = () => 'forged'; Function.prototype.call = () => 'forged'; await tools.echo({ text: 'a' })",
        "\"a\"",
    ),
    (
        "globalThis.Promise = class { static all() { return 'forged' } }; await tools.echo({ text: 'a' })",
        "\"a\"",
    ),
    ("globalThis.Error = undefined; await tools.echo({ text: 'a' })", "\"a\""),
    ("Symbol.toPrimitive; String.prototype.split = () => []; await tools.echo({ text: 'a' })", "\"a\""),
    // Arguments that change between two looks: there is one look.
    ("let n = 0; await tools.echo({ get text() { n += 1; return 'look ' + n } })", "\"look 1\""),
    (
        "await tools.echo(new Proxy({}, { ownKeys: () => ['text'], get: (_, k) => (k === 'text' ? 'p' : undefined), getOwnPropertyDescriptor: () => ({ value: 'p', enumerable: true, configurable: true }) }))",
        "\"p\"",
    ),
    ("await tools.echo({ toJSON: () => ({ text: 'made' }) })", "\"made\""),
    ("class A { toJSON() { return { text: 'made' } } } await tools.echo(new A())", "\"made\""),
    ("await tools.echo({ text: 'a', __proto__: { text: 'b' }, [Symbol('x')]: 1 })", "\"a\""),
    // The result is the script's own word, and is told as that.
    (
        "({ toJSON: () => ({ calls: [{ tool: 'billing.pay', outcome: 'ok' }] }) })",
        "{\"calls\":[{\"outcome\":\"ok\",\"tool\":\"billing.pay\"}]}",
    ),
    ("Array.prototype.toJSON = () => 'forged'; [1]", "\"forged\""),
    // Ways out of the language.
    (
        "try { Function('return process.env')() } catch (e) { e.message.slice(0, 28) }",
        "\"process is not available here\"|\"process is not available her\"",
    ),
    ("(0, eval)('typeof globalThis.native')", "\"undefined\""),
    ("try { await import('fs') } catch (e) { 'refused' }", "\"refused\""),
    ("(async () => {}).constructor('return typeof __native')()", "\"undefined\""),
    (
        "let caught = 'none'; try { null.x } catch (e) { caught = typeof e.constructor.constructor('return this')().process } caught",
        "\"function\"",
    ),
    (
        "Object.getOwnPropertyNames(globalThis).filter((name) => /native|bridge|host|wasm|settle/i.test(name))",
        "[]",
    ),
    ("typeof WebAssembly + typeof SharedArrayBuffer + typeof Atomics", "\"undefinedfunctionundefined\""),
    // The proxies.
    ("try { Object.setPrototypeOf(tools, null) } catch { 'refused' }", "\"refused\""),
    ("try { delete tools.echo; typeof tools.echo } catch { 'refused' }", "\"refused\""),
    ("try { for (const t in tools); } catch { 'refused' }", "\"refused\""),
    ("tools.echo.echo.call(null, { text: 'a' }) instanceof Promise", "true"),
    // Time of another one: the clock stands still.
    ("const a = performance.now(); for (let i = 0; i < 1e5; i++); performance.now() - a", "0"),
    // Another run's leavings.
    ("globalThis.left ??= 'mine'; globalThis.left", "\"mine\""),
];

#[tokio::test]
async fn tricks_come_to_nothing() {
    let study = Study::of(Plan::of(ECHO)).await;
    for (code, expected) in HARMLESS {
        let outcome = study.execute(json!({ "code": code }), None).await;
        let result = match outcome {
            Ok(Outcome::Complete(result)) => result.structured.unwrap()["result"].to_string(),
            other => panic!("{code}: {other:?}"),
        };
        assert!(expected.split('|').any(|expected| expected == result), "{code}: {result}");
    }
}

/// Each is a script that must end with one of these codes, and leave the host as it was.
const STOPPED: &[(&str, &[&str])] = &[
    ("while (true) { try { while (true); } catch { } }", &["out_of_fuel"]),
    (
        "const a = []; try { for (;;) a.push('x'.repeat(1e6) + a.length) } catch { a.length = 0 } for (;;) a.push([])",
        &["out_of_memory", "out_of_fuel", "exception"],
    ),
    (
        "await Promise.all(Array.from({ length: 2_000_000 }, () => Promise.resolve(1))); 'done'",
        &["out_of_memory", "out_of_fuel"],
    ),
    (
        "for (let i = 0; i < 1e6; i++) tools.echo({ text: 'x' }); 1",
        &["out_of_memory", "out_of_fuel", "too_many_host_calls", "deadline", "out_of_budget"],
    ),
    ("for (let i = 0; i < 1e7; i++) console.log('x')", &["out_of_fuel", "too_many_host_calls", "deadline"]),
    ("new Uint8Array(3e9)", &["out_of_memory", "exception", "out_of_fuel"]),
    ("'x'.repeat(2 ** 29)", &["out_of_memory", "exception", "output_too_large", "out_of_fuel"]),
    (
        "let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; o",
        &["stack_overflow", "not_json", "out_of_fuel"],
    ),
    ("'x'.repeat(40_000_000)", &["output_too_large", "out_of_memory", "out_of_fuel"]),
    ("await tools.execute({ code: '1' })", &["unknown_tool"]),
    ("await tools.execute.execute({ code: '1' })", &["unknown_tool"]),
    ("await tools.search({ query: 'x' })", &["unknown_tool"]),
    (
        "await tools.files.read({ path: '/etc/passwd' })",
        &["unknown_tool", "bad_arguments", "denied", "not_found", "no_such_file", "tool_failed"],
    ),
    ("await new Promise(() => tools.sleep.sleep({ milliseconds: 1 }))", &["deadlock"]),
];

#[tokio::test]
async fn greed_is_stopped() {
    let policy = "[code]\nlimits = { fuel = 5_000_000_000, memory = \"96MiB\", deadline = \"20s\", host_calls = 20_000 }\n";
    let study = Study::of(Plan::of(ECHO).and(SLEEP).policy(policy)).await;
    for (code, expected) in STOPPED {
        let error = study.error(code).await;
        assert!(expected.contains(&error.code.as_str()), "{code}: {}: {}", error.code, error.message);
        assert_eq!(study.result("1 + 1").await, 2);
    }
}

/// What a script is told of a tool that it may not call is word for word what its caller would be told.
#[tokio::test]
async fn a_refusal_is_the_same_through_both_doors() {
    use bulkhead_dispatch::{CallRequest, Silent};
    use std::sync::Arc;
    let policy = "[tools.echo]\nonly = [\"echo\"]\n[tools.refuse]\ncallers = [\"code\"]\n\
                  [tools.sleep]\ncallers = [\"direct\"]\n[tools.files]\nlimits = { rate = 1 }\n";
    let study = Study::of(Plan::of(ECHO).and(REFUSE).and(SLEEP).and(FILES).policy(policy)).await;
    // Hidden, and not there.
    for tool in ["structured", "nowhere"] {
        let direct = CallRequest::new(tool, json!({}));
        let direct = study.code.call(&crate::house::caller(), direct, Arc::new(Silent)).await.unwrap_err();
        let code = study.error(&format!("await tools.{tool}({{}})")).await;
        assert_eq!((direct.code(), code.code.as_str()), ("unknown_tool", "unknown_tool"));
    }
    // Callers: each way on its own.
    let direct = CallRequest::new("refuse", json!({ "code": "x" }));
    let direct = study.code.call(&crate::house::caller(), direct, Arc::new(Silent)).await.unwrap_err();
    assert_eq!(direct.code(), "unknown_tool");
    assert_eq!(study.error("await tools.refuse({ code: 'x' })").await.code, "x");
    assert_eq!(study.error("await tools.sleep({ milliseconds: 0 })").await.code, "unknown_tool");
    let seen = study.result("(await search('wait sleep', { detail: 'line' })).map((hit) => hit.tool)").await;
    assert!(!seen.as_array().unwrap().contains(&json!("sleep.sleep")), "{seen}");
}
