//! The engine: what WebAssembly may be, how it is compiled, and the pool that every call takes its memory from.

use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use wasmtime::{
    Cache, Config, Enabled, Engine, EngineWeak, InstanceAllocationStrategy, PoolingAllocationConfig,
    Strategy, WasmBacktraceDetails, WasmFeatures,
};

use crate::Error;

/// How long a guest may hold a worker thread before it must let others run. Ten milliseconds are not felt by a person,
/// and a hundred wake-ups a second of the ticker are not seen in a profile.
pub(crate) const TICK: Duration = Duration::from_millis(10);

/// The most that the policy file gives. A thousand of these fit into the address space beside the memories.
const LARGEST_STACK: usize = 64 << 20;

/// Stack for the host functions that a guest calls, on top of the guest's own. wasmtime's default leaves 1.5 MiB.
const HOST_STACK: usize = 2 << 20;

/// How much of a stack and of a memory is wiped by hand after a call and stays resident in its slot. Most calls touch
/// less, and then need neither a system call nor page faults; a slot that was used costs this much while it idles.
const STACK_KEPT: usize = 16 << 10;
const MEMORY_KEPT: usize = 96 << 10;
const TABLE_KEPT: usize = 16 << 10;

/// The largest components known (CPython with its extension modules) are made of about forty core modules.
const CORE_INSTANCES: u32 = 64;

/// A component has one memory for each language runtime in it; composed ones have two or three.
const MEMORIES: u32 = 4;

/// One for the functions of each core module that has any, and one or two of the component's own.
const TABLES: u32 = 16;

/// Five times what the largest known interpreter has; 800 KB of address space for each table.
pub(crate) const TABLE_ELEMENTS: usize = 100_000;

/// Each call reserves up to four memories of 4 GiB and 10 MiB of stack, so that this many fit well into the 128 TiB
/// that a process can address.
pub(crate) const MOST_CALLS: u32 = 1024;

/// Makes the engine and starts its ticker, which ends with the engine.
pub(crate) fn start(calls: u32, stack: u64, cache: Option<Cache>) -> Result<Engine, Error> {
    let engine =
        Engine::new(&config(calls, stack, cache)).map_err(|e| Error::Engine { detail: format!("{e:#}") })?;
    let weak = engine.weak();
    thread::Builder::new().name("bulkhead-epoch".into()).spawn(move || tick(&weak)).map_err(Error::Ticker)?;
    Ok(engine)
}

fn tick(engine: &EngineWeak) {
    loop {
        thread::sleep(TICK);
        match engine.upgrade() {
            Some(engine) => engine.increment_epoch(),
            None => return,
        }
    }
}

/// A stack is address space: a page is real once a call has touched it.
fn config(calls: u32, stack: u64, cache: Option<Cache>) -> Config {
    let stack = usize::try_from(stack).unwrap_or(usize::MAX).min(LARGEST_STACK);
    let mut config = Config::new();
    config
        .strategy(Strategy::Cranelift)
        .cache(cache)
        .consume_fuel(true)
        .epoch_interruption(true)
        .max_wasm_stack(stack)
        .async_stack_size(stack + HOST_STACK)
        // A stack is used by many guests, one after the other. Zeroing it means that not even a fault in the compiler
        // could show one of them what another left behind, and gives back what a deep recursion touched.
        .async_stack_zeroing(true)
        .memory_init_cow(true)
        .relaxed_simd_deterministic(true)
        // Frame pointers are enough for the guest's frames in a trap; nothing here unwinds through guests.
        .native_unwind_info(false)
        .wasm_backtrace_max_frames(NonZeroUsize::new(16))
        .wasm_backtrace_details(WasmBacktraceDetails::Disable)
        // Offsets into the module in a trap are of no use without its debug information, and take a quarter more
        // memory for each tool that is ready.
        .generate_address_map(false)
        .allocation_strategy(InstanceAllocationStrategy::Pooling(pool(calls)));
    features(&mut config);
    config
}

/// What no tool needs and every tool could attack: 64-bit memories (bounds checks in place of guard pages), threads and
/// shared memories (timers, races, and lower tiers of upstream's security promise), more than one memory.
const TURNED_OFF: WasmFeatures = WasmFeatures::MEMORY64
    .union(WasmFeatures::THREADS)
    .union(WasmFeatures::SHARED_EVERYTHING_THREADS)
    .union(WasmFeatures::MULTI_MEMORY)
    .union(WasmFeatures::STACK_SWITCHING)
    .union(WasmFeatures::CUSTOM_PAGE_SIZES)
    .union(WasmFeatures::LEGACY_EXCEPTIONS);

fn features(config: &mut Config) {
    config.wasm_features(TURNED_OFF, false).shared_memory(false);
}

fn pool(calls: u32) -> PoolingAllocationConfig {
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(calls)
        .total_core_instances(calls * CORE_INSTANCES)
        .max_core_instances_per_component(CORE_INSTANCES)
        .total_memories(calls * MEMORIES)
        .max_memories_per_component(MEMORIES)
        .total_tables(calls * TABLES)
        .max_tables_per_component(TABLES)
        .table_elements(TABLE_ELEMENTS)
        .total_stacks(calls)
        .async_stack_keep_resident(STACK_KEPT)
        .linear_memory_keep_resident(MEMORY_KEPT)
        .table_keep_resident(TABLE_KEPT)
        // Where the kernel can say which pages were written (Linux 6.7), only those are wiped.
        .pagemap_scan(Enabled::Auto);
    pool
}

#[cfg(test)]
mod tests;
