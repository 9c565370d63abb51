//! The import `logging`.

use serde_json::Value;

use super::bindings::bulkhead::tool::logging;
use crate::log::Level;

pub(crate) fn enabled(level: Level) -> bool {
    logging::enabled(level.into())
}

pub(crate) fn write(level: Level, message: &str, fields: Option<&Value>) {
    let fields = fields.map(Value::to_string);
    logging::log(level.into(), message, fields.as_deref());
}

impl From<Level> for logging::Level {
    fn from(level: Level) -> Self {
        match level {
            Level::Debug => Self::Debug,
            Level::Info => Self::Info,
            Level::Notice => Self::Notice,
            Level::Warning => Self::Warning,
            Level::Error => Self::Error,
            Level::Critical => Self::Critical,
            Level::Alert => Self::Alert,
            Level::Emergency => Self::Emergency,
        }
    }
}
