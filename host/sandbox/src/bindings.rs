//! Typed bindings of the world `everything`, made from the contract itself.

#![allow(missing_docs, reason = "the contract in wit/ documents what is generated here")]

// Only `state` waits for something (and `calls`, which is linked by hand); a plain function costs the guest a tenth of an asynchronous one.
wasmtime::component::bindgen!({
    path: "../../wit",
    world: "bulkhead:tool/everything",
    imports: {
        "bulkhead:tool/state": async | trappable,
        default: trappable,
    },
    exports: { default: async },
});

/// The interpreter's world, with types of its own.
pub(crate) mod code {
    wasmtime::component::bindgen!({
        path: "../../wit/code",
        world: "bulkhead:code/interpreter",
        imports: { default: trappable },
        exports: { default: async },
    });
}

pub(crate) use bulkhead::tool::types;
pub(crate) use exports::bulkhead::tool::{completion, manifest, prompts, resources, tools};
