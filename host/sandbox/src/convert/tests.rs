#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use bulkhead_schema as host;
use serde_json::json;

use super::*;
use crate::bindings::tools::Outcome;
use crate::bindings::types as guest;

fn every_block() -> host::ToolResult {
    let plain = |block| host::Content { block, annotations: None, meta: None };
    let media = || host::Media { data: vec![1, 2], mime_type: "image/png".into() };
    let icon = host::Icon {
        src: "data:,".into(),
        mime_type: None,
        sizes: vec!["any".into()],
        theme: Some(host::IconTheme::Dark),
    };
    host::ToolResult {
        content: vec![
            host::Content {
                block: host::Block::Text("hi".into()),
                annotations: Some(host::ContentAnnotations {
                    audience: vec![host::Role::User, host::Role::Assistant],
                    priority: Some(0.5),
                    last_modified: Some("2026-01-01".into()),
                }),
                meta: json!({ "k": 1 }).as_object().cloned(),
            },
            plain(host::Block::Image(media())),
            plain(host::Block::Audio(media())),
            plain(host::Block::Resource(host::ResourceContents {
                uri: "a:b".into(),
                mime_type: Some("text/plain".into()),
                body: host::ResourceBody::Text("x".into()),
                meta: None,
            })),
            plain(host::Block::ResourceLink(host::ResourceLink {
                uri: "a:b".into(),
                name: "n".into(),
                title: None,
                description: None,
                mime_type: None,
                size: Some(7),
                icons: vec![icon],
            })),
        ],
        structured: Some(json!([1, "two", null])),
    }
}

#[test]
fn a_result_survives_the_way_there_and_back() {
    let there = result_to_guest(every_block());
    let host::Outcome::Complete(back) = outcome(Outcome::Complete(there)).unwrap() else { panic!() };
    assert_eq!(back, every_block());
}

#[test]
fn json_is_checked_where_the_contract_says_json() {
    let result = |structured: &str, meta: &str| {
        let content = guest::Content {
            block: guest::Block::Text(String::new()),
            annotations: None,
            meta: Some(meta.into()),
        };
        outcome(Outcome::Complete(guest::ToolResult {
            content: vec![content],
            structured: Some(structured.into()),
        }))
    };
    assert!(result("{}", "{}").is_ok());
    assert!(result("{} {}", "{}").unwrap_err().to_string().contains("structured"));
    assert!(result("{}", "[]").unwrap_err().to_string().contains("not a JSON object"));
    let deep = "[".repeat(200) + &"]".repeat(200);
    assert!(result(&deep, "{}").unwrap_err().to_string().contains("recursion"));
}

#[test]
fn questions_and_answers() {
    let request = guest::InputRequest {
        questions: vec![guest::KeyedQuestion {
            key: "who".into(),
            question: guest::Question::Form(guest::FormQuestion { message: "?".into(), schema: "{".into() }),
        }],
        state: vec![1],
    };
    let error = outcome(Outcome::InputRequired(request)).unwrap_err();
    assert!(error.to_string().contains("`who`"), "{error}");
    let answers = vec![host::KeyedAnswer {
        key: "who".into(),
        answer: host::Answer::Person { action: host::PersonAction::Accept, content: Some(json!({ "a": 1 })) },
    }];
    let resumption = resumption_to_guest(host::Resumption { state: vec![1], answers });
    let guest::Answer::Person(person) = &resumption.answers[0].answer else { panic!() };
    assert_eq!(person.content.as_deref(), Some(r#"{"a":1}"#));
}

#[test]
fn the_detail_of_an_error_is_never_lost() {
    let error = |detail: &str| {
        tool_error(guest::ToolError {
            code: "c".into(),
            message: "m".into(),
            retryable: true,
            detail: Some(detail.into()),
        })
    };
    assert_eq!(error("[1]").detail, Some(json!([1])));
    assert_eq!(error("oops").detail, Some(json!("oops")));
}

#[test]
fn size_counts_every_byte_that_the_guest_wrote() {
    let text =
        |text: &str| guest::Content { block: guest::Block::Text(text.into()), annotations: None, meta: None };
    let complete = |content, structured: Option<&str>| {
        outcome_size(&Outcome::Complete(guest::ToolResult {
            content,
            structured: structured.map(Into::into),
        }))
    };
    assert_eq!(complete(Vec::new(), Some("12345")), 5);
    assert_eq!(complete(vec![text("123"), text("")], None), 3 + 2 * 16);
}
