//! Calls of other tools. They are paid for by the caller: what the other one used is taken from the caller's fuel.
//!
//! Whether one may be made is asked before it is known whether there is such a tool: what a guest may not call it may not
//! find out about either. The pipeline asks again.

use std::sync::Arc;
use std::time::Instant;

use bulkhead_policy::{Asking, Budget, Calling, may_call};
use wasmtime::StoreContextMut;
use wasmtime::component::Linker;

use crate::bindings::types;
use crate::side::not_granted;
use crate::state::State;
use crate::{Called, convert};

type Answer = Result<types::ToolResult, types::ToolError>;

/// Linked by hand, because the generated bindings do not let a function at the store, which has the fuel.
pub(super) fn link(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    linker.instance("bulkhead:tool/calls@0.1.0")?.func_wrap_async(
        "call-tool",
        |store: StoreContextMut<'_, State>, (name, arguments): (String, String)| {
            Box::new(async move { call(store, name, arguments).await.map(|answer| (answer,)) })
        },
    )
}

async fn call(
    mut store: StoreContextMut<'_, State>,
    name: String,
    arguments: String,
) -> wasmtime::Result<Answer> {
    store.data_mut().enter()?;
    let fuel = store.get_fuel()?;
    let state = store.data();
    let budget = Budget { fuel, time: state.ends.saturating_duration_since(Instant::now()) };
    let calling = Calling { tool: &name, from: Asking::Tool(&state.grants), depth: state.depth, budget };
    if let Err(denial) = may_call(&calling) {
        state.refusals.denied(&denial);
        return Ok(Err(convert::error_to_guest(not_granted(&denial.for_model))));
    }
    let side = Arc::clone(&state.side);
    let Called { answer, fuel: used } = side.call_tool(name, arguments, budget).await;
    store.set_fuel(fuel.saturating_sub(used))?;
    Ok(answer.map(convert::result_to_guest).map_err(convert::error_to_guest))
}
