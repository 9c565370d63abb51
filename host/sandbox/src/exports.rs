//! Where a component's functions are, and calling one. The bindings would look up every function of the contract for each
//! call and compare every type, which takes longer than a small tool itself.

use wasmtime::Store;
use wasmtime::component::{Component, ComponentExportIndex, ComponentNamedList, InstancePre, Lift, Lower};

use crate::LoadError;
use crate::bindings::types;
use crate::state::State;

/// What a guest answers where it may fail.
pub(crate) type Answer<T> = Result<T, types::ToolError>;

/// A function of the contract.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Function {
    Describe,
    ListTools,
    CallTool,
    ListResources,
    ListTemplates,
    ReadResource,
    ListPrompts,
    GetPrompt,
    Complete,
    RunScript,
}

/// The interface and the name of each [`Function`], in their order.
const NAMES: [(&str, &str); 10] = [
    ("bulkhead:tool/manifest@0.1.0", "describe"),
    ("bulkhead:tool/tools@0.1.0", "list-tools"),
    ("bulkhead:tool/tools@0.1.0", "call-tool"),
    ("bulkhead:tool/resources@0.1.0", "list-resources"),
    ("bulkhead:tool/resources@0.1.0", "list-templates"),
    ("bulkhead:tool/resources@0.1.0", "read-resource"),
    ("bulkhead:tool/prompts@0.1.0", "list-prompts"),
    ("bulkhead:tool/prompts@0.1.0", "get-prompt"),
    ("bulkhead:tool/completion@0.1.0", "complete"),
    ("bulkhead:code/script@0.1.0", "run"),
];

/// The functions of the contract that a component has.
pub(crate) struct Exports([Option<ComponentExportIndex>; NAMES.len()]);

impl Exports {
    /// Looks them up. A component may leave out an interface, and nothing of an interface.
    pub(crate) fn of(component: &Component) -> Result<Self, LoadError> {
        let mut exports = Self([None; NAMES.len()]);
        for (place, (interface, name)) in exports.0.iter_mut().zip(NAMES) {
            if let Some(instance) = component.get_export_index(None, interface) {
                let function = component.get_export_index(Some(&instance), name);
                *place = Some(function.ok_or_else(|| LoadError::WrongExport {
                    detail: format!("`{interface}` has no function `{name}`"),
                })?);
            }
        }
        Ok(exports)
    }

    pub(crate) fn has(&self, function: Function) -> bool {
        self.0[function as usize].is_some()
    }

    /// Makes an instance and calls one function of it.
    pub(crate) async fn call<P, R>(
        &self,
        pre: &InstancePre<State>,
        store: &mut Store<State>,
        function: Function,
        params: P,
    ) -> wasmtime::Result<R>
    where
        P: ComponentNamedList + Lower + Send + Sync,
        R: Lift + Send + Sync + 'static,
        (R,): ComponentNamedList + Lift,
    {
        let index = self.0[function as usize]
            .ok_or_else(|| wasmtime::format_err!("the component does not export {function:?}"))?;
        let guest = pre.instantiate_async(&mut *store).await?;
        let function = guest.get_typed_func::<P, (R,)>(&mut *store, index)?;
        Ok(function.call_async(store, params).await?.0)
    }
}
