//! Legacy clients are asked while their call is open, and the guest is then called again: to it, both eras look alike.

use std::time::Duration;

use bulkhead_schema::{InputRequest, KeyedAnswer, KeyedQuestion, Resumption, ToolError};
use futures::future;
use rmcp::model::ErrorData;
use serde_json::{Value, json};
use tokio::time;

use super::{Call, ROUNDS};
use crate::answers::{self, Asked};
use crate::frame;
use crate::meta::shown;
use crate::relay::Outlet;
use crate::render;
use crate::server::Server;
use crate::wish::{Rendered, Step, Wish};

impl Call {
    pub(super) async fn legacy(&self, server: &Server, outlet: Outlet) -> Result<Rendered, ErrorData> {
        let mut resumption: Option<Resumption> = None;
        for _ in 0..ROUNDS {
            let earlier = resumption.as_ref().map_or_else(Vec::new, |resumption| resumption.answers.clone());
            match self.once(server, &outlet, resumption).await? {
                Step::Done(rendered) => return Ok(rendered),
                Step::Failed(failure, _) => return Ok(Rendered::Tool(failure)),
                Step::Asks(request) => match self.answers(server, &outlet, &request, earlier).await {
                    Ok(answers) => resumption = Some(Resumption { state: request.state, answers }),
                    Err(error) => return self.unanswered(&error),
                },
            }
        }
        let message = format!("the tool asked {ROUNDS} times for input and still has no result");
        self.unanswered(&failed("too_many_questions", message))
    }

    /// A tool's model is told; whoever asked for something else gets an error.
    fn unanswered(&self, error: &ToolError) -> Result<Rendered, ErrorData> {
        match self.wish {
            Wish::Tool { .. } => Ok(Rendered::Tool(render::failure(error, self.context.revision))),
            Wish::Resources { .. } | Wish::Resource { .. } | Wish::Prompt { .. } | Wish::Completion(_) => {
                Err(ErrorData::internal_error(error.message.clone(), Some(json!(error))))
            }
        }
    }

    /// Puts all questions to the client at once, and adds its answers to the `earlier` ones.
    async fn answers(
        &self,
        server: &Server,
        outlet: &Outlet,
        request: &InputRequest,
        earlier: Vec<KeyedAnswer>,
    ) -> Result<Vec<KeyedAnswer>, ToolError> {
        let questions = request.questions.iter().map(|keyed| &keyed.question);
        if let Some(required) = self.context.abilities.lacking(questions) {
            let message =
                format!("the tool needs input that this client cannot give; it would need {required}");
            return Err(failed("input_unavailable", message));
        }
        let asked =
            request.questions.iter().map(|keyed| self.ask(outlet, keyed, server.settings.answer_within));
        let new = future::try_join_all(asked).await?;
        let mut answers = earlier;
        answers.retain(|answer| new.iter().all(|new| new.key != answer.key));
        answers.extend(new);
        Ok(answers)
    }

    async fn ask(
        &self,
        outlet: &Outlet,
        keyed: &KeyedQuestion,
        within: Duration,
    ) -> Result<KeyedAnswer, ToolError> {
        let gone = || failed("input_unavailable", "the client cannot be asked any more".to_owned());
        let mut asking = self.context.link.question().ok_or_else(gone)?;
        let unique = format!("question-{}", asking.id);
        let (method, params) = answers::ask(&keyed.question, self.context.revision, &unique);
        outlet.send(frame::request(asking.id, method, &params)).await.map_err(|_| gone())?;
        let outcome = tokio::select! {
            outcome = asking.answer() => outcome.ok_or_else(gone)?,
            () = outlet.closed() => return Err(gone()),
            () = time::sleep(within) => {
                let params = json!({ "requestId": asking.id, "reason": "no answer in time" });
                // If even this finds no room, the client will see the call's own answer.
                let _ = outlet.try_send(frame::notification("notifications/cancelled", &params));
                return Err(failed("input_timeout", format!("no answer within {} seconds", within.as_secs())));
            }
        };
        let answer = outcome.map_err(|error| refused(&error))?;
        Asked::of(keyed).read(answer).map_err(|what| failed("input_invalid", what))
    }
}

fn refused(error: &Value) -> ToolError {
    let message = error.get("message").and_then(Value::as_str).unwrap_or("no reason given");
    failed("input_refused", format!("the client refused to answer: {}", shown(message)))
}

fn failed(code: &str, message: String) -> ToolError {
    ToolError { code: code.to_owned(), message, retryable: false, detail: None }
}
