//! Outcomes to the contract, resumptions from it.

use serde_json::Value;

use super::bindings::exports::bulkhead::tool::tools;
use super::content::value;
use super::wit;
use crate::component::Reply;
use crate::{Answer, InputRequest, Outcome, PersonAnswer, Question, Resumption, Root};

impl From<Reply> for tools::Outcome {
    fn from(reply: Reply) -> Self {
        match reply {
            Reply::Structured(text) => {
                Self::Complete(wit::ToolResult { content: Vec::new(), structured: Some(text) })
            }
            Reply::Outcome(Outcome::Complete(result)) => Self::Complete(result.into()),
            Reply::Outcome(Outcome::InputRequired(request)) => Self::InputRequired(request.into()),
        }
    }
}

impl From<InputRequest> for wit::InputRequest {
    fn from(request: InputRequest) -> Self {
        let questions = request
            .questions
            .into_iter()
            .map(|(key, question)| wit::KeyedQuestion { key, question: question.into() })
            .collect();
        Self { questions, state: request.state }
    }
}

impl From<Question> for wit::Question {
    fn from(question: Question) -> Self {
        match question {
            Question::Form { message, schema } => {
                Self::Form(wit::FormQuestion { message, schema: schema.to_string() })
            }
            Question::Url { message, url } => Self::Url(wit::UrlQuestion { message, url }),
            Question::Sampling(params) => Self::Sampling(params.to_string()),
            Question::Roots => Self::Roots,
        }
    }
}

impl From<wit::Resumption> for Resumption {
    fn from(resumption: wit::Resumption) -> Self {
        let answers = resumption.answers.into_iter().map(|keyed| (keyed.key, keyed.answer.into())).collect();
        Self { state: resumption.state, answers }
    }
}

impl From<wit::Answer> for Answer {
    fn from(answer: wit::Answer) -> Self {
        match answer {
            wit::Answer::Person(answer) => Self::Person(match answer.action {
                wit::PersonAction::Accept => {
                    PersonAnswer::Accepted(answer.content.map_or(Value::Null, value))
                }
                wit::PersonAction::Decline => PersonAnswer::Declined,
                wit::PersonAction::Cancel => PersonAnswer::Cancelled,
            }),
            wit::Answer::Sampling(result) => Self::Sampling(value(result)),
            wit::Answer::Roots(roots) => {
                Self::Roots(roots.into_iter().map(|root| Root { uri: root.uri, name: root.name }).collect())
            }
        }
    }
}
