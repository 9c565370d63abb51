//! What a guest is asked, from params to the desk and back, with the guest's own questions in between.

use std::sync::Arc;
use std::time::SystemTime;

use bulkhead_dispatch::{Caller, Door, Level, Transport};
use bulkhead_schema::{InputRequest, KeyedAnswer, KeyedQuestion, Resumption};
use http::StatusCode;
use rmcp::model::{ErrorCode, ErrorData};
use serde_json::{Map, Value, json};

use crate::abilities::Abilities;
use crate::answers::{self, Asked};
use crate::frame::Id;
use crate::link::Link;
use crate::meta;
use crate::relay::{Outlet, Relay};
use crate::revision::Revision;
use crate::seal::{Answered, Binding, Pending};
use crate::server::{Reply, Server};
use crate::wire::Asking;
use crate::wish::{Rendered, Step, Wish};

mod ask;

/// How often a request may be continued with answers. The modern revision's clients stop at this number too; a guest
/// that asks for ever must not keep a person busy for ever.
pub(crate) const ROUNDS: usize = 10;

/// What the request's envelope or its session says about the client.
#[derive(Clone)]
pub(crate) struct Context {
    pub(crate) revision: Revision,
    pub(crate) transport: Transport,
    pub(crate) abilities: Abilities,
    pub(crate) level: Option<Level>,
    /// Through which a legacy client is asked.
    pub(crate) link: Arc<Link>,
}

/// A request to a guest that is well formed.
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) id: Id,
    pub(crate) wish: Wish,
    sealed: Option<String>,
    responses: Map<String, Value>,
    progress: Option<Value>,
    trace: Option<String>,
    pub(crate) context: Context,
}

impl Call {
    /// Reads the params of a request.
    ///
    /// # Errors
    ///
    /// As [`Wish::read`].
    pub(crate) fn read(
        id: Id,
        asking: Asking,
        mut params: Map<String, Value>,
        context: Context,
    ) -> Result<Self, ErrorData> {
        let invalid = |message: &str| Err(ErrorData::invalid_params(message.to_owned(), None));
        let (progress, trace) = (meta::progress_token(&params), meta::trace(&params));
        let wish = Wish::read(asking, &mut params)?;
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
        Ok(Self { id, wish, sealed, responses, progress, trace, context })
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
    async fn modern(&self, server: &Arc<Server>, outlet: Outlet) -> Result<Reply, ErrorData> {
        let (resumption, mut answered) = self.resume(server)?;
        let first = resumption.is_none();
        let mut step = self.step(server, &outlet, resumption).await?;
        if let Ok(Step::Asks(request)) = &step
            && first
            && let Some((answers, given)) = self.given_unasked(request)
        {
            // The client knew what would be asked. It is not asked again what it has said.
            let resumption = Resumption { state: request.state.clone(), answers };
            step = self.step(server, &outlet, Some(resumption)).await?;
            answered = given;
        }
        let step = match step {
            Ok(step) => step,
            Err(mut task) => {
                task["_meta"] = json!(server.meta);
                return Ok(Reply::result(&self.id, &task));
            }
        };
        match step {
            Step::Done(rendered) => Ok(Reply::result(&self.id, &rendered.stamp(&server.meta))),
            Step::Failed(failure, _) => {
                Ok(Reply::result(&self.id, &Rendered::Tool(failure).stamp(&server.meta)))
            }
            Step::Asks(request) => self.questions(server, request, answered),
        }
    }

    /// One pass through the desk, or the task that it has become.
    async fn step(
        &self,
        server: &Arc<Server>,
        outlet: &Outlet,
        resumption: Option<Resumption>,
    ) -> Result<Result<Step, Value>, ErrorData> {
        match server.tasks.may_become_one(self) {
            true => server.tasks.first_step(server, self, outlet.clone(), resumption).await,
            false => self.once(server, outlet, resumption).await.map(Ok),
        }
    }

    /// One pass through the desk.
    pub(crate) async fn once(
        &self,
        server: &Server,
        outlet: &Outlet,
        resumption: Option<Resumption>,
    ) -> Result<Step, ErrorData> {
        let Context { revision, transport, level, .. } = self.context;
        let caller = Caller {
            principal: server.principal.clone(),
            door: Door::Mcp { protocol: revision.to_string(), transport },
            trace: self.trace.clone(),
        };
        let relay = Relay::new(outlet.clone(), revision, level, self.progress.clone());
        self.wish.put(server, &caller, revision, resumption, Arc::new(relay)).await
    }

    /// Opens what the client carried, with what it answered.
    fn resume(&self, server: &Server) -> Result<(Option<Resumption>, Answered), ErrorData> {
        let Some(sealed) = &self.sealed else { return Ok((None, Vec::new())) };
        let rejected = |_| {
            ErrorData::invalid_params(
                "`requestState` does not belong to this call, was used already, or has expired; call again without it",
                None,
            )
        };
        let (tool, arguments) = self.wish.binding();
        let binding = Binding { principal: &server.principal.id, tool, arguments: &arguments };
        let now = SystemTime::now();
        let opened = server.seal.open(sealed, binding, now).map_err(rejected)?;
        let mut answered = opened.pending.answered.clone();
        for asked in &opened.pending.asked {
            if let Some(response) = self.responses.get(&asked.key) {
                answered.retain(|(earlier, _)| earlier.key != asked.key);
                answered.push((asked.clone(), response.clone()));
            }
        }
        let answers = answered.iter().map(|(asked, response)| asked.read(response.clone()));
        let answers =
            answers.collect::<Result<_, _>>().map_err(|what| ErrorData::invalid_params(what, None))?;
        server.seal.use_up(&opened, now).map_err(rejected)?;
        Ok((Some(Resumption { state: opened.pending.state, answers }), answered))
    }

    /// The answers to all of these questions, if they came with the first request and fit.
    fn given_unasked(&self, request: &InputRequest) -> Option<(Vec<KeyedAnswer>, Answered)> {
        if request.questions.is_empty() || self.responses.is_empty() {
            return None;
        }
        let answer = |keyed| {
            let asked = Asked::of(keyed);
            let response = self.responses.get(&asked.key)?.clone();
            Some((asked.read(response.clone()).ok()?, (asked, response)))
        };
        request.questions.iter().map(answer).collect()
    }

    /// That the client lacks what these questions need, as the error that says so.
    pub(crate) fn check_abilities(&self, request: &InputRequest) -> Result<(), ErrorData> {
        let questions = request.questions.iter().map(|keyed| &keyed.question);
        match self.context.abilities.lacking(questions) {
            Some(required) => Err(missing_capability(required)),
            None => Ok(()),
        }
    }

    fn questions(
        &self,
        server: &Server,
        request: InputRequest,
        answered: Answered,
    ) -> Result<Reply, ErrorData> {
        self.check_abilities(&request)?;
        let asked = request.questions.iter().map(Asked::of).collect();
        let revision = self.context.revision;
        let inputs: Map<_, _> =
            request.questions.iter().map(|it| (it.key.clone(), input_request(it, revision))).collect();
        let pending = Pending { state: request.state, asked, answered };
        let (tool, arguments) = self.wish.binding();
        let binding = Binding { principal: &server.principal.id, tool, arguments: &arguments };
        let sealed = server
            .seal
            .close(pending, binding, SystemTime::now())
            .map_err(|_| ErrorData::internal_error("the state of the call could not be sealed", None))?;
        let mut result =
            json!({ "resultType": "input_required", "requestState": sealed, "_meta": server.meta });
        if !request.questions.is_empty() {
            result["inputRequests"] = Value::Object(inputs);
        }
        Ok(Reply::result(&self.id, &result))
    }
}

/// A question as the client gets it.
pub(crate) fn input_request(keyed: &KeyedQuestion, revision: Revision) -> Value {
    let (method, params) = answers::ask(&keyed.question, revision, &keyed.key);
    json!({ "method": method, "params": params })
}

/// -32021, with what is required.
pub(crate) fn missing_capability(required: Value) -> ErrorData {
    ErrorData::new(
        ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY,
        "this call needs a capability that the client did not declare",
        Some(json!({ "requiredCapabilities": required })),
    )
}
