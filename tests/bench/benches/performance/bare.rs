//! What a plain host would do: the same component in wasmtime with the pooling allocator and copy-on-write images, a
//! fresh store for each call, and nothing else. No fuel, no epochs, no limits, no schema, no policy, no record.

use wasmtime::component::{Component, HasSelf, Linker, ResourceTable};
use wasmtime::{Config, Enabled, Engine, InstanceAllocationStrategy, PoolingAllocationConfig, Store};
use wasmtime_wasi::{WasiCtx, WasiCtxView, WasiView};

wasmtime::component::bindgen!({
    path: "../../wit",
    world: "bulkhead:tool/tool",
    exports: { default: async },
});

use bulkhead::tool::{logging, types};
use exports::bulkhead::tool::tools;

struct State {
    /// Only where the component imports WASI: a plain host would not make one in vain.
    wasi: Option<WasiCtx>,
    table: ResourceTable,
}

impl WasiView for State {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        WasiCtxView { ctx: self.wasi.as_mut().expect("it imports WASI"), table: &mut self.table }
    }
}

impl types::Host for State {}

impl logging::Host for State {
    fn enabled(&mut self, _: logging::Level) -> bool {
        false
    }

    fn log(&mut self, _: logging::Level, _: String, _: Option<String>) {}
}

/// A component, ready to be called.
pub struct Bare {
    engine: Engine,
    pre: ToolPre<State>,
    wasi: bool,
}

impl Bare {
    pub fn new(component: &[u8]) -> Self {
        let shape = bulkhead_schema::Shape::of(component).expect("a component");
        let wasi = shape.imports.iter().any(|import| import.starts_with("wasi:"));
        let engine = Engine::new(&config()).expect("an engine");
        let component = Component::new(&engine, component).expect("it compiles");
        let mut linker = Linker::new(&engine);
        wasmtime_wasi::p2::add_to_linker_async(&mut linker).expect("WASI links");
        // All that the echo imports of the host's own, and it calls none of it.
        types::add_to_linker::<_, HasSelf<_>>(&mut linker, |state| state).expect("the contract links");
        logging::add_to_linker::<_, HasSelf<_>>(&mut linker, |state| state).expect("the log links");
        let pre = linker.instantiate_pre(&component).expect("it links");
        Self { engine, pre: ToolPre::new(pre).expect("it is a tool"), wasi }
    }

    pub async fn call(&self, arguments: &str) -> tools::Outcome {
        let wasi = self.wasi.then(|| WasiCtx::builder().build());
        let state = State { wasi, table: ResourceTable::new() };
        let mut store = Store::new(&self.engine, state);
        let guest = self.pre.instantiate_async(&mut store).await.expect("it starts");
        let call = tools::ToolCall { name: "echo".into(), arguments: arguments.into(), resumption: None };
        let answer = guest.bulkhead_tool_tools().call_call_tool(&mut store, &call).await;
        answer.expect("it does not trap").expect("it answers")
    }
}

/// A pool as the host's own (`host/sandbox/src/engine.rs`), so that what is compared is not the tuning of it.
pub fn config() -> Config {
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(64)
        .total_memories(64)
        .total_tables(64)
        .total_stacks(64)
        .async_stack_keep_resident(16 << 10)
        .linear_memory_keep_resident(96 << 10)
        .table_keep_resident(16 << 10)
        .pagemap_scan(Enabled::Auto);
    let mut config = Config::new();
    config.memory_init_cow(true).allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
    config
}
