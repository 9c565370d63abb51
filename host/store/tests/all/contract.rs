//! What every backend must do, as functions that take one. `backends` runs them.

pub(crate) mod expiry;
pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod quota;
pub(crate) mod values;
