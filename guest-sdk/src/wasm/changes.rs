//! The import `changes`.

pub(crate) use super::bindings::bulkhead::tool::changes::{
    prompts_changed, resource_updated, resources_changed, tools_changed,
};
