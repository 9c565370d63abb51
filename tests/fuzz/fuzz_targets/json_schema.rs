//! A JSON Schema on the first line, and after it the value that is checked.

#![no_main]

use std::time::{Duration, Instant};

use bulkhead_schema::json_schema::MAX_VIOLATIONS;
use bulkhead_schema::{Schema, Violation};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

/// What bounds a check bounds it to two seconds. The fuzzer's counters and a busy machine take their part.
const LONGEST: Duration = Duration::from_secs(10);

fuzz_target!(|bytes: &[u8]| {
    let mut parts = bytes.splitn(2, |byte| *byte == b'\n');
    let mut part = || serde_json::from_slice::<Value>(parts.next().unwrap_or_default()).ok();
    let Some(source) = part() else { return };
    let value = part().unwrap_or_default();
    let begin = Instant::now();
    match Schema::compile(&source) {
        Ok(schema) => checked(&schema, &source, &value),
        Err(error) => {
            assert!(error.to_string().len() <= 1024 + bytes.len(), "{error}");
            assert_eq!(Schema::compile(&source).err(), Some(error));
        }
    }
    assert!(begin.elapsed() < LONGEST, "{:?}", begin.elapsed());
});

fn checked(schema: &Schema, source: &Value, value: &Value) {
    let outcome = schema.check(value);
    assert_eq!(schema.check(value), outcome, "it depends on nothing else");
    match source {
        Value::Bool(allowed) => assert_eq!(outcome.is_ok(), *allowed),
        Value::Object(fields) if fields.is_empty() => assert!(outcome.is_ok()),
        _ => {}
    }
    let Err(violations) = outcome else { return };
    assert!((1..=MAX_VIOLATIONS).contains(&violations.len()), "{violations:?}");
    for Violation { path, message } in &violations {
        assert!(value.pointer(path).is_some(), "{path} is nowhere in {value}");
        assert!(!message.is_empty() && message.len() <= 4096, "{message}");
    }
}
