//! What a request wants of a guest: read from its params, put to the desk, and what comes back as the protocol has it.

use std::sync::Arc;

use bulkhead_dispatch::{CallError, CallRequest, Caller, Listener, PromptRequest, ResourceCursor};
use bulkhead_schema::{
    CompletionRequest, CompletionTarget, InputRequest, Outcome, PromptOutcome, ReadOutcome, Resumption,
    document::method,
};
use rmcp::model::{CallToolResult, ErrorCode, ErrorData, MetaObject};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::list;
use crate::render::{self, documents};
use crate::revision::Revision;
use crate::server::Server;
use crate::wire::Asking;

/// What is wanted.
#[derive(Clone, Debug)]
pub(crate) enum Wish {
    Tool {
        name: String,
        /// An object; absent in the request means empty.
        arguments: Arc<Value>,
    },
    Resources {
        from: Option<ResourceCursor>,
    },
    Resource {
        uri: String,
    },
    Prompt {
        name: String,
        /// An object whose values are texts.
        arguments: Value,
    },
    Completion(CompletionRequest),
}

/// What came of it.
pub(crate) enum Step {
    /// It is done.
    Done(Rendered),
    /// A tool failed: a result that the model sees.
    Failed(CallToolResult, CallError),
    /// The guest has questions.
    Asks(InputRequest),
}

/// A result as the client gets it.
#[derive(Serialize)]
#[serde(untagged)]
#[allow(clippy::large_enum_variant, reason = "written at once, and nearly always the first")]
pub(crate) enum Rendered {
    Tool(CallToolResult),
    Document(Value),
}

impl Rendered {
    /// Says who answers; only modern revisions want to know with each result.
    pub(crate) fn stamp(mut self, meta: &MetaObject) -> Self {
        match &mut self {
            Self::Tool(result) => result.meta = Some(meta.clone()),
            Self::Document(result) => result["_meta"] = json!(meta),
        }
        self
    }
}

impl Wish {
    /// Reads the params of a request.
    ///
    /// # Errors
    ///
    /// -32602 for params that no schema of MCP allows. Whether the arguments suit the tool is the desk's to say.
    pub(crate) fn read(asking: Asking, params: &mut Map<String, Value>) -> Result<Self, ErrorData> {
        let text = |params: &mut Map<String, Value>, name: &str| match params.remove(name) {
            Some(Value::String(text)) => Ok(text),
            _ => Err(invalid(format!("`{name}` must be a string"))),
        };
        match asking {
            Asking::CallTool => {
                Ok(Self::Tool { name: text(params, "name")?, arguments: Arc::new(arguments(params)?) })
            }
            Asking::ListResources => Ok(Self::Resources { from: list::resource_cursor(params)? }),
            Asking::ReadResource => Ok(Self::Resource { uri: text(params, "uri")? }),
            Asking::GetPrompt => {
                let name = text(params, "name")?;
                let arguments = arguments(params)?;
                match arguments.as_object().into_iter().flatten().find(|(_, value)| !value.is_string()) {
                    Some((name, _)) => Err(invalid(format!("the argument {name:?} must be a string"))),
                    None => Ok(Self::Prompt { name, arguments }),
                }
            }
            Asking::Complete => completion(params).map(Self::Completion),
        }
    }

    /// What a seal is bound to: a tool's name or the method, and its arguments.
    pub(crate) fn binding(&self) -> (&str, Value) {
        match self {
            Self::Tool { name, arguments } => (name, (**arguments).clone()),
            Self::Resource { uri } => (method::READ_RESOURCE, json!(uri)),
            Self::Prompt { name, arguments } => (method::GET_PROMPT, json!([name, arguments])),
            Self::Resources { .. } => (method::LIST_RESOURCES, Value::Null),
            Self::Completion(_) => (method::COMPLETE, Value::Null),
        }
    }

    /// Puts it to the desk.
    ///
    /// # Errors
    ///
    /// What the client did wrong, and for everything but tools what went wrong at all.
    pub(crate) async fn put(
        &self,
        server: &Server,
        caller: &Caller,
        revision: Revision,
        resumption: Option<Resumption>,
        listener: Arc<dyn Listener>,
    ) -> Result<Step, ErrorData> {
        let failed = |error: CallError| document_error(&error, revision);
        match self {
            Self::Tool { name, arguments } => {
                let request =
                    CallRequest { tool: name.clone(), arguments: Some(arguments.clone()), resumption };
                match server.desk.call(caller, request, listener).await.map(|answer| answer.outcome) {
                    Ok(Outcome::Complete(result)) => {
                        Ok(Step::Done(Rendered::Tool(render::result(result, revision))))
                    }
                    Ok(Outcome::InputRequired(request)) => Ok(Step::Asks(request)),
                    Err(error @ CallError::UnknownTool { .. }) => {
                        Err(ErrorData::invalid_params(error.to_string(), None))
                    }
                    Err(error) => Ok(Step::Failed(render::failure(&error.for_model(), revision), error)),
                }
            }
            Self::Resources { from } => {
                let enough = server.settings.page_size;
                let page = server.desk.resources(caller, from.clone(), enough, listener).await;
                let page = documents::resources(page, revision, server.freshness());
                Ok(Step::Done(Rendered::Document(page)))
            }
            Self::Resource { uri } => {
                match server.desk.read(caller, uri, resumption, listener).await.map_err(failed)? {
                    ReadOutcome::Complete(contents) => Ok(Step::Done(Rendered::Document(
                        documents::contents(contents, revision, server.freshness()),
                    ))),
                    ReadOutcome::InputRequired(request) => Ok(Step::Asks(request)),
                }
            }
            Self::Prompt { name, arguments } => {
                let values = arguments.as_object().into_iter().flatten();
                let values =
                    values.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())));
                let request = PromptRequest { prompt: name.clone(), arguments: values.collect(), resumption };
                match server.desk.prompt(caller, request, listener).await.map_err(failed)? {
                    PromptOutcome::Complete(result) => {
                        Ok(Step::Done(Rendered::Document(documents::filled_in(result, revision))))
                    }
                    PromptOutcome::InputRequired(request) => Ok(Step::Asks(request)),
                }
            }
            Self::Completion(request) => {
                let given = server.desk.complete(caller, request.clone(), listener).await.map_err(failed)?;
                Ok(Step::Done(Rendered::Document(documents::suggestions(given, revision))))
            }
        }
    }
}

fn arguments(params: &mut Map<String, Value>) -> Result<Value, ErrorData> {
    match params.remove("arguments") {
        None | Some(Value::Null) => Ok(json!({})),
        Some(arguments @ Value::Object(_)) => Ok(arguments),
        Some(_) => Err(invalid("`arguments` must be an object")),
    }
}

fn completion(params: &Map<String, Value>) -> Result<CompletionRequest, ErrorData> {
    let text = |value: Option<&Value>, what: &str| {
        let text = value.and_then(Value::as_str).map(str::to_owned);
        text.ok_or_else(|| invalid(format!("`{what}` must be a string")))
    };
    let target = params.get("ref").unwrap_or(&Value::Null);
    let target = match target.get("type").and_then(Value::as_str) {
        Some("ref/prompt") => CompletionTarget::Prompt(text(target.get("name"), "ref.name")?),
        Some("ref/resource") => CompletionTarget::Template(text(target.get("uri"), "ref.uri")?),
        _ => return Err(invalid("`ref` must have the type `ref/prompt` or `ref/resource`")),
    };
    let argument = params.get("argument").unwrap_or(&Value::Null);
    let known = match params.get("context").and_then(|context| context.get("arguments")) {
        Some(Value::Object(known)) => known
            .iter()
            .map(|(name, value)| Ok((name.clone(), text(Some(value), "context.arguments")?)))
            .collect::<Result<_, ErrorData>>()?,
        None | Some(Value::Null) => Vec::new(),
        Some(_) => return Err(invalid("`context.arguments` must be an object")),
    };
    Ok(CompletionRequest {
        target,
        argument: text(argument.get("name"), "argument.name")?,
        typed: text(argument.get("value"), "argument.value")?,
        known,
    })
}

fn invalid(message: impl Into<String>) -> ErrorData {
    ErrorData::invalid_params(message.into(), None)
}

/// What went wrong with something that is no tool. There is no result for a model to see: it is an error of the request.
fn document_error(error: &CallError, revision: Revision) -> ErrorData {
    match error {
        CallError::UnknownResource { uri } => {
            let code = match revision.is_modern() {
                true => ErrorCode::INVALID_PARAMS,
                false => ErrorCode::RESOURCE_NOT_FOUND,
            };
            ErrorData::new(code, error.to_string(), Some(json!({ "uri": uri })))
        }
        CallError::UnknownPrompt { .. } | CallError::BadPromptArguments { .. } => {
            ErrorData::invalid_params(error.to_string(), None)
        }
        // The guest's own word that the request made no sense to it.
        CallError::ToolFailed(failed) if failed.code == "bad_arguments" || failed.code == "not_found" => {
            ErrorData::invalid_params(failed.message.clone(), Some(json!(failed)))
        }
        _ => {
            let failed = error.for_model();
            ErrorData::internal_error(failed.message.clone(), Some(json!(failed)))
        }
    }
}
