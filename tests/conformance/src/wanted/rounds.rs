//! Questions as results, round for round.

use bulkhead_sdk::{
    Answer, InputRequest, Outcome, PersonAnswer, Question, Resumption, ToolError, serde_json::json, tool,
};

use super::{form, sample, sampled};

/// A form with one field for a text.
pub fn text_form(message: &str, field: &str) -> Question {
    form(message, &json!({ field: { "type": "string" } }), &[field])
}

/// A text that the person entered: the field of the form under this key.
pub fn entered(resumption: &Resumption, key: &str, field: &str) -> Option<String> {
    match resumption.person(key)? {
        PersonAnswer::Accepted(form) => form[field].as_str().map(str::to_owned),
        PersonAnswer::Declined | PersonAnswer::Cancelled => None,
    }
}

/// The client's directories under this key.
fn roots(resumption: &Resumption, key: &str) -> Option<String> {
    match resumption.answer(key)? {
        Answer::Roots(roots) => {
            Some(roots.iter().map(|root| root.uri.as_str()).collect::<Vec<_>>().join(", "))
        }
        Answer::Person(_) | Answer::Sampling(_) => None,
    }
}

/// Greets the person, whose name it asks for.
#[tool(read_only)]
pub fn test_input_required_result_elicitation(resumption: Option<Resumption>) -> Outcome {
    match resumption.and_then(|resumption| entered(&resumption, "user_name", "name")) {
        Some(name) => format!("Hello, {name}!").into(),
        None => InputRequest::new().ask("user_name", text_form("What is your name?", "name")).into(),
    }
}

/// Asks the client's model a question.
#[tool(read_only)]
pub fn test_input_required_result_sampling(resumption: Option<Resumption>) -> Outcome {
    match resumption.and_then(|resumption| sampled(&resumption, "capital_question")) {
        Some(answer) => answer.into(),
        None => {
            let question = sample("What is the capital of France?", 100);
            InputRequest::new().ask("capital_question", question).into()
        }
    }
}

/// Asks the client where it works.
#[tool(read_only)]
pub fn test_input_required_result_list_roots(resumption: Option<Resumption>) -> Outcome {
    match resumption.and_then(|resumption| roots(&resumption, "client_roots")) {
        Some(roots) => format!("The client works in: {roots}").into(),
        None => InputRequest::new().ask("client_roots", Question::Roots).into(),
    }
}

/// What [`test_input_required_result_request_state`] notes at its first call.
const NOTES: &[u8] = b"asked for a confirmation";

/// Asks, and looks at its own notes when it goes on.
#[tool(read_only)]
pub fn test_input_required_result_request_state(
    resumption: Option<Resumption>,
) -> Result<Outcome, ToolError> {
    match resumption {
        Some(resumption) if resumption.state == NOTES => Ok("state-ok".into()),
        Some(_) => Err(ToolError::new("other_notes", "These are not the notes of this call.")),
        None => Ok(InputRequest::new().ask("confirm", confirmation()).state(NOTES).into()),
    }
}

fn confirmation() -> Question {
    form("Please confirm", &json!({ "ok": { "type": "boolean" } }), &["ok"])
}

/// Asks the person, the client's model and the client at once.
#[tool(read_only)]
pub fn test_input_required_result_multiple_inputs(resumption: Option<Resumption>) -> Outcome {
    let answers = resumption.and_then(|resumption| {
        let name = entered(&resumption, "user_name", "name")?;
        Some((name, sampled(&resumption, "greeting")?, roots(&resumption, "client_roots")?))
    });
    match answers {
        Some((name, greeting, roots)) => format!("{greeting} {name} works in {roots}.").into(),
        None => InputRequest::new()
            .ask("user_name", text_form("What is your name?", "name"))
            .ask("greeting", sample("Generate a greeting", 50))
            .ask("client_roots", Question::Roots)
            .into(),
    }
}

/// Asks twice: the second question comes with the first answer.
#[tool(read_only)]
pub fn test_input_required_result_multi_round(resumption: Option<Resumption>) -> Outcome {
    let resumption = resumption.unwrap_or_default();
    let Some(name) = entered(&resumption, "step1", "name") else {
        return InputRequest::new().ask("step1", text_form("Step 1: What is your name?", "name")).into();
    };
    match entered(&resumption, "step2", "color") {
        Some(color) => format!("{name} likes {color}.").into(),
        None => {
            let question = text_form("Step 2: What is your favorite color?", "color");
            InputRequest::new().ask("step2", question).state(name).into()
        }
    }
}

/// Asks, with notes that nobody else may write.
#[tool(read_only)]
pub fn test_input_required_result_tampered_state(resumption: Option<Resumption>) -> Outcome {
    match resumption {
        Some(_) => "confirmed".into(),
        None => InputRequest::new().ask("confirm", confirmation()).state("as it was").into(),
    }
}

/// Asks the client's model, and nobody else. Which questions a client can be asked is the host's to know: it refuses the
/// others before they are sent.
#[tool(read_only)]
pub fn test_input_required_result_capabilities(resumption: Option<Resumption>) -> Outcome {
    match resumption.and_then(|resumption| sampled(&resumption, "greeting")) {
        Some(greeting) => greeting.into(),
        None => InputRequest::new().ask("greeting", sample("Generate a greeting", 50)).into(),
    }
}
