//! Asks first, and goes on with the answers and its own notes.
#![allow(missing_docs, reason = "a guest for tests")]

use bulkhead_sdk::{
    Answer, InputRequest, Outcome, PersonAnswer, Question, Resumption, ToolError, component,
    serde_json::json, tool,
};

/// Books a table, after it asked for how many.
#[tool]
fn ask(place: String, resumption: Option<Resumption>) -> Result<Outcome, ToolError> {
    let Some(resumption) = resumption else {
        let schema = json!({
            "type": "object", "properties": { "people": { "type": "integer" } }, "required": ["people"]
        });
        let question = Question::Form { message: "For how many?".to_owned(), schema };
        let roots = Question::Roots;
        return Ok(InputRequest::new().ask("party", question).ask("where", roots).state(place).into());
    };
    let notes = String::from_utf8(resumption.state.clone())?;
    let roots = match resumption.answer("where") {
        Some(Answer::Roots(roots)) => roots.len(),
        Some(Answer::Person(_) | Answer::Sampling(_)) | None => 0,
    };
    match resumption.person("party") {
        Some(PersonAnswer::Accepted(form)) => {
            Ok(format!("{place} ({notes}) for {}, {roots} roots", form["people"]).into())
        }
        Some(PersonAnswer::Declined | PersonAnswer::Cancelled) | None => {
            Err(ToolError::new("declined", "Nobody wants a table."))
        }
    }
}

component! { name: "ask", description: "Asks first.", tools: [ask] }
