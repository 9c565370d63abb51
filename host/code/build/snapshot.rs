//! The picture of a module's memory once it has got ready, as a module that begins with it.

use anyhow::anyhow;
use futures::executor::block_on;
use wasmi::{Caller, Engine, Instance, Linker, Module, Store, Val};
use wasmtime_wizer::{InstanceState, SnapshotVal, Wizer};

/// What the interpreter exports for this, and what is not there any more afterwards.
const INIT: &str = "get-ready";

/// Lets the module get ready and keeps what that leaves.
pub fn take(module: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut wizer = Wizer::new();
    wizer.init_func(INIT);
    let (context, instrumented) = wizer.instrument(module).map_err(|error| anyhow!("{error:?}"))?;
    let engine = Engine::default();
    let module = Module::new(&engine, &instrumented)?;
    let mut store = Store::new(&engine, ());
    let mut linker = Linker::new(&engine);
    for import in module.imports() {
        let Some(function) = import.ty().func() else { continue };
        let name = import.name().to_owned();
        let refuse = move |_: Caller<'_, ()>, _: &[Val], _: &mut [Val]| {
            Err(wasmi::Error::new(format!("it called {name} before it was ready")))
        };
        linker.func_new(import.module(), import.name(), function.clone(), refuse)?;
    }
    let instance = linker.instantiate_and_start(&mut store, &module)?;
    instance.get_typed_func::<(), ()>(&store, INIT)?.call(&mut store, ())?;
    block_on(wizer.snapshot(&context, &mut Ready { store, instance })).map_err(|error| anyhow!("{error:?}"))
}

struct Ready {
    store: Store<()>,
    instance: Instance,
}

#[allow(
    clippy::expect_used,
    clippy::panic,
    reason = "the module was instrumented to export exactly what is asked for"
)]
impl InstanceState for Ready {
    async fn global_get(&mut self, name: &str, _: wasmtime_wizer::ValType) -> SnapshotVal {
        let global = self.instance.get_global(&self.store, name).expect("it is exported");
        match global.get(&self.store) {
            Val::I32(value) => SnapshotVal::I32(value),
            Val::I64(value) => SnapshotVal::I64(value),
            Val::F32(value) => SnapshotVal::F32(value.to_bits()),
            Val::F64(value) => SnapshotVal::F64(value.to_bits()),
            other => panic!("a global is {other:?}"),
        }
    }

    async fn memory_contents(&mut self, name: &str, contents: impl FnOnce(&[u8]) + Send) {
        let memory = self.instance.get_memory(&self.store, name).expect("it is exported");
        contents(memory.data(&self.store));
    }
}
