//! Word to clients that something they may have listed or read is not the same any more.
//!
//! In a native build these do nothing.

#[cfg(target_family = "wasm")]
use crate::wasm::changes as imp;

/// The list of tools is another.
pub fn tools_changed() {
    imp::tools_changed();
}

/// The list of resources is another.
pub fn resources_changed() {
    imp::resources_changed();
}

/// The list of prompts is another.
pub fn prompts_changed() {
    imp::prompts_changed();
}

/// What this resource holds is not the same any more.
pub fn resource_updated(uri: &str) {
    imp::resource_updated(uri);
}

#[cfg(not(target_family = "wasm"))]
mod imp {
    pub(super) fn tools_changed() {}
    pub(super) fn resources_changed() {}
    pub(super) fn prompts_changed() {}
    pub(super) fn resource_updated(_: &str) {}
}
