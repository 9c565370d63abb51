//! Questions to the person, the client's model, and the client itself.

use bulkhead_sdk::{
    Answer, InputRequest, Outcome, PersonAnswer, Question, Resumption,
    serde_json::{Value, json},
    tool,
};

pub mod rounds;

/// A form with these fields; `required` are those that must be filled in.
pub fn form(message: &str, properties: &Value, required: &[&str]) -> Question {
    let schema = json!({ "type": "object", "properties": properties, "required": required });
    Question::Form { message: message.to_owned(), schema }
}

/// A text for the client's model.
pub fn sample(text: &str, tokens: u32) -> Question {
    let content = json!({ "type": "text", "text": text });
    Question::Sampling(json!({ "messages": [{ "role": "user", "content": content }], "maxTokens": tokens }))
}

/// What the client's model said under this key.
fn sampled(resumption: &Resumption, key: &str) -> Option<String> {
    match resumption.answer(key)? {
        Answer::Sampling(result) => result["content"]["text"].as_str().map(str::to_owned),
        Answer::Person(_) | Answer::Roots(_) => None,
    }
}

/// Asks for one thing at the first call, and tells at the second what came of it.
fn ask_once(resumption: Option<&Resumption>, question: Question, told: &str) -> Outcome {
    let Some(answer) = resumption.and_then(|resumption| resumption.person("answer")) else {
        return InputRequest::new().ask("answer", question).into();
    };
    let (action, content) = match answer {
        PersonAnswer::Accepted(content) => ("accept", content.clone()),
        PersonAnswer::Declined => ("decline", json!({})),
        PersonAnswer::Cancelled => ("cancel", json!({})),
    };
    format!("{told}: action={action}, content={content}").into()
}

/// Asks the person for a name and an address.
#[tool(read_only)]
pub fn test_elicitation(
    /// What the person reads.
    message: String,
    resumption: Option<Resumption>,
) -> Outcome {
    let properties = json!({
        "username": { "type": "string", "description": "User's response" },
        "email": { "type": "string", "description": "User's email address" },
    });
    let question = form(&message, &properties, &["username", "email"]);
    ask_once(resumption.as_ref(), question, "User response")
}

/// Asks with a value for every field that a form can have.
#[tool(read_only)]
pub fn test_elicitation_sep1034_defaults(resumption: Option<Resumption>) -> Outcome {
    let properties = json!({
        "name": { "type": "string", "default": "John Doe" },
        "age": { "type": "integer", "default": 30 },
        "score": { "type": "number", "default": 95.5 },
        "status": { "type": "string", "enum": ["active", "inactive", "pending"], "default": "active" },
        "verified": { "type": "boolean", "default": true },
    });
    let question = form("Please check these values", &properties, &[]);
    ask_once(resumption.as_ref(), question, "Elicitation completed")
}

/// Asks for a choice in every way that a form knows.
#[tool(read_only)]
pub fn test_elicitation_sep1330_enums(resumption: Option<Resumption>) -> Outcome {
    let titled = |words: [&str; 3]| {
        let values = ["value1", "value2", "value3"].iter().zip(words);
        values.map(|(value, title)| json!({ "const": value, "title": title })).collect::<Value>()
    };
    let plain = ["option1", "option2", "option3"];
    let properties = json!({
        "untitledSingle": { "type": "string", "enum": plain },
        "titledSingle": {
            "type": "string",
            "oneOf": titled(["First Option", "Second Option", "Third Option"]),
        },
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": { "type": "array", "items": { "type": "string", "enum": plain } },
        "titledMulti": {
            "type": "array",
            "items": { "anyOf": titled(["First Choice", "Second Choice", "Third Choice"]) },
        },
    });
    let question = form("Please choose", &properties, &[]);
    ask_once(resumption.as_ref(), question, "Elicitation completed")
}

/// Asks, where a server of an earlier revision would send a request of its own.
#[tool(read_only)]
pub fn test_streaming_elicitation(resumption: Option<Resumption>) -> Outcome {
    let question = form("Please confirm", &json!({ "ok": { "type": "boolean" } }), &["ok"]);
    ask_once(resumption.as_ref(), question, "Elicitation completed")
}

/// Lets the client's model answer.
#[tool(read_only)]
pub fn test_sampling(
    /// What the model reads.
    prompt: String,
    resumption: Option<Resumption>,
) -> Outcome {
    match resumption.and_then(|resumption| sampled(&resumption, "response")) {
        Some(response) => format!("LLM response: {response}").into(),
        None => InputRequest::new().ask("response", sample(&prompt, 100)).into(),
    }
}

/// Needs the client's model.
#[tool(read_only)]
pub fn test_missing_capability(resumption: Option<Resumption>) -> Outcome {
    match resumption.and_then(|resumption| sampled(&resumption, "response")) {
        Some(response) => response.into(),
        None => InputRequest::new().ask("response", sample("Say something.", 10)).into(),
    }
}
