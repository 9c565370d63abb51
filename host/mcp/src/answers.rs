//! A guest's questions as requests to the client, and the client's answers as the guest's.

use bulkhead_schema::{Answer, KeyedAnswer, KeyedQuestion, PersonAction, Question, Root, Schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::meta::shown;
use crate::revision::Revision;

/// A question that was asked, as far as its answer is checked against it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Asked {
    pub(crate) key: String,
    kind: Kind,
    /// The schema of a form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    schema: Option<Value>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Kind {
    Form,
    Url,
    Sampling,
    Roots,
}

impl Asked {
    pub(crate) fn of(question: &KeyedQuestion) -> Self {
        let (kind, schema) = match &question.question {
            Question::Form { schema, .. } => (Kind::Form, Some(schema.clone())),
            Question::Url { .. } => (Kind::Url, None),
            Question::Sampling(_) => (Kind::Sampling, None),
            Question::Roots => (Kind::Roots, None),
        };
        Self { key: question.key.clone(), kind, schema }
    }

    /// Reads the client's answer.
    ///
    /// # Errors
    ///
    /// Says what about it is not what was asked for.
    pub(crate) fn read(&self, answer: Value) -> Result<KeyedAnswer, String> {
        let wrong = |what: String| format!("the answer {} {what}", shown(&self.key));
        let Value::Object(fields) = answer else { return Err(wrong("must be an object".to_owned())) };
        let answer = match self.kind {
            Kind::Form => person(fields, Some(self.schema.as_ref().unwrap_or(&Value::Bool(true)))),
            Kind::Url => person(fields, None),
            Kind::Sampling => sampling(fields),
            Kind::Roots => roots(fields),
        };
        Ok(KeyedAnswer { key: self.key.clone(), answer: answer.map_err(wrong)? })
    }
}

fn person(mut fields: Map<String, Value>, form: Option<&Value>) -> Result<Answer, String> {
    let action = match fields.get("action").and_then(Value::as_str) {
        Some("accept") => PersonAction::Accept,
        Some("decline") => PersonAction::Decline,
        Some("cancel") => PersonAction::Cancel,
        _ => return Err("must have an `action`: accept, decline or cancel".to_owned()),
    };
    let content = match form {
        Some(schema) if action == PersonAction::Accept => {
            let content = fields.remove("content").unwrap_or_else(|| json!({}));
            conforms(schema, &content)?;
            Some(content)
        }
        _ => None,
    };
    Ok(Answer::Person { action, content })
}

fn conforms(schema: &Value, content: &Value) -> Result<(), String> {
    if !content.is_object() {
        return Err("must have an object as its `content`".to_owned());
    }
    let schema = Schema::compile(schema).map_err(|error| format!("cannot be checked: {error}"))?;
    schema.check(content).map_err(|violations| {
        let listed: Vec<String> =
            violations.iter().map(|violation| format!("{} {}", violation.path, violation.message)).collect();
        format!("does not fit the form: {}", listed.join("; "))
    })
}

fn sampling(fields: Map<String, Value>) -> Result<Answer, String> {
    if fields.get("role").is_some_and(Value::is_string) && fields.contains_key("content") {
        Ok(Answer::Sampling(Value::Object(fields)))
    } else {
        Err("must have a `role` and a `content`".to_owned())
    }
}

fn roots(mut fields: Map<String, Value>) -> Result<Answer, String> {
    let Some(Value::Array(roots)) = fields.remove("roots") else {
        return Err("must have an array of `roots`".to_owned());
    };
    let root = |root: Value| {
        let text = |name: &str| root.get(name).and_then(Value::as_str).map(str::to_owned);
        match text("uri") {
            Some(uri) if uri.starts_with("file:") => Ok(Root { uri, name: text("name") }),
            _ => Err("must have a `file:` URI in each root".to_owned()),
        }
    };
    roots.into_iter().map(root).collect::<Result<_, _>>().map(Answer::Roots)
}

/// The method and the params that put `question` to a client of this revision. `unique` is only used where the
/// revision wants an id for a page.
pub(crate) fn ask(question: &Question, revision: Revision, unique: &str) -> (&'static str, Value) {
    match question {
        Question::Form { message, schema } if revision.has_icons() => {
            ("elicitation/create", json!({ "mode": "form", "message": message, "requestedSchema": schema }))
        }
        Question::Form { message, schema } => {
            ("elicitation/create", json!({ "message": message, "requestedSchema": schema }))
        }
        Question::Url { message, url } if revision.is_modern() => {
            ("elicitation/create", json!({ "mode": "url", "message": message, "url": url }))
        }
        Question::Url { message, url } => (
            "elicitation/create",
            json!({ "mode": "url", "message": message, "url": url, "elicitationId": unique }),
        ),
        Question::Sampling(params) => ("sampling/createMessage", params.clone()),
        Question::Roots => ("roots/list", json!({})),
    }
}

#[cfg(test)]
mod tests;
