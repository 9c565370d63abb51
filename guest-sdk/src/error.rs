//! Errors that a model can act on.

use std::fmt;
use std::io::ErrorKind;

use serde_json::Value;

/// Why a tool did not do what it was asked, for the model to read.
///
/// The message says what went wrong and what to try instead, in one or two sentences. The code is for programs.
///
/// ```
/// use bulkhead_sdk::ToolError;
///
/// fn read(path: &str) -> Result<String, ToolError> {
///     if path.contains("..") {
///         return Err(ToolError::invalid("The path must not contain `..`."));
///     }
///     // Errors of the standard library find a fitting code by themselves.
///     Ok(std::fs::read_to_string(path)?)
/// }
///
/// assert_eq!(read("../secrets").unwrap_err().code(), "invalid");
/// assert_eq!(read("/there/is/none").unwrap_err().code(), "not_found");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ToolError {
    code: String,
    message: String,
    retryable: bool,
    detail: Option<Value>,
}

impl ToolError {
    /// An error with a code of its own: a stable name in `snake_case`. The host's codes (`denied`, `out_of_fuel`,
    /// `deadline`, …) are reserved; an error that uses one is reported as `tool_failed`.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into(), retryable: false, detail: None }
    }

    /// `not_found`: what was named is not there.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new("not_found", message)
    }

    /// `invalid`: the arguments have the right types and cannot be used all the same.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new("invalid", message)
    }

    /// `already_exists`: what was to be made is there.
    pub fn already_exists(message: impl Into<String>) -> Self {
        Self::new("already_exists", message)
    }

    /// `conflict`: something changed since the model looked.
    pub fn conflict(message: impl Into<String>) -> Self {
        Self::new("conflict", message)
    }

    /// `not_allowed`: the other side, or the sandbox, did not permit it.
    pub fn not_allowed(message: impl Into<String>) -> Self {
        Self::new("not_allowed", message)
    }

    /// `too_large`: the answer, or the thing asked for, is beyond a limit.
    pub fn too_large(message: impl Into<String>) -> Self {
        Self::new("too_large", message)
    }

    /// `unsupported`: a kind of thing that the tool does not work on.
    pub fn unsupported(message: impl Into<String>) -> Self {
        Self::new("unsupported", message)
    }

    /// `unavailable`: something needed does not answer now. It is [retryable](Self::retryable).
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new("unavailable", message).retryable()
    }

    /// `failed`: anything else.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::new("failed", message)
    }

    /// `failed`, with the error and its causes as the message. For errors that this crate does not know:
    /// `.map_err(ToolError::from_error)?`.
    pub fn from_error(error: impl std::error::Error) -> Self {
        let mut message = error.to_string();
        let mut cause = error.source();
        while let Some(error) = cause {
            message.push_str(": ");
            message.push_str(&error.to_string());
            cause = error.source();
        }
        Self::failed(message)
    }

    /// Says that the same call may succeed later without any change.
    #[must_use]
    pub fn retryable(mut self) -> Self {
        self.retryable = true;
        self
    }

    /// Adds what a program could use.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<Value>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// Puts words before the message: what was being done.
    ///
    /// ```
    /// # use bulkhead_sdk::ToolError;
    /// let error = ToolError::not_found("No such file.").context("Reading `a.toml`");
    /// assert_eq!(error.message(), "Reading `a.toml`: No such file.");
    /// ```
    #[must_use]
    pub fn context(mut self, doing: impl fmt::Display) -> Self {
        self.message = format!("{doing}: {}", self.message);
        self
    }

    /// The machine-readable name.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The text for the model.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Whether the same call may succeed later.
    pub fn is_retryable(&self) -> bool {
        self.retryable
    }

    /// What a program could use.
    pub fn details(&self) -> Option<&Value> {
        self.detail.as_ref()
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.code)
    }
}

impl std::error::Error for ToolError {}

impl From<std::io::Error> for ToolError {
    fn from(error: std::io::Error) -> Self {
        let code = match error.kind() {
            ErrorKind::NotFound => "not_found",
            // A directory that was not granted looks the same as one without permission.
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => "not_allowed",
            ErrorKind::AlreadyExists => "already_exists",
            ErrorKind::InvalidInput
            | ErrorKind::InvalidData
            | ErrorKind::IsADirectory
            | ErrorKind::NotADirectory => "invalid",
            ErrorKind::DirectoryNotEmpty => "conflict",
            ErrorKind::FileTooLarge | ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "too_large",
            ErrorKind::Unsupported => "unsupported",
            ErrorKind::TimedOut
            | ErrorKind::WouldBlock
            | ErrorKind::Interrupted
            | ErrorKind::ResourceBusy
            | ErrorKind::ConnectionRefused
            | ErrorKind::ConnectionReset => return Self::unavailable(error.to_string()),
            _ => "failed",
        };
        Self::new(code, error.to_string())
    }
}

impl From<serde_json::Error> for ToolError {
    fn from(error: serde_json::Error) -> Self {
        if error.is_io() { Self::failed(error.to_string()) } else { Self::invalid(error.to_string()) }
    }
}

/// `failed`, with the text as the message.
impl From<String> for ToolError {
    fn from(message: String) -> Self {
        Self::failed(message)
    }
}

/// `failed`, with the text as the message.
impl From<&str> for ToolError {
    fn from(message: &str) -> Self {
        Self::failed(message)
    }
}

macro_rules! invalid_from {
    ($($error:ty),+ $(,)?) => {
        $(
            /// `invalid`: something in the arguments could not be read.
            impl From<$error> for ToolError {
                fn from(error: $error) -> Self {
                    Self::invalid(error.to_string())
                }
            }
        )+
    };
}

invalid_from!(
    std::char::ParseCharError,
    std::num::ParseFloatError,
    std::num::ParseIntError,
    std::num::TryFromIntError,
    std::net::AddrParseError,
    std::str::ParseBoolError,
    std::str::Utf8Error,
    std::string::FromUtf8Error,
);

impl From<Box<dyn std::error::Error>> for ToolError {
    fn from(error: Box<dyn std::error::Error>) -> Self {
        Self::from_error(&*error)
    }
}

impl From<Box<dyn std::error::Error + Send + Sync>> for ToolError {
    fn from(error: Box<dyn std::error::Error + Send + Sync>) -> Self {
        Self::from_error(&*error)
    }
}

impl From<std::fmt::Error> for ToolError {
    fn from(error: std::fmt::Error) -> Self {
        Self::from_error(error)
    }
}

#[cfg(test)]
mod tests;
