#![allow(clippy::unwrap_used, reason = "a failing test should stop")]

use super::*;

fn form() -> Question {
    Question::Form {
        message: "Who?".to_owned(),
        schema: json!({ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] }),
    }
}

fn read(question: Question, answer: Value) -> Result<Answer, String> {
    let asked = Asked::of(&KeyedQuestion { key: "k".to_owned(), question });
    // What is sealed and opened again judges the same.
    let asked: Asked = serde_json::from_value(serde_json::to_value(&asked).unwrap()).unwrap();
    asked.read(answer).map(|keyed| keyed.answer)
}

#[test]
fn a_form_takes_what_its_schema_takes() {
    let accepted = json!({ "action": "accept", "content": { "name": "a" } });
    assert_eq!(
        read(form(), accepted),
        Ok(Answer::Person { action: PersonAction::Accept, content: Some(json!({ "name": "a" })) })
    );
    let declined = json!({ "action": "decline", "content": { "name": 3 } });
    assert_eq!(read(form(), declined), Ok(Answer::Person { action: PersonAction::Decline, content: None }));
    for bad in [
        json!("accept"),
        json!({}),
        json!({ "action": "maybe" }),
        json!({ "action": "accept" }),
        json!({ "action": "accept", "content": { "name": 3 } }),
        json!({ "action": "accept", "content": [] }),
    ] {
        let error = read(form(), bad.clone()).unwrap_err();
        assert!(error.starts_with("the answer \"k\" "), "{bad}: {error}");
    }
}

#[test]
fn the_other_kinds_take_their_own() {
    let page = Question::Url { message: String::new(), url: String::new() };
    assert_eq!(
        read(page, json!({ "action": "accept", "content": 1 })),
        Ok(Answer::Person { action: PersonAction::Accept, content: None })
    );
    let said = json!({ "role": "assistant", "content": { "type": "text", "text": "x" }, "model": "m" });
    assert_eq!(read(Question::Sampling(json!({})), said.clone()), Ok(Answer::Sampling(said)));
    assert!(read(Question::Sampling(json!({})), json!({ "role": "assistant" })).is_err());
    let roots = json!({ "roots": [{ "uri": "file:///a" }, { "uri": "file:///b", "name": "b" }] });
    assert_eq!(
        read(Question::Roots, roots),
        Ok(Answer::Roots(vec![
            Root { uri: "file:///a".to_owned(), name: None },
            Root { uri: "file:///b".to_owned(), name: Some("b".to_owned()) },
        ]))
    );
    for bad in [json!({}), json!({ "roots": [3] }), json!({ "roots": [{ "uri": "https://x" }] })] {
        assert!(read(Question::Roots, bad.clone()).is_err(), "{bad}");
    }
}

#[test]
fn each_revision_is_asked_in_its_own_words() {
    let names = |question: &Question, revision| {
        let (method, params) = ask(question, revision, "u1");
        let mut names: Vec<String> = params.as_object().unwrap().keys().cloned().collect();
        names.sort();
        format!("{method} {}", names.join(" "))
    };
    let page = Question::Url { message: String::new(), url: String::new() };
    assert_eq!(names(&form(), Revision::V2025_06_18), "elicitation/create message requestedSchema");
    assert_eq!(names(&form(), Revision::V2025_11_25), "elicitation/create message mode requestedSchema");
    assert_eq!(names(&page, Revision::V2025_11_25), "elicitation/create elicitationId message mode url");
    assert_eq!(names(&page, Revision::V2026_07_28), "elicitation/create message mode url");
    assert_eq!(names(&Question::Roots, Revision::V2024_11_05), "roots/list ");
}
