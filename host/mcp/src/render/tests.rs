#![allow(clippy::unwrap_used, reason = "a failing test should stop")]

use bulkhead_schema::{ContentAnnotations, Media, ResourceBody, ResourceLink, ToolDefinition};
use serde_json::json;

use super::*;

fn all_kinds() -> Vec<Content> {
    let media = |mime: &str| Media { data: b"abc".to_vec(), mime_type: mime.to_owned() };
    let embedded = |body| bulkhead_schema::ResourceContents {
        uri: "x:a".to_owned(),
        mime_type: Some("text/plain".to_owned()),
        body,
        meta: Some([("k".to_owned(), json!(1))].into_iter().collect()),
    };
    let link = ResourceLink {
        uri: "x:b".to_owned(),
        name: "b".to_owned(),
        title: Some("B".to_owned()),
        description: None,
        mime_type: None,
        size: Some(3),
        icons: vec![icon()],
    };
    let mut text = Content::text("hi");
    text.annotations = Some(ContentAnnotations {
        audience: vec![bulkhead_schema::Role::User],
        priority: Some(0.5),
        last_modified: Some("2025-01-01T00:00:00Z".to_owned()),
    });
    let plain = |block| Content { block, annotations: None, meta: None };
    vec![
        text,
        plain(Block::Image(media("image/png"))),
        plain(Block::Audio(media("audio/wav"))),
        plain(Block::Resource(embedded(ResourceBody::Text("t".to_owned())))),
        plain(Block::Resource(embedded(ResourceBody::Blob(b"abc".to_vec())))),
        plain(Block::ResourceLink(link)),
    ]
}

fn icon() -> bulkhead_schema::Icon {
    bulkhead_schema::Icon { src: "data:,".to_owned(), mime_type: None, sizes: vec![], theme: None }
}

fn rendered(content: Vec<Content>, structured: Option<Value>, revision: Revision) -> Value {
    serde_json::to_value(result(ToolResult { content, structured }, revision)).unwrap()
}

#[test]
fn the_newest_revision_has_every_kind() {
    assert_eq!(
        rendered(all_kinds(), Some(json!([1])), Revision::V2026_07_28),
        json!({
            "resultType": "complete",
            "content": [
                { "type": "text", "text": "hi", "annotations":
                    { "audience": ["user"], "priority": 0.5, "lastModified": "2025-01-01T00:00:00Z" } },
                { "type": "image", "data": "YWJj", "mimeType": "image/png" },
                { "type": "audio", "data": "YWJj", "mimeType": "audio/wav" },
                { "type": "resource", "resource":
                    { "uri": "x:a", "mimeType": "text/plain", "text": "t", "_meta": { "k": 1 } } },
                { "type": "resource", "resource":
                    { "uri": "x:a", "mimeType": "text/plain", "blob": "YWJj", "_meta": { "k": 1 } } },
                { "type": "resource_link", "uri": "x:b", "name": "b", "title": "B", "size": 3,
                    "icons": [{ "src": "data:," }] },
            ],
            "structuredContent": [1],
            "isError": false,
        })
    );
}

#[test]
fn the_oldest_revision_gets_words_for_what_it_lacks() {
    assert_eq!(
        rendered(all_kinds(), Some(json!({ "n": 1 })), Revision::V2024_11_05),
        json!({
            "content": [
                { "type": "text", "text": "hi", "annotations": { "audience": ["user"], "priority": 0.5 } },
                { "type": "image", "data": "YWJj", "mimeType": "image/png" },
                { "type": "text", "text": "[audio, audio/wav, 3 bytes]" },
                { "type": "resource", "resource": { "uri": "x:a", "mimeType": "text/plain", "text": "t" } },
                { "type": "resource", "resource": { "uri": "x:a", "mimeType": "text/plain", "blob": "YWJj" } },
                { "type": "text", "text": "b: x:b" },
                { "type": "text", "text": "{\"n\":1}" },
            ],
            "isError": false,
        })
    );
}

#[test]
fn a_structured_result_is_always_readable_as_text() {
    let text = |value: &str| json!([{ "type": "text", "text": value }]);
    for (revision, value, structured) in [
        (Revision::V2026_07_28, json!([1]), Some(json!([1]))),
        (Revision::V2025_11_25, json!({ "a": 1 }), Some(json!({ "a": 1 }))),
        (Revision::V2025_06_18, json!([1]), None),
        (Revision::V2025_03_26, json!({ "a": 1 }), None),
    ] {
        let value_text = value.to_string();
        let result = rendered(vec![], Some(value), revision);
        assert_eq!(result["content"], text(&value_text), "{revision}");
        assert_eq!(result.get("structuredContent"), structured.as_ref(), "{revision}");
    }
}

#[test]
fn what_the_author_wrote_for_the_model_stays_as_it_is() {
    let result = rendered(vec![Content::text("two")], Some(json!({ "n": 2 })), Revision::V2025_11_25);
    assert_eq!(result["content"], json!([{ "type": "text", "text": "two" }]));
}

#[test]
fn a_failure_is_the_error_as_text() {
    let error =
        ToolError { code: "denied".to_owned(), message: "no".to_owned(), retryable: false, detail: None };
    let result = serde_json::to_value(failure(&error, Revision::V2025_11_25)).unwrap();
    assert_eq!(result["isError"], true);
    assert_eq!(result.get("resultType"), None);
    let text = result["content"][0]["text"].as_str().unwrap();
    assert_eq!(
        serde_json::from_str::<Value>(text).unwrap(),
        json!({ "code": "denied", "message": "no", "retryable": false })
    );
}

#[test]
fn a_definition_has_what_its_revision_knows() {
    let definition = ToolDefinition {
        name: "t".to_owned(),
        title: Some("T".to_owned()),
        description: "d".to_owned(),
        input_schema: json!({ "type": "object" }),
        output_schema: Some(json!({ "type": "array" })),
        annotations: bulkhead_schema::ToolAnnotations::default(),
        previewed: false,
        icons: vec![icon()],
        tags: vec!["x".to_owned()],
        meta: None,
    };
    let names = |revision| {
        let value = serde_json::to_value(tool(&definition, revision)).unwrap();
        let mut names: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(names(Revision::V2024_11_05), "description inputSchema name");
    assert_eq!(names(Revision::V2025_03_26), "annotations description inputSchema name");
    assert_eq!(names(Revision::V2025_06_18), "annotations description inputSchema name title");
    assert_eq!(names(Revision::V2025_11_25), "annotations description icons inputSchema name title");
    assert_eq!(
        names(Revision::V2026_07_28),
        "annotations description icons inputSchema name outputSchema title"
    );
}
