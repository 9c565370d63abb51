//! What is loaded, and what is refused with its name.

use std::sync::Arc;

use bulkhead_policy::{Declared, Purpose};
use bulkhead_sandbox::{Failure, LoadError, Sandbox, Settings};

use crate::guest::{ECHO, Guest, guest};
use crate::setup::{Notes, call, call_permit, permit, run, sandbox, settings};

const NOW: &str = r#"(import "wasi:clocks/monotonic-clock@WASI" "now" (func $now (result i64)))"#;

#[tokio::test]
async fn any_minor_of_wasi_0_2_links() {
    for wasi in ["0.2.0", "0.2.3", "0.2.12", "0.2.99"] {
        let body = format!("(drop (call $now)) {ECHO}");
        let component = Guest { imports: NOW, body: &body, wasi, ..Guest::default() }.build();
        let report = run("", component).await;
        assert!(report.outcome.is_ok(), "{wasi}: {:?}", report.outcome);
        assert_eq!(report.usage.host_calls, 1);
    }
}

#[tokio::test]
async fn a_description() {
    let sandbox = sandbox();
    let loaded = sandbox.load(guest(ECHO)).await.unwrap();
    let permit = permit("", &loaded, Purpose::Describe, &Declared::default());
    let catalog = sandbox.describe(permit, &loaded).await.unwrap();
    assert_eq!(catalog.info.name, "t");
    assert_eq!(catalog.tools[0].name, "t");
    assert_eq!(catalog.tools[0].input_schema, serde_json::json!({}));
}

#[tokio::test]
async fn a_permit_is_for_one_component_and_one_purpose() {
    let sandbox = sandbox();
    let one = sandbox.load(guest(ECHO)).await.unwrap();
    let other = sandbox.load(guest("(unreachable)")).await.unwrap();
    let side = || Arc::new(Notes::default());
    let wrong_component = sandbox.run(call_permit("", &other), &one, call("{}"), side()).await;
    let describing = permit("", &one, Purpose::Describe, &Declared::default());
    let wrong_purpose = sandbox.run(describing, &one, call("{}"), side()).await;
    let mut wrong = call("{}");
    wrong.tool = "u".into();
    let wrong_tool = sandbox.run(call_permit("", &one), &one, wrong, side()).await;
    for report in [wrong_component, wrong_purpose, wrong_tool] {
        assert!(matches!(report.outcome, Err(Failure::Internal { .. })), "{report:?}");
    }
    assert!(sandbox.describe(call_permit("", &one), &one).await.is_err());
}

#[tokio::test]
async fn garbage_and_a_core_module() {
    let sandbox = sandbox();
    for bytes in [b"garbage".to_vec(), Vec::new(), wat::parse_str("(module)").unwrap()] {
        let error = sandbox.load(bytes).await.unwrap_err();
        assert!(matches!(error, LoadError::Shape(_)), "{error:?}");
    }
}

#[tokio::test]
async fn a_component_of_another_world() {
    let error = sandbox().load(wat::parse_str("(component)").unwrap()).await.unwrap_err();
    assert!(matches!(error, LoadError::Shape(_)), "{error:?}");
}

#[tokio::test]
async fn too_large() {
    let error = sandbox().load(vec![0; (64 << 20) + 1]).await.unwrap_err();
    assert!(matches!(error, LoadError::TooLarge { .. }), "{error:?}");
}

#[tokio::test]
async fn compiled_code_is_cached() {
    let directory = tempfile::tempdir().unwrap();
    let cache = directory.path().join("cache");
    for _ in 0..2 {
        let sandbox = Sandbox::new(Settings { cache: Some(cache.clone()), ..settings() }).unwrap();
        let loaded = sandbox.load(guest(ECHO)).await.unwrap();
        let report =
            sandbox.run(call_permit("", &loaded), &loaded, call("{}"), Arc::new(Notes::default())).await;
        assert!(report.outcome.is_ok());
    }
    assert!(std::fs::read_dir(cache).unwrap().next().is_some());
}

#[tokio::test]
async fn an_import_that_no_host_has_is_named() {
    let component = r#"(component (import "acme:db/store@1.0.0" (instance)))"#;
    let error = sandbox().load(wat::parse_str(component).unwrap()).await.unwrap_err();
    assert!(error.to_string().contains("bulkhead:tool/"), "{error}");
    let mut with_tools = guest(ECHO);
    // The same name in another version of the interface: the bytes are of equal length.
    let (from, to) = (b"bulkhead:tool/types@0.1.0", b"bulkhead:tool/typez@0.1.0");
    while let Some(at) = with_tools.windows(from.len()).position(|bytes| bytes == from) {
        with_tools[at..at + to.len()].copy_from_slice(to);
    }
    let error = sandbox().load(with_tools).await.unwrap_err();
    assert!(error.to_string().contains("bulkhead:tool/typez@0.1.0"), "{error}");
}

#[tokio::test]
async fn an_import_of_another_form_is_named() {
    let form = r#"(func $other (param i32 i32))"#;
    let imports = format!(r#"(import "bulkhead:tool/changes@0.1.0" "resource-updated" {form})"#);
    let mut component = Guest { imports: &imports, ..Guest::default() }.build();
    let (from, to) = (b"resource-updated", b"resource-updatex");
    while let Some(at) = component.windows(from.len()).position(|bytes| bytes == from) {
        component[at..at + to.len()].copy_from_slice(to);
    }
    let error = sandbox().load(component).await.unwrap_err();
    assert!(
        matches!(&error, LoadError::WrongImport { name, .. } if name.contains("tool/changes")),
        "{error:?}"
    );
}

#[tokio::test]
async fn more_exports_than_are_known_here_do_no_harm() {
    let component =
        Guest { world: "bulkhead:tool/write-tool@0.1.0", extra: WRITES, ..Guest::default() }.build();
    assert!(run("", component).await.outcome.is_ok());
}

/// The exports of `writes`, none of which is called.
const WRITES: &str = r#"
  (func (export "bulkhead:tool/writes@0.1.0#preview") (param i32 i32 i32 i32) (result i32) (unreachable))
  (func (export "bulkhead:tool/writes@0.1.0#commit") (param i32 i32 i32 i32 i32 i32 i32 i32) (result i32) (unreachable))
  (func (export "bulkhead:tool/writes@0.1.0#status") (param i32 i32 i32 i32) (result i32) (unreachable))"#;
