//! What guests answer, and what they ask the person.

use bulkhead_dispatch::{CallError, CallRequest};
use bulkhead_schema::{
    Answer, Block, KeyedAnswer, Outcome, PersonAction, Question, ResourceBody, Resumption, Role, Root,
};
use bulkhead_test_artifacts::{ASK, BROKEN, ECHO, REFUSE};
use serde_json::json;

use crate::house::{House, Plan, text};

#[tokio::test]
pub async fn echo() {
    let house = Plan::of(ECHO).open().await;
    let odd = "Grüße\0\u{202e} \u{1f9a6}";
    assert_eq!(house.text("echo", json!({ "text": odd })).await, odd);
    let figures = json!({ "number": -7, "words": ["a", ""], "maybe": null });
    assert_eq!(house.json("structured", figures.clone()).await, figures);
    let answer = house.call("kinds", json!({})).await.unwrap();
    let Outcome::Complete(result) = answer.outcome else { panic!("it asks") };
    let [text, image, audio, resource, blob, link] = &result.content[..] else { panic!("{result:?}") };
    assert_eq!(text.block, Block::Text("text".to_owned()));
    let hints = text.annotations.as_ref().unwrap();
    assert_eq!(
        (hints.audience.as_slice(), hints.priority),
        ([Role::User, Role::Assistant].as_slice(), Some(0.5))
    );
    assert!(matches!(&image.block, Block::Image(media) if media.data == [0, 1, 255]));
    assert!(matches!(&audio.block, Block::Audio(media) if media.mime_type == "audio/wav"));
    assert!(
        matches!(&resource.block, Block::Resource(found) if found.body == ResourceBody::Text("one".to_owned()))
    );
    assert!(
        matches!(&blob.block, Block::Resource(found) if found.body == ResourceBody::Blob(vec![0, 159, 146, 150]))
    );
    assert!(matches!(&link.block, Block::ResourceLink(link) if link.size == Some(3)));
}

#[tokio::test]
pub async fn ask() {
    let house = Plan::of(ASK).open().await;
    let first = house.call("ask", json!({ "place": "Kronen" })).await.unwrap();
    let Outcome::InputRequired(request) = first.outcome else { panic!("{first:?}") };
    let keys: Vec<_> = request.questions.iter().map(|question| question.key.as_str()).collect();
    assert_eq!(keys, ["party", "where"]);
    assert!(
        matches!(&request.questions[0].question, Question::Form { schema, .. } if schema["type"] == "object")
    );
    let again = |action, content| CallRequest {
        resumption: Some(Resumption {
            state: request.state.clone(),
            answers: vec![
                KeyedAnswer { key: "party".to_owned(), answer: Answer::Person { action, content } },
                KeyedAnswer {
                    key: "where".to_owned(),
                    answer: Answer::Roots(vec![Root { uri: "file:///home".to_owned(), name: None }]),
                },
            ],
        }),
        ..CallRequest::new("ask", json!({ "place": "Kronen" }))
    };
    let done = house.request(again(PersonAction::Accept, Some(json!({ "people": 4 })))).await.unwrap();
    assert_eq!(text(&done), "Kronen (Kronen) for 4, 1 roots");
    let declined = house.request(again(PersonAction::Decline, None)).await.unwrap_err();
    assert_eq!(declined.code(), "declined");
    let told = ["intent", "ended input_required", "intent", "ended ok", "intent", "ended declined"];
    assert_eq!(house.notes.told(), told);
}

#[tokio::test]
pub async fn broken() {
    let house = Plan::of(BROKEN).open().await;
    assert_eq!(house.json("kept", json!({})).await, json!({ "number": 7 }));
    for (tool, reason) in [("broken", "/number"), ("missing", "structured"), ("garbled", "JSON")] {
        let error = house.call(tool, json!({})).await.unwrap_err();
        assert_eq!(error.code(), "invalid_output", "{tool}");
        assert!(error.to_string().contains(reason), "{tool}: {error}");
        // What the tool said is the operator's to see: to the model it would look like a result.
        assert!(!error.for_model().message.contains("seven"), "{tool}");
    }
}

#[tokio::test]
pub async fn refuse() {
    let house = Plan::of(REFUSE).open().await;
    let own = house.refusal("refuse", json!({ "code": "sold_out", "retryable": true })).await;
    assert_eq!(
        (own.code.as_str(), own.message.as_str(), own.retryable),
        ("sold_out", "It is as it is.", true)
    );
    assert_eq!(own.detail, Some(json!({ "why": "because" })));
    for code in
        ["denied", "approval_needed", "trap", "internal", "deadline", "unknown_tool", "", "Not A Code"]
    {
        let error = house.refusal("refuse", json!({ "code": code })).await;
        assert_eq!(error.code, "tool_failed", "{code:?}");
        assert_eq!(error.detail.unwrap()["code"], code);
    }
    assert_eq!(house.notes.told().last().unwrap(), "ended tool_failed");
}

#[tokio::test]
async fn a_tool_that_is_unavailable_for_now_can_say_so() {
    let house = Plan::of(REFUSE).open().await;
    let error = house.call("refuse", json!({ "code": "unavailable", "retryable": true })).await.unwrap_err();
    assert!(matches!(&error, CallError::ToolFailed(_)), "{error:?}");
    assert_eq!((error.code(), error.for_model().retryable), ("unavailable", true));
}

/// A house can be asked by many at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_calls_at_once() {
    let house = Plan::of(ECHO).open().await;
    let say = |number: usize| {
        let house: &House = &house;
        async move { house.text("echo", json!({ "text": number.to_string() })).await }
    };
    let said = futures::future::join_all((0..40).map(say)).await;
    assert_eq!(said, (0..40).map(|number| number.to_string()).collect::<Vec<_>>());
}
