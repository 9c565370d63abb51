//! One call of one component, from its permit to its report.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use bulkhead_policy::Permit;
use bulkhead_schema::document::method;
use bulkhead_schema::{
    Catalog, CompletionRequest, PromptOutcome, ReadOutcome, ResourcePage, Resumption, Suggestions,
};
use tokio::sync::Semaphore;
use tokio::time::timeout_at;
use wasmtime::component::{ComponentNamedList, Lift, Linker, Lower};

use crate::bindings::{prompts, tools};
use crate::call::PromptCall;
use crate::egress::Network;
use crate::exports::{Answer, Function};
use crate::files::Accounts;
use crate::frame::Frame;
use crate::lane::SlowLane;
use crate::state::State;
use crate::{Call, Error, Failure, HostSide, Loaded, Quiet, Report, Resolve, Secrets, Usage};
use crate::{cache, convert, engine, load};

/// How a sandbox is set up.
pub struct Settings {
    /// Where compiled code is kept; `None` compiles anew every time. Only this user may be able to write there.
    pub cache: Option<PathBuf>,
    /// How many calls may run at once, at most 1024; more wait for a place until their deadline.
    pub concurrency: u32,
    /// Bytes of stack for WebAssembly.
    pub stack: u64,
    /// How names become addresses.
    pub resolver: Arc<dyn Resolve>,
    /// Where the values of secrets come from.
    pub secrets: Arc<dyn Secrets>,
    /// The host's variables that a grant may pass on by name.
    pub environment: BTreeMap<String, String>,
    /// What a granted directory's relative path starts from: the folder of the policy file.
    pub base: PathBuf,
}

/// Runs guests. One for each process: it holds the pool that all calls take their memory from.
pub struct Sandbox {
    pub(crate) linker: Arc<Linker<State>>,
    /// One component is compiled at a time.
    pub(crate) compiling: Arc<Semaphore>,
    /// As many calls run at a time as the pool has room for.
    pub(crate) places: Arc<Semaphore>,
    pub(crate) lane: SlowLane,
    pub(crate) network: Arc<Network>,
    /// What is in directories with a quota, for all calls together.
    pub(crate) accounts: Accounts,
    pub(crate) environment: Arc<BTreeMap<String, String>>,
    pub(crate) base: PathBuf,
}

impl Sandbox {
    /// Sets up the engine, the pool and the linker.
    ///
    /// # Errors
    ///
    /// When others can write to the cache, and when the machine does not give what the engine needs.
    pub fn new(settings: Settings) -> Result<Self, Error> {
        let cache = settings.cache.as_deref().map(cache::open).transpose()?;
        let calls = settings.concurrency.clamp(1, engine::MOST_CALLS);
        let engine = engine::start(calls, settings.stack, cache)?;
        Ok(Self {
            linker: Arc::new(load::linker(&engine)?),
            compiling: Arc::new(Semaphore::new(1)),
            places: Arc::new(Semaphore::new(calls as usize)),
            lane: SlowLane::default(),
            network: Arc::new(Network::new(settings.resolver, settings.secrets)?),
            accounts: Accounts::default(),
            environment: Arc::new(settings.environment),
            base: settings.base,
        })
    }

    /// Runs one call, and consumes the leave to. Dropping the future ends the guest, within a tick of the epoch at most.
    pub async fn run(&self, permit: Permit, loaded: &Loaded, call: Call, side: Arc<dyn HostSide>) -> Report {
        let call = tools::ToolCall {
            name: call.tool,
            arguments: call.arguments,
            resumption: call.resumption.map(convert::resumption_to_guest),
        };
        let shape = Shape { name: call.name.clone(), size: convert::outcome_size, read: convert::outcome };
        self.go(permit, loaded, side, shape, Function::CallTool, (call,)).await
    }

    /// One page of the component's resources; `cursor` is the `next` of the page before. As [`Sandbox::run`].
    pub async fn list_resources(
        &self,
        permit: Permit,
        loaded: &Loaded,
        cursor: Option<String>,
        side: Arc<dyn HostSide>,
    ) -> Report<ResourcePage> {
        let shape = Shape::of(method::LIST_RESOURCES, convert::page_size, convert::page);
        self.go(permit, loaded, side, shape, Function::ListResources, (cursor,)).await
    }

    /// Reads one resource. As [`Sandbox::run`].
    pub async fn read_resource(
        &self,
        permit: Permit,
        loaded: &Loaded,
        uri: String,
        resumption: Option<Resumption>,
        side: Arc<dyn HostSide>,
    ) -> Report<ReadOutcome> {
        let shape = Shape::of(method::READ_RESOURCE, convert::read_size, convert::read);
        let params = (uri, resumption.map(convert::resumption_to_guest));
        self.go(permit, loaded, side, shape, Function::ReadResource, params).await
    }

    /// Fills in one prompt. As [`Sandbox::run`].
    pub async fn get_prompt(
        &self,
        permit: Permit,
        loaded: &Loaded,
        prompt: PromptCall,
        side: Arc<dyn HostSide>,
    ) -> Report<PromptOutcome> {
        let shape = Shape::of(method::GET_PROMPT, convert::prompt_size, convert::prompt);
        let PromptCall { name, arguments, resumption } = prompt;
        let arguments: Vec<_> =
            arguments.into_iter().map(|(name, value)| prompts::PromptValue { name, value }).collect();
        let params = (name, arguments, resumption.map(convert::resumption_to_guest));
        self.go(permit, loaded, side, shape, Function::GetPrompt, params).await
    }

    /// What could stand where a person is writing. As [`Sandbox::run`].
    pub async fn complete(
        &self,
        permit: Permit,
        loaded: &Loaded,
        request: CompletionRequest,
        side: Arc<dyn HostSide>,
    ) -> Report<Suggestions> {
        let shape = Shape::of(method::COMPLETE, convert::suggestions_size, convert::suggestions);
        let params = (convert::completion_to_guest(request),);
        self.go(permit, loaded, side, shape, Function::Complete, params).await
    }

    /// The run itself, whatever is run.
    async fn go<P, R, T>(
        &self,
        permit: Permit,
        loaded: &Loaded,
        side: Arc<dyn HostSide>,
        shape: Shape<R, T>,
        function: Function,
        params: P,
    ) -> Report<T>
    where
        P: ComponentNamedList + Lower + Send + Sync + 'static,
        R: Send + Sync + 'static,
        Answer<R>: Lift,
        (Answer<R>,): ComponentNamedList + Lift,
    {
        let (started, limit) = (Instant::now(), permit.limits().output);
        let ran = match self.open(Arc::new(permit), loaded, side, Some(&shape.name), started).await {
            Ok(frame) => self.carry_out::<P, Answer<R>>(frame, loaded, function, params).await,
            Err(failure) => (Err(failure), Usage::default()),
        };
        let (answer, mut usage) = ran;
        let outcome = answer.and_then(|answer| shape.finished(answer, limit, &mut usage));
        usage.duration = started.elapsed();
        Report { outcome, usage }
    }

    /// Calls a function in a frame, and closes it.
    pub(crate) async fn carry_out<P, R>(
        &self,
        mut frame: Frame,
        loaded: &Loaded,
        function: Function,
        params: P,
    ) -> (Result<R, Failure>, Usage)
    where
        P: ComponentNamedList + Lower + Send + Sync + 'static,
        R: Lift + Send + Sync + 'static,
        (R,): ComponentNamedList + Lift,
    {
        let (long, guest) = (Arc::clone(&frame.long), loaded.clone());
        let going = Box::pin(async move {
            let call = guest.call::<P, R>(&mut frame.store, function, params);
            let answer = timeout_at(frame.ends, call).await;
            (frame, answer)
        });
        match self.lane.finish(going, &long).await {
            Ok((frame, answer)) => frame.close(answer),
            Err(detail) => (Err(Failure::Internal { detail }), Usage::default()),
        }
    }

    /// Asks a component what it is and what it offers, each question in a store of its own.
    ///
    /// # Errors
    ///
    /// As for [`Sandbox::run`].
    pub async fn describe(&self, permit: Permit, loaded: &Loaded) -> Result<Catalog, Failure> {
        let permit = Arc::new(permit);
        let info = self.ask(&permit, loaded, Function::Describe).await?;
        let mut catalog = Catalog {
            info: convert::info(info),
            tools: Vec::new(),
            templates: Vec::new(),
            prompts: Vec::new(),
        };
        if loaded.has(Function::ListTools) {
            let tools = self.ask(&permit, loaded, Function::ListTools).await?;
            catalog.tools = convert::tools(tools).map_err(invalid)?;
        }
        if loaded.has(Function::ListTemplates) {
            let templates = self.ask(&permit, loaded, Function::ListTemplates).await?;
            catalog.templates = convert::templates(templates).map_err(invalid)?;
        }
        if loaded.has(Function::ListPrompts) {
            let prompts = self.ask(&permit, loaded, Function::ListPrompts).await?;
            catalog.prompts = convert::prompts(prompts).map_err(invalid)?;
        }
        Ok(catalog)
    }

    /// One question about the component, which needs no capability.
    async fn ask<R>(&self, permit: &Arc<Permit>, loaded: &Loaded, function: Function) -> Result<R, Failure>
    where
        R: Lift + Send + Sync + 'static,
        (R,): ComponentNamedList + Lift,
    {
        let mut frame = self.open(Arc::clone(permit), loaded, Arc::new(Quiet), None, Instant::now()).await?;
        let answer = timeout_at(frame.ends, loaded.call(&mut frame.store, function, ())).await;
        frame.close(answer).0
    }
}

/// What an answer is: how large, and how it is read.
struct Shape<R, T> {
    /// What the permit must be for.
    name: String,
    size: fn(&R) -> u64,
    read: fn(R) -> Result<T, convert::Invalid>,
}

impl<R, T> Shape<R, T> {
    fn of(name: &str, size: fn(&R) -> u64, read: fn(R) -> Result<T, convert::Invalid>) -> Self {
        Self { name: name.to_owned(), size, read }
    }

    /// Measures what the guest answered, then reads it.
    fn finished(&self, answer: Answer<R>, limit: u64, usage: &mut Usage) -> Result<T, Failure> {
        usage.output_bytes = match &answer {
            Ok(given) => (self.size)(given),
            Err(error) => convert::error_size(error),
        };
        if usage.output_bytes > limit {
            return Err(Failure::OutputTooLarge { limit });
        }
        match answer {
            Ok(given) => (self.read)(given).map_err(invalid),
            Err(error) => Err(Failure::tool(convert::tool_error(error))),
        }
    }
}

fn invalid(error: convert::Invalid) -> Failure {
    Failure::InvalidOutput { detail: error.to_string() }
}
