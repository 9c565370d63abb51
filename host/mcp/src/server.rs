//! The methods: a request in, an answer or a call to be made out. The same for both transports.

use std::sync::Arc;

use bulkhead_dispatch::{Principal, Transport};
use bulkhead_schema::ToolDefinition;
use http::{HeaderMap, StatusCode};
use rmcp::model::{
    CacheScope, DiscoverResult, ErrorData, Implementation, InitializeResult, JsonObject, MetaObject,
    PromptsCapability, ProtocolVersion, ResourcesCapability, ServerCapabilities, ToolsCapability,
};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::abilities::Abilities;
use crate::call::{Call, Context};
use crate::desk::Desk;
use crate::error::Error;
use crate::frame::{self, Id, Request};
use crate::listen::{Listening, SUBSCRIPTIONS};
use crate::meta;
use crate::revision::Revision;
use crate::seal::Seal;
use crate::session::Session;
use crate::settings::Settings;
use crate::tasks::Tasks;
use crate::wire::{self, Asking, Method, headers};

/// The key of a tool's `_meta` by which its author says that it is always a task.
const TASK: &str = "bulkhead/task";

/// The protocol in front of one desk, for one principal.
pub(crate) struct Server {
    pub(crate) desk: Arc<dyn Desk>,
    pub(crate) principal: Principal,
    pub(crate) settings: Settings,
    pub(crate) seal: Seal,
    pub(crate) tasks: Tasks,
    info: Implementation,
    /// Goes onto every result of a modern revision.
    pub(crate) meta: MetaObject,
}

/// A finished answer.
#[derive(Debug)]
pub(crate) struct Reply {
    /// For HTTP; stdio has no statuses.
    pub(crate) status: StatusCode,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn result(id: &Id, result: &impl Serialize) -> Self {
        Self { status: StatusCode::OK, body: frame::result(id, result) }
    }

    pub(crate) fn error(status: StatusCode, id: &Id, error: &ErrorData) -> Self {
        Self { status, body: frame::error(Some(id), error) }
    }
}

/// What a request comes to.
pub(crate) enum Job {
    /// An answer already.
    Done(Reply),
    /// A call, to be made.
    Call(Box<Call>),
    /// A client that wants to hear of changes.
    Listen(Listening),
}

/// What a legacy request comes to: none of them listens.
pub(crate) enum LegacyJob {
    /// An answer already.
    Done(Reply),
    /// A call, to be made.
    Call(Box<Call>),
}

impl From<LegacyJob> for Job {
    fn from(job: LegacyJob) -> Self {
        match job {
            LegacyJob::Done(reply) => Self::Done(reply),
            LegacyJob::Call(call) => Self::Call(call),
        }
    }
}

impl Server {
    pub(crate) fn new(desk: Arc<dyn Desk>, principal: Principal, settings: Settings) -> Result<Self, Error> {
        let info = Implementation::new(settings.server_name.clone(), settings.server_version.clone());
        let stamp = json!({ "name": settings.server_name, "version": settings.server_version });
        let meta = MetaObject(JsonObject::from_iter([(meta::SERVER_INFO.to_owned(), stamp)]));
        let seal = Seal::new(settings.answer_within)?;
        Ok(Self { desk, principal, settings, seal, tasks: Tasks::default(), info, meta })
    }

    /// Takes a request of 2026-07-28.
    pub(crate) fn modern(&self, request: Request, headers: Option<&HeaderMap>, transport: Transport) -> Job {
        let request = match wire::check(request, headers) {
            Ok(request) => request,
            Err(refused) => {
                return Job::Done(Reply { status: refused.status, body: refused.refusal.to_bytes() });
            }
        };
        let wire::Modern { id, method, params, revision, abilities, level } = request;
        match method {
            Method::Discover => Job::Done(Reply::result(&id, &self.discover())),
            Method::ListTools => Job::Done(answered(&id, self.list_tools(&params, revision))),
            Method::ListPrompts => Job::Done(answered(&id, self.list_prompts(&params, revision))),
            Method::ListTemplates => Job::Done(answered(&id, self.list_templates(&params, revision))),
            Method::Listen => match Listening::read(id.clone(), &params) {
                Ok(listening) => Job::Listen(listening),
                Err(error) => Job::Done(Reply::error(StatusCode::OK, &id, &error)),
            },
            Method::Task(_) if !abilities.tasks => {
                Job::Done(Reply::error(StatusCode::BAD_REQUEST, &id, &Self::tasks_required()))
            }
            Method::Task(method) => Job::Done(answered(&id, self.task(method, &params))),
            Method::Ask(asking) => {
                if asking == Asking::CallTool
                    && let Some(error) = self.unfit(&params, headers, abilities)
                {
                    return Job::Done(Reply::error(StatusCode::BAD_REQUEST, &id, &error));
                }
                let context = Context { revision, transport, abilities, level, link: Arc::default() };
                call(id, asking, params, context).into()
            }
        }
    }

    /// Takes a request of a legacy revision, other than `initialize`.
    pub(crate) fn legacy(&self, request: Request, session: &Session, transport: Transport) -> LegacyJob {
        let Request { id, method, params } = request;
        if let Some(asking) = Asking::parse(&method) {
            let context = Context {
                revision: session.revision,
                transport,
                abilities: session.abilities,
                level: Some(session.level()),
                link: session.link.clone(),
            };
            return call(id, asking, params, context);
        }
        let revision = session.revision;
        match method.as_str() {
            "ping" => LegacyJob::Done(Reply::result(&id, &json!({}))),
            "tools/list" => LegacyJob::Done(answered(&id, self.list_tools(&params, revision))),
            "prompts/list" => LegacyJob::Done(answered(&id, self.list_prompts(&params, revision))),
            "resources/templates/list" => {
                LegacyJob::Done(answered(&id, self.list_templates(&params, revision)))
            }
            "resources/subscribe" => LegacyJob::Done(answered(&id, subscribe(session, &params, true))),
            "resources/unsubscribe" => LegacyJob::Done(answered(&id, subscribe(session, &params, false))),
            "logging/setLevel" => LegacyJob::Done(answered(&id, set_level(session, &params))),
            _ => LegacyJob::Done(Reply::error(StatusCode::OK, &id, &wire::unknown_method(&method))),
        }
    }

    /// Takes a legacy handshake: the answer, and what was settled if it succeeded.
    pub(crate) fn initialize(&self, request: &Request) -> (Reply, Option<(Revision, Abilities)>) {
        match handshake(&request.params) {
            Ok((revision, abilities)) => {
                let mut result = InitializeResult::new(capabilities(revision))
                    .with_server_info(self.info.clone())
                    .with_protocol_version(protocol_version(revision));
                result.instructions = self.settings.instructions.clone();
                (Reply::result(&request.id, &result), Some((revision, abilities)))
            }
            Err(error) => (Reply::error(StatusCode::OK, &request.id, &error), None),
        }
    }

    fn discover(&self) -> DiscoverResult {
        let capabilities = capabilities(Revision::V2026_07_28);
        let mut result = DiscoverResult::new(Revision::ALL.map(protocol_version).to_vec(), capabilities)
            .with_ttl_ms(self.freshness())
            .with_cache_scope(CacheScope::Private);
        result.instructions = self.settings.instructions.clone();
        result.meta = Some(self.meta.clone());
        result
    }

    /// In milliseconds.
    pub(crate) fn freshness(&self) -> u64 {
        u64::try_from(self.settings.freshness.as_millis()).unwrap_or(u64::MAX)
    }

    /// What is wrong with a call that only its tool's definition shows: `Mcp-Param-*` headers that contradict the arguments,
    /// or a client without the extension that the tool needs.
    fn unfit(
        &self,
        params: &Map<String, Value>,
        headers: Option<&HeaderMap>,
        abilities: Abilities,
    ) -> Option<ErrorData> {
        let name = params.get("name")?.as_str()?;
        let arguments = params.get("arguments").unwrap_or(&Value::Null);
        let mut error = None;
        self.desk.one_tool(&self.principal, name, &mut |tool| {
            let agrees = |headers| headers::params_agree(headers, &tool.input_schema, arguments).err();
            error = headers.and_then(agrees);
            if error.is_none() && is_always_a_task(tool) && !abilities.tasks {
                error = Some(Self::tasks_required());
            }
        });
        error
    }
}

/// Whether the author says that the tool takes so long that only a client with the extension for tasks can use it. Older
/// revisions have no such extension, and wait.
fn is_always_a_task(tool: &ToolDefinition) -> bool {
    let said = tool.meta.as_ref().and_then(|meta| meta.get(TASK));
    said.and_then(Value::as_str) == Some("required")
}

fn subscribe(session: &Session, params: &Map<String, Value>, wanted: bool) -> Result<Value, ErrorData> {
    let uri = params.get("uri").and_then(Value::as_str);
    let uri = uri.ok_or_else(|| ErrorData::invalid_params("`uri` must be a string", None))?;
    if !wanted {
        session.unsubscribe(uri);
    } else if !session.subscribe(uri.to_owned()) {
        let message = format!("a client can subscribe to {SUBSCRIPTIONS} resources; unsubscribe from some");
        return Err(ErrorData::invalid_params(message, None));
    }
    Ok(json!({}))
}

fn call(id: Id, asking: Asking, params: Map<String, Value>, context: Context) -> LegacyJob {
    match Call::read(id.clone(), asking, params, context) {
        Ok(call) => LegacyJob::Call(Box::new(call)),
        Err(error) => LegacyJob::Done(Reply::error(StatusCode::OK, &id, &error)),
    }
}

fn answered(id: &Id, outcome: Result<impl Serialize, ErrorData>) -> Reply {
    match outcome {
        Ok(result) => Reply::result(id, &result),
        Err(error) => Reply::error(StatusCode::OK, id, &error),
    }
}

fn handshake(params: &Map<String, Value>) -> Result<(Revision, Abilities), ErrorData> {
    let invalid = |message: &str| ErrorData::invalid_params(message.to_owned(), None);
    let requested = params
        .get("protocolVersion")
        .and_then(Value::as_str)
        .ok_or_else(|| invalid("`initialize` must have the string `protocolVersion`"))?;
    let abilities = match params.get("capabilities") {
        None | Some(Value::Null) => Abilities::default(),
        Some(capabilities) => Abilities::read(capabilities).map_err(invalid)?,
    };
    Ok((Revision::negotiate(requested), abilities))
}

fn set_level(session: &Session, params: &Map<String, Value>) -> Result<Value, ErrorData> {
    let level = params.get("level").and_then(Value::as_str).and_then(meta::level);
    session.set_level(level.ok_or_else(|| {
        ErrorData::invalid_params(
            "`level` must be one of debug, info, notice, warning, error, critical, alert, emergency",
            None,
        )
    })?);
    Ok(json!({}))
}

/// The same whatever is in the directory now: it may be something else a moment later.
fn capabilities(revision: Revision) -> ServerCapabilities {
    let mut capabilities = ServerCapabilities::default();
    let mut tools = ToolsCapability::default();
    tools.list_changed = Some(true);
    capabilities.tools = Some(tools);
    let mut prompts = PromptsCapability::default();
    prompts.list_changed = Some(true);
    capabilities.prompts = Some(prompts);
    let mut resources = ResourcesCapability::default();
    (resources.list_changed, resources.subscribe) = (Some(true), Some(true));
    capabilities.resources = Some(resources);
    // 2024-11-05 has completion without a capability for it.
    capabilities.completions = revision.has_hints_and_audio().then(Default::default);
    if revision.is_modern() {
        capabilities.extensions = Some([(meta::TASKS.to_owned(), Default::default())].into_iter().collect());
    }
    #[allow(
        deprecated,
        reason = "deprecated or not, clients that ask for log lines look here whether there are any"
    )]
    {
        capabilities.logging = Some(Default::default());
    }
    capabilities
}

fn protocol_version(revision: Revision) -> ProtocolVersion {
    match revision {
        Revision::V2024_11_05 => ProtocolVersion::V_2024_11_05,
        Revision::V2025_03_26 => ProtocolVersion::V_2025_03_26,
        Revision::V2025_06_18 => ProtocolVersion::V_2025_06_18,
        Revision::V2025_11_25 => ProtocolVersion::V_2025_11_25,
        Revision::V2026_07_28 => ProtocolVersion::V_2026_07_28,
    }
}
