//! What a guest says to its host, and what WASI gives it.

use std::sync::Arc;

use bulkhead_policy::Limits;
use bulkhead_sandbox::{Change, Level};
use bulkhead_schema::Outcome;

use crate::guest::{ECHO, Guest};
use crate::setup::{Notes, run_with};

#[tokio::test]
async fn log_progress_and_changes() {
    let imports = r#"
      (import "bulkhead:tool/logging@0.1.0" "log" (func $log (param i32 i32 i32 i32 i32 i32)))
      (import "bulkhead:tool/logging@0.1.0" "enabled" (func $enabled (param i32) (result i32)))
      (import "bulkhead:tool/progress@0.1.0" "report" (func $report (param f64 i32 f64 i32 i32 i32)))
      (import "bulkhead:tool/changes@0.1.0" "tools-changed" (func $changed))"#;
    let body = format!(
        "(if (call $enabled (i32.const 0)) (then (unreachable)))
         (call $log (i32.const 4) (i32.const 2048) (i32.const 6) (i32.const 1) (i32.const 1040) (i32.const 2))
         (call $log (i32.const 1) (i32.const 1024) (i32.const 1) (i32.const 1) (i32.const 1024) (i32.const 1))
         (call $report (f64.const 1) (i32.const 1) (f64.const 2) (i32.const 1) (i32.const 1032) (i32.const 1))
         (call $report (f64.const nan) (i32.const 0) (f64.const 0) (i32.const 0) (i32.const 0) (i32.const 0))
         (call $changed) {ECHO}"
    );
    let extra = r#"(data (i32.const 2048) "a\1b[2J\0a")"#;
    let side = Arc::new(Notes::default());
    let component = Guest { imports, body: &body, extra, ..Guest::default() }.build();
    let report = run_with("", component, Arc::clone(&side)).await;
    assert!(report.outcome.is_ok(), "{:?}", report.outcome);
    let lines = side.lines();
    assert_eq!(lines[0], (Level::Error, "a␛[2J␊".into(), Some("{}".into())));
    assert_eq!(lines[1], (Level::Info, "t".into(), Some(r#"{"fields":"t"}"#.into())));
    assert_eq!(side.progress(), [(1.0, Some(2.0), Some("m".into()))]);
    assert_eq!(side.changes(), [Change::Tools]);
    assert_eq!(report.usage.host_calls, 6);
}

#[tokio::test]
async fn standard_output_ends_in_the_log() {
    let imports = r#"
      (import "wasi:cli/stdout@WASI" "get-stdout" (func $stdout (result i32)))
      (import "wasi:cli/stderr@WASI" "get-stderr" (func $stderr (result i32)))
      (import "wasi:io/streams@WASI" "[method]output-stream.blocking-write-and-flush"
        (func $write (param i32 i32 i32 i32)))"#;
    let body = format!(
        "(call $write (call $stdout) (i32.const 2048) (i32.const 8) (i32.const 3000))
         (call $write (call $stderr) (i32.const 2048) (i32.const 3) (i32.const 3000)) {ECHO}"
    );
    let extra = r#"(data (i32.const 2048) "one\ntw\1bo")"#;
    let side = Arc::new(Notes::default());
    let component = Guest { imports, body: &body, extra, ..Guest::default() }.build();
    let report = run_with("", component, Arc::clone(&side)).await;
    assert!(report.outcome.is_ok(), "{:?}", report.outcome);
    let lines = side.lines();
    let expected = [(Level::Info, "one"), (Level::Info, "tw␛o"), (Level::Warning, "one")];
    assert_eq!(lines, expected.map(|(level, text)| (level, text.to_owned(), None)));
}

#[tokio::test]
async fn a_call_of_another_tool() {
    let imports =
        r#"(import "bulkhead:tool/calls@0.1.0" "call-tool" (func $other (param i32 i32 i32 i32 i32)))"#;
    // The answer is result<tool-result, tool-error> at 3000; its content is put where a result of our own has it.
    let body = "(call $other (i32.const 1024) (i32.const 1) (i32.const 1040) (i32.const 2) (i32.const 3000))
        (if (i32.load8_u (i32.const 3000)) (then (unreachable)))
        (memory.fill (i32.const 256) (i32.const 0) (i32.const 36))
        (memory.copy (i32.const 264) (i32.const 3004) (i32.const 8))
        (i32.const 256)";
    let component = Guest { imports, body, ..Guest::default() }.build();
    let policy = "[tools.t]\ncalls = [\"t\"]";
    let report = run_with(policy, component.clone(), Arc::new(Notes::default())).await;
    let Outcome::Complete(result) = report.outcome.unwrap() else { panic!("not complete") };
    assert_eq!(result.content, [bulkhead_schema::Content::text("t {}")]);
    assert!(report.usage.fuel > Limits::default().fuel / 11, "the other one used a tenth of what was left");
    // Nothing grants it: the error is there, and the other tool was not asked.
    let report = run_with("", component, Arc::new(Notes::default())).await;
    assert!(report.outcome.is_err());
    assert_eq!((report.usage.refusals, report.usage.fuel < Limits::default().fuel / 11), (1, true));
}

#[tokio::test]
async fn there_is_no_state() {
    let imports = r#"(import "bulkhead:tool/state@0.1.0" "delete" (func $delete (param i32 i32 i32)))"#;
    // result<_, tool-error> at 3000: the code is at 3004.
    let body = "(call $delete (i32.const 1024) (i32.const 1) (i32.const 3000))
        (call $err (i32.load (i32.const 3004)) (i32.load (i32.const 3008)))";
    let component = Guest { imports, body, ..Guest::default() }.build();
    let report = run_with("", component, Arc::new(Notes::default())).await;
    let detail = match report.outcome.unwrap_err() {
        bulkhead_sandbox::Failure::Tool(error) => error.detail.unwrap(),
        other => panic!("{other:?}"),
    };
    assert_eq!(detail["code"], "not_granted");
}
