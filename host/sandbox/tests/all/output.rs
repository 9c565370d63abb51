//! What comes out of a guest.

use bulkhead_sandbox::Failure;
use bulkhead_schema::{Outcome, ToolResult};
use serde_json::json;

use crate::guest::{ECHO, Guest, guest};
use crate::setup::run;

#[tokio::test]
async fn a_result() {
    let report = run("", guest(ECHO)).await;
    let expected = ToolResult { content: Vec::new(), structured: Some(json!({ "a": 1 })) };
    assert_eq!(report.outcome.unwrap(), Outcome::Complete(expected));
    assert_eq!(report.usage.output_bytes, 7);
    assert!(report.usage.fuel > 0);
}

#[tokio::test]
async fn a_result_that_is_not_json() {
    let failure = run("", guest("(call $ok (i32.const 1024) (i32.const 1))")).await.outcome.unwrap_err();
    let Failure::InvalidOutput { detail } = &failure else { panic!("{failure:?}") };
    assert!(detail.contains("structured") && detail.contains("\"t\""), "{detail}");
}

#[tokio::test]
async fn a_result_that_is_too_large() {
    let body = "(drop (memory.grow (i32.const 20))) (memory.fill (i32.const 65536) (i32.const 32) (i32.const 400000))
        (call $ok (i32.const 65536) (i32.const 400000))";
    let failure = run("[defaults.limits]\noutput = \"64KiB\"", guest(body)).await.outcome.unwrap_err();
    assert_eq!(failure, Failure::OutputTooLarge { limit: 64 << 10 });
}

#[tokio::test]
async fn a_result_that_is_far_too_large_is_not_copied() {
    let body = "(drop (memory.grow (i32.const 600))) (call $ok (i32.const 65536) (i32.const 30000000))";
    let failure = run("[defaults.limits]\noutput = \"64KiB\"", guest(body)).await.outcome.unwrap_err();
    assert_eq!(failure, Failure::OutputTooLarge { limit: 64 << 10 });
}

#[tokio::test]
async fn a_tools_own_error() {
    let component = Guest {
        body: "(call $err (i32.const 2048) (i32.const 9))",
        extra: r#"(data (i32.const 2048) "not_found")"#,
        ..Guest::default()
    };
    let failure = run("", component.build()).await.outcome.unwrap_err();
    assert_eq!((failure.code(), failure.for_model().as_str()), ("not_found", "m"));
}

#[tokio::test]
async fn a_tool_cannot_speak_for_the_host() {
    let component = Guest {
        body: "(call $err (i32.const 2048) (i32.const 6))",
        extra: r#"(data (i32.const 2048) "denied")"#,
        ..Guest::default()
    };
    let failure = run("", component.build()).await.outcome.unwrap_err();
    assert_eq!(failure.code(), "tool_failed");
}
