//! One call of one component, from its permit to its report.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use bulkhead_policy::Permit;
use bulkhead_schema::{Catalog, Outcome};
use tokio::sync::Semaphore;
use tokio::time::timeout_at;
use wasmtime::Store;
use wasmtime::component::Linker;

use crate::bindings::{manifest, tools};
use crate::egress::Network;
use crate::files::Accounts;
use crate::lane::SlowLane;
use crate::load::Answer;
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
        let started = Instant::now();
        let mut frame = match self.open(Arc::new(permit), loaded, side, Some(&call.tool), started).await {
            Ok(frame) => frame,
            Err(failure) => {
                let usage = Usage { duration: started.elapsed(), ..Usage::default() };
                return Report { outcome: Err(failure), usage };
            }
        };
        let (long, guest) = (Arc::clone(&frame.long), loaded.clone());
        let going = Box::pin(async move {
            let answer = timeout_at(frame.ends, call_tool(&mut frame.store, &guest, call)).await;
            (frame, answer)
        });
        let (frame, answer) = match self.lane.finish(going, &long).await {
            Ok(done) => done,
            Err(detail) => {
                let usage = Usage { duration: started.elapsed(), ..Usage::default() };
                return Report { outcome: Err(Failure::Internal { detail }), usage };
            }
        };
        let limit = frame.output_limit();
        let (answer, mut usage) = frame.close(answer);
        let outcome = answer.and_then(|answer| finished(answer, limit, &mut usage));
        usage.duration = started.elapsed();
        Report { outcome, usage }
    }

    /// Asks a component what it is and which tools it has, each in a store of its own.
    ///
    /// # Errors
    ///
    /// As for [`Sandbox::run`].
    pub async fn describe(&self, permit: Permit, loaded: &Loaded) -> Result<Catalog, Failure> {
        let permit = Arc::new(permit);
        let started = Instant::now();
        let mut frame = self.open(Arc::clone(&permit), loaded, Arc::new(Quiet), None, started).await?;
        let info = timeout_at(frame.ends, describe(&mut frame.store, loaded)).await;
        let info = frame.close(info).0?;
        let mut frame = self.open(permit, loaded, Arc::new(Quiet), None, started).await?;
        let tools = timeout_at(frame.ends, list_tools(&mut frame.store, loaded)).await;
        let tools = frame.close(tools).0?;
        Ok(Catalog { info: convert::info(info), tools: convert::tools(tools).map_err(invalid)? })
    }
}

async fn call_tool(store: &mut Store<State>, loaded: &Loaded, call: Call) -> wasmtime::Result<Answer> {
    let call = tools::ToolCall {
        name: call.tool,
        arguments: call.arguments,
        resumption: call.resumption.map(convert::resumption_to_guest),
    };
    loaded.call_tool(store, &call).await
}

async fn describe(store: &mut Store<State>, loaded: &Loaded) -> wasmtime::Result<manifest::ComponentInfo> {
    let guest = loaded.pre().instantiate_async(&mut *store).await?;
    guest.bulkhead_tool_manifest().call_describe(store).await
}

async fn list_tools(
    store: &mut Store<State>,
    loaded: &Loaded,
) -> wasmtime::Result<Vec<tools::ToolDefinition>> {
    let guest = loaded.pre().instantiate_async(&mut *store).await?;
    guest.bulkhead_tool_tools().call_list_tools(store).await
}

/// Measures what the guest answered, then reads it.
fn finished(answer: Answer, limit: u64, usage: &mut Usage) -> Result<Outcome, Failure> {
    usage.output_bytes = match &answer {
        Ok(outcome) => convert::outcome_size(outcome),
        Err(error) => convert::error_size(error),
    };
    if usage.output_bytes > limit {
        return Err(Failure::OutputTooLarge { limit });
    }
    match answer {
        Ok(outcome) => convert::outcome(outcome).map_err(invalid),
        Err(error) => Err(Failure::tool(convert::tool_error(error))),
    }
}

fn invalid(error: convert::Invalid) -> Failure {
    Failure::InvalidOutput { detail: error.to_string() }
}
