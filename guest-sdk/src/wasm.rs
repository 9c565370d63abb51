//! The contract's side of this crate: exports that lead to a [`Component`], and the imports behind the public modules.
//! A build for WebAssembly only.

use std::marker::PhantomData;

use crate::Component;

pub(crate) mod calls;
pub(crate) mod changes;
mod content;
mod definition;
mod documents;
pub(crate) mod log;
#[cfg(all(
    feature = "allocator",
    target_arch = "wasm32",
    target_os = "unknown",
    not(target_feature = "atomics")
))]
mod memory;
mod outcome;
pub(crate) mod state;

/// Made from the WIT that this crate carries.
#[allow(missing_docs, reason = "the WIT has them")]
pub mod bindings {
    wit_bindgen::generate!({
        path: "wit",
        world: "bulkhead:tool/tool",
        pub_export_macro: true,
        default_bindings_module: "bulkhead_sdk::__private::bindings",
    });
}

/// The export of resources; the types are those of [`bindings`].
#[allow(missing_docs, reason = "the WIT has them")]
pub mod resource_bindings {
    wit_bindgen::generate!({
        path: "wit",
        world: "bulkhead:tool/resource-side",
        pub_export_macro: true,
        export_macro_name: "export_resource_side",
        default_bindings_module: "bulkhead_sdk::__private::resource_bindings",
        with: { "bulkhead:tool/types@0.1.0": crate::wasm::bindings::bulkhead::tool::types },
    });
}

/// The export of prompts; the types are those of [`bindings`].
#[allow(missing_docs, reason = "the WIT has them")]
pub mod prompt_bindings {
    wit_bindgen::generate!({
        path: "wit",
        world: "bulkhead:tool/prompt-side",
        pub_export_macro: true,
        export_macro_name: "export_prompt_side",
        default_bindings_module: "bulkhead_sdk::__private::prompt_bindings",
        with: { "bulkhead:tool/types@0.1.0": crate::wasm::bindings::bulkhead::tool::types },
    });
}

/// The export of completion; the types are those of [`bindings`].
#[allow(missing_docs, reason = "the WIT has them")]
pub mod completion_bindings {
    wit_bindgen::generate!({
        path: "wit",
        world: "bulkhead:tool/completion-side",
        pub_export_macro: true,
        export_macro_name: "export_completion_side",
        default_bindings_module: "bulkhead_sdk::__private::completion_bindings",
        with: { "bulkhead:tool/types@0.1.0": crate::wasm::bindings::bulkhead::tool::types },
    });
}

use bindings::bulkhead::tool::progress;
use bindings::bulkhead::tool::types as wit;
use bindings::exports::bulkhead::tool::{manifest, tools};

/// Reports progress.
pub(crate) fn report(done: f64, total: Option<f64>, message: Option<&str>) {
    progress::report(done, total, message);
}

/// A component as the contract's exports.
pub struct Exported<C>(PhantomData<C>);

impl<C: Component> manifest::Guest for Exported<C> {
    fn describe() -> manifest::ComponentInfo {
        C::info().into()
    }
}

impl<C: Component> tools::Guest for Exported<C> {
    fn list_tools() -> Vec<tools::ToolDefinition> {
        tell_of_panics();
        C::tools().into_iter().map(Into::into).collect()
    }

    fn call_tool(call: tools::ToolCall) -> Result<tools::Outcome, wit::ToolError> {
        tell_of_panics();
        let resumption = call.resumption.map(Into::into);
        C::dispatch(&call.name, &call.arguments, resumption).map(Into::into).map_err(Into::into)
    }
}

/// A panic traps, and its message goes to standard error, which the host logs. Where there is no standard error
/// (`wasm32-unknown-unknown`), the message goes to the host's log itself.
fn tell_of_panics() {
    #[cfg(target_os = "unknown")]
    {
        static TOLD: std::sync::Once = std::sync::Once::new();
        TOLD.call_once(|| {
            std::panic::set_hook(Box::new(|panic| {
                crate::log::write(crate::log::Level::Error, &panic.to_string(), None);
            }));
        });
    }
}
