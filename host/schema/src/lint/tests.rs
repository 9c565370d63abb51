#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use serde_json::json;

use super::*;
use crate::definition::{DirectoryAccess, Request};

fn good() -> Catalog {
    serde_json::from_value(json!({
        "info": { "name": "files", "version": "1.0.0", "description": "Reads files.",
                  "requests": [{ "capability": { "directory": { "path": "/", "access": "read" } }, "reason": "To read." }] },
        "tools": [{ "name": "read_file", "description": "Reads. Grüße, naïve, 日本語 👩‍💻.\n\tTwo lines.",
                    "input_schema": { "type": "object", "properties": { "path": { "type": "string" } } },
                    "output_schema": { "type": "object" },
                    "icons": [{ "src": "https://a.example/i.png" }] }],
    }))
    .unwrap()
}

/// What is found after one change, as `field fatal`.
fn found(change: impl FnOnce(&mut Catalog)) -> Vec<(&'static str, bool)> {
    let mut catalog = good();
    change(&mut catalog);
    problems(&catalog).into_iter().map(|problem| (problem.field, problem.fatal)).collect()
}

#[test]
fn a_good_catalog_has_no_problems() {
    assert_eq!(problems(&good()), []);
}

#[test]
fn each_rule_finds_its_problem() {
    assert_eq!(found(|c| c.info.name = "my files".into()), [("name", true)]);
    assert_eq!(found(|c| c.info.description = " ".into()), [("description", false)]);
    assert_eq!(found(|c| c.info.requests[0].reason = String::new()), [("requests", false)]);
    assert_eq!(found(|c| c.info.version = "1.0.0\nfiles 2.0.0".into()), [("version", true)]);
    let asking = |text: &str| Capability::Environment(text.to_owned());
    assert_eq!(found(|c| c.info.requests[0].capability = asking("A\tB")), [("requests", true)]);
    assert_eq!(found(|c| c.info.requests[0].capability = asking("A\u{1b}[2J")), [("requests", true)]);
    assert_eq!(found(|c| c.tools.clear()), [("tools", false)]);
    assert_eq!(found(|c| c.tools[0].name = String::new()), [("name", true)]);
    assert_eq!(found(|c| c.tools[0].name = "x".repeat(129)), [("name", true)]);
    assert_eq!(found(|c| c.tools[0].description = String::new()), [("description", false)]);
    assert_eq!(found(|c| c.tools[0].description = "x".repeat(MAX_TEXT + 1)), [("description", true)]);
    assert_eq!(found(|c| c.tools[0].icons[0].src = "http://a.example/i.png".into()), [("icons", true)]);
    assert_eq!(found(|c| c.tools[0].input_schema = json!({ "type": "array" })), [("input_schema", true)]);
    assert_eq!(found(|c| c.tools[0].input_schema = json!({})), [("input_schema", true)]);
    assert_eq!(
        found(|c| c.tools[0].output_schema = Some(json!({ "type": "object", "required": "a" }))),
        [("output_schema", true)]
    );
    assert_eq!(
        found(
            |c| c.tools[0].input_schema = json!({ "type": "object", "description": "x".repeat(MAX_SCHEMA) })
        ),
        [("input_schema", true)]
    );
    let twice = |c: &mut Catalog| c.tools.push(c.tools[0].clone());
    assert_eq!(found(twice), [("name", true)]);
    let many = |c: &mut Catalog| {
        c.tools =
            (0..=MAX_PARTS).map(|n| ToolDefinition { name: format!("t{n}"), ..c.tools[0].clone() }).collect();
    };
    assert_eq!(found(many), [("tools", true)]);
}

#[test]
fn the_quick_look_leaves_out_compiling_only() {
    let mut catalog = good();
    catalog.tools[0].output_schema = Some(json!({ "type": "object", "required": "a" }));
    assert_eq!(quick_problems(&catalog), []);
    assert_eq!(problems(&catalog).len(), 1);
    catalog.tools[0].output_schema = Some(json!({ "type": "array" }));
    assert_eq!(quick_problems(&catalog).len(), 1);
}

#[test]
fn hidden_text_is_found_wherever_a_model_reads() {
    for hidden in ["\u{202e}", "\u{2066}", "\u{200b}", "\u{e0041}", "\0", "\u{1b}[0m", "\u{7f}", "\u{feff}"] {
        let text = format!("a{hidden}b");
        assert_eq!(found(|c| c.info.description = text.clone()), [("description", true)], "{hidden:?}");
        assert_eq!(found(|c| c.tools[0].title = Some(text.clone())), [("title", true)]);
        assert_eq!(found(|c| c.tools[0].tags = vec![text.clone()]), [("tags", true)]);
        let schema = json!({ "type": "object", "properties": { "p": { "description": text } } });
        assert_eq!(found(|c| c.tools[0].input_schema = schema), [("input_schema", true)]);
        let schema = json!({ "type": "object", "properties": { &text: {} } });
        assert_eq!(found(|c| c.tools[0].input_schema = schema), [("input_schema", true)]);
        let meta = json!({ "a": [{ "b": text }] }).as_object().cloned();
        assert_eq!(found(|c| c.tools[0].meta = meta), [("meta", true)]);
        let icon = &good().tools[0].icons[0];
        let icons = [
            Icon { src: format!("https://{text}"), ..icon.clone() },
            Icon { mime_type: Some(text.clone()), ..icon.clone() },
            Icon { sizes: vec![text.clone()], ..icon.clone() },
        ];
        for icon in icons {
            assert_eq!(found(|c| c.tools[0].icons = vec![icon]), [("icons", true)]);
        }
    }
}

/// An error of the schema's compiler would show what must not be shown.
#[test]
fn hidden_text_is_in_no_message() {
    let mut catalog = good();
    catalog.tools[0].input_schema = json!({ "type": "object", "$ref": "\u{202e}" });
    let problems = problems(&catalog);
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].message, HIDDEN);
}

#[test]
fn hidden_text_is_found_wherever_an_operator_reads() {
    let text = || "a\u{202e}b".to_owned();
    let capabilities = [
        Capability::Http(text()),
        Capability::Directory { path: text(), access: DirectoryAccess::Read },
        Capability::Environment(text()),
        Capability::Secret { name: text(), to: "https://a.example".into() },
        Capability::Secret { name: "a".into(), to: text() },
        Capability::Tcp(text()),
        Capability::Call(text()),
    ];
    for capability in capabilities {
        let request = Request { capability, reason: "r".into(), optional: false };
        assert_eq!(found(|c| c.info.requests = vec![request.clone()]), [("requests", true)], "{request:?}");
    }
}

#[test]
fn a_problem_names_its_tool() {
    let mut catalog = good();
    catalog.tools[0].input_schema = json!({ "type": "object", "$ref": "https://a.example/s.json" });
    let problem = problems(&catalog).remove(0);
    assert_eq!(problem.part, Some(Part::Tool("read_file".to_owned())));
    assert!(problem.message.contains("https://a.example/s.json"), "{}", problem.message);
}
