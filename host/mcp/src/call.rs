//! `tools/call`: from params to the desk and back, with a guest's questions in between.

use std::sync::Arc;
use std::time::SystemTime;

use bulkhead_dispatch::{CallError, CallRequest, Caller, Door, Level, Transport};
use bulkhead_schema::{InputRequest, Outcome, Resumption};
use http::StatusCode;
use rmcp::model::{CallToolResult, ErrorCode, ErrorData};
use serde_json::{Map, Value, json};

use crate::abilities::Abilities;
use crate::answers::{self, Asked};
use crate::frame::Id;
use crate::link::Link;
use crate::meta;
use crate::relay::{Outlet, Relay};
use crate::render;
use crate::revision::Revision;
use crate::seal::{Answered, Binding, Pending};
use crate::server::{Reply, Server};

mod ask;

/// How often a legacy call may be continued with answers. The modern revision's clients stop at this number too; a
/// guest that asks for ever must not keep a person busy for ever.
const ROUNDS: usize = 10;

/// What the request's envelope or its session says about the client.
pub(crate) struct Context {
    pub(crate) revision: Revision,
    pub(crate) transport: Transport,
    pub(crate) abilities: Abilities,
    pub(crate) level: Option<Level>,
    /// Through which a legacy client is asked.
    pub(crate) link: Arc<Link>,
}

/// A call that is well formed.
pub(crate) struct Call {
    pub(crate) id: Id,
    tool: String,
    /// An object; absent in the request means empty.
    arguments: Value,
    sealed: Option<String>,
    responses: Map<String, Value>,
    progress: Option<Value>,
    trace: Option<String>,
    context: Context,
}

impl Call {
    /// Reads the params of `tools/call`.
    ///
    /// # Errors
    ///
    /// -32602 for params that no schema of MCP allows. Whether the arguments suit the tool is the desk's to say.
    pub(crate) fn read(id: Id, mut params: Map<String, Value>, context: Context) -> Result<Self, ErrorData> {
        let invalid = |message: &str| Err(ErrorData::invalid_params(message.to_owned(), None));
        let (progress, trace) = (meta::progress_token(&params), meta::trace(&params));
        let Some(Value::String(tool)) = params.remove("name") else {
            return invalid("`name` must be a string");
        };
        let arguments = match params.remove("arguments") {
            None | Some(Value::Null) => json!({}),
            Some(arguments @ Value::Object(_)) => arguments,
            Some(_) => return invalid("`arguments` must be an object"),
        };
        let (mut sealed, mut responses) = (None, Map::new());
        if context.revision.is_modern() {
            sealed = match params.remove("requestState") {
                None | Some(Value::Null) => None,
                Some(Value::String(sealed)) => Some(sealed),
                Some(_) => return invalid("`requestState` must be a string"),
            };
            responses = match params.remove("inputResponses") {
                None | Some(Value::Null) => Map::new(),
                Some(Value::Object(responses)) => responses,
                Some(_) => return invalid("`inputResponses` must be an object"),
            };
        }
        Ok(Self { id, tool, arguments, sealed, responses, progress, trace, context })
    }

    /// Makes the call. Dropping the future cancels it.
    pub(crate) async fn run(self: Box<Self>, server: Arc<Server>, outlet: Outlet) -> Reply {
        let outcome = if self.context.revision.is_modern() {
            self.modern(&server, outlet).await
        } else {
            self.legacy(&server, outlet).await.map(|result| Reply::result(&self.id, &result))
        };
        outcome.unwrap_or_else(|error| {
            let missing = error.code == ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY;
            let status = if missing { StatusCode::BAD_REQUEST } else { StatusCode::OK };
            Reply::error(status, &self.id, &error)
        })
    }

    /// A guest's questions are the answer, and the client calls again with theirs.
    async fn modern(&self, server: &Server, outlet: Outlet) -> Result<Reply, ErrorData> {
        let (resumption, answered) = self.resume(server)?;
        match self.once(server, &outlet, resumption).await? {
            Ok(Outcome::Complete(result)) => {
                let mut result = render::result(result, self.context.revision);
                result.meta = Some(server.meta.clone());
                Ok(Reply::result(&self.id, &result))
            }
            Ok(Outcome::InputRequired(request)) => self.questions(server, request, answered),
            Err(mut failure) => {
                failure.meta = Some(server.meta.clone());
                Ok(Reply::result(&self.id, &failure))
            }
        }
    }

    /// One pass through the desk. The outer error is for the client, the inner one for the model.
    async fn once(
        &self,
        server: &Server,
        outlet: &Outlet,
        resumption: Option<Resumption>,
    ) -> Result<Result<Outcome, CallToolResult>, ErrorData> {
        let Context { revision, transport, level, .. } = self.context;
        let caller = Caller {
            principal: server.principal.clone(),
            door: Door::Mcp { protocol: revision.to_string(), transport },
            trace: self.trace.clone(),
        };
        let request =
            CallRequest { tool: self.tool.clone(), arguments: Some(self.arguments.clone()), resumption };
        let relay = Relay::new(outlet.clone(), revision, level, self.progress.clone());
        match server.desk.call(&caller, request, Arc::new(relay)).await {
            Ok(answer) => Ok(Ok(answer.outcome)),
            Err(error @ CallError::UnknownTool { .. }) => {
                Err(ErrorData::invalid_params(error.to_string(), None))
            }
            Err(error) => Ok(Err(render::failure(&error.for_model(), revision))),
        }
    }

    /// Opens what the client carried, with what it answered.
    fn resume(&self, server: &Server) -> Result<(Option<Resumption>, Answered), ErrorData> {
        let Some(sealed) = &self.sealed else { return Ok((None, Vec::new())) };
        let pending = server.seal.open(sealed, self.binding(server), SystemTime::now()).map_err(|_| {
            ErrorData::invalid_params(
                "`requestState` does not belong to this call, or has expired; call again without it",
                None,
            )
        })?;
        let mut answered = pending.answered;
        for asked in pending.asked {
            if let Some(response) = self.responses.get(&asked.key) {
                answered.retain(|(earlier, _)| earlier.key != asked.key);
                answered.push((asked, response.clone()));
            }
        }
        let answers = answered.iter().map(|(asked, response)| asked.read(response.clone()));
        let answers =
            answers.collect::<Result<_, _>>().map_err(|what| ErrorData::invalid_params(what, None))?;
        Ok((Some(Resumption { state: pending.state, answers }), answered))
    }

    fn questions(
        &self,
        server: &Server,
        request: InputRequest,
        answered: Answered,
    ) -> Result<Reply, ErrorData> {
        let revision = self.context.revision;
        let questions = request.questions.iter().map(|keyed| &keyed.question);
        if let Some(required) = self.context.abilities.lacking(questions) {
            return Err(ErrorData::new(
                ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY,
                "this call needs a capability that the client did not declare",
                Some(json!({ "requiredCapabilities": required })),
            ));
        }
        let asked = request.questions.iter().map(Asked::of).collect();
        let pending = Pending { state: request.state, asked, answered };
        let sealed = server
            .seal
            .close(pending, self.binding(server), SystemTime::now())
            .map_err(|_| ErrorData::internal_error("the state of the call could not be sealed", None))?;
        let mut result =
            json!({ "resultType": "input_required", "requestState": sealed, "_meta": server.meta });
        let requests = request.questions.iter().map(|keyed| {
            let (method, params) = answers::ask(&keyed.question, revision, &keyed.key);
            (keyed.key.clone(), json!({ "method": method, "params": params }))
        });
        if !request.questions.is_empty() {
            result["inputRequests"] = requests.collect();
        }
        Ok(Reply::result(&self.id, &result))
    }

    fn binding<'a>(&'a self, server: &'a Server) -> Binding<'a> {
        Binding { principal: &server.principal.id, tool: &self.tool, arguments: &self.arguments }
    }
}
