//! Lines for the operator, and for a client that asked for them.
//!
//! ```
//! use bulkhead_sdk::log;
//!
//! let path = "notes/today.md";
//! log::info!("read {path}");
//! log::debug!("read {}", path; bytes = 120, cached = false);
//! ```
//!
//! What stands after the `;` are fields: names with anything that `serde_json::json!` takes. A line of a level that
//! nobody wants is never put together. In a native build, lines go to standard error.

use serde_json::Value;

pub use crate::{
    __alert as alert, __critical as critical, __debug as debug, __emergency as emergency, __error as error,
    __info as info, __notice as notice, __warning as warning,
};

/// From RFC 5424, least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// For whoever looks for a fault.
    Debug,
    /// What happens.
    Info,
    /// What happens and is worth noting.
    Notice,
    /// Something is not as it should be.
    Warning,
    /// Something went wrong.
    Error,
    /// A part does not work.
    Critical,
    /// Somebody must act now.
    Alert,
    /// Nothing works.
    Emergency,
}

impl Level {
    /// Such as `warning`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }
}

/// Whether a line of this level would be kept.
pub fn enabled(level: Level) -> bool {
    imp::enabled(level)
}

/// Writes a line; `fields` is a JSON object.
pub fn write(level: Level, message: &str, fields: Option<&Value>) {
    imp::write(level, message, fields);
}

#[cfg(not(target_family = "wasm"))]
mod imp {
    use super::{Level, Value};

    pub(super) fn enabled(_: Level) -> bool {
        true
    }

    #[expect(clippy::print_stderr, reason = "where the author's tests look for it")]
    pub(super) fn write(level: Level, message: &str, fields: Option<&Value>) {
        match fields {
            Some(fields) => eprintln!("[{}] {message} {fields}", level.as_str()),
            None => eprintln!("[{}] {message}", level.as_str()),
        }
    }
}

#[cfg(target_family = "wasm")]
use crate::wasm::log as imp;

/// For the macros of each level.
#[doc(hidden)]
#[macro_export]
macro_rules! __log {
    ($level:ident, $format:literal $(, $argument:expr)* $(,)?) => {
        if $crate::log::enabled($crate::log::Level::$level) {
            $crate::log::write($crate::log::Level::$level, &::std::format!($format $(, $argument)*), ::core::option::Option::None);
        }
    };
    ($level:ident, $format:literal $(, $argument:expr)*; $($field:ident = $value:expr),+ $(,)?) => {
        if $crate::log::enabled($crate::log::Level::$level) {
            let fields = $crate::serde_json::json!({ $(::core::stringify!($field): $value),+ });
            $crate::log::write($crate::log::Level::$level, &::std::format!($format $(, $argument)*), ::core::option::Option::Some(&fields));
        }
    };
}

/// For whoever looks for a fault: `log::debug!("…", …; field = value)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __debug {
    ($($line:tt)+) => { $crate::__log!(Debug, $($line)+) };
}

/// What happens: `log::info!("…", …; field = value)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __info {
    ($($line:tt)+) => { $crate::__log!(Info, $($line)+) };
}

/// What is worth noting: `log::notice!("…", …; field = value)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __notice {
    ($($line:tt)+) => { $crate::__log!(Notice, $($line)+) };
}

/// Something is not as it should be: `log::warning!("…", …; field = value)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __warning {
    ($($line:tt)+) => { $crate::__log!(Warning, $($line)+) };
}

/// Something went wrong: `log::error!("…", …; field = value)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __error {
    ($($line:tt)+) => { $crate::__log!(Error, $($line)+) };
}

/// A part does not work: `log::critical!("…", …; field = value)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __critical {
    ($($line:tt)+) => { $crate::__log!(Critical, $($line)+) };
}

/// Somebody must act now: `log::alert!("…", …; field = value)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __alert {
    ($($line:tt)+) => { $crate::__log!(Alert, $($line)+) };
}

/// Nothing works: `log::emergency!("…", …; field = value)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __emergency {
    ($($line:tt)+) => { $crate::__log!(Emergency, $($line)+) };
}
