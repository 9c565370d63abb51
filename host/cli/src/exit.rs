//! How a command ends: each kind of failure has an exit code of its own, so that a script can tell them apart.

use bulkhead_dispatch::CallError;

/// Exit codes. 0 is success.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The tool reported a failure, or a check found something.
    Failed = 1,
    /// The command line, the policy file or an argument is wrong.
    Usage = 2,
    /// The policy refuses.
    Denied = 3,
    /// A person must approve, or answer, first.
    ApprovalNeeded = 4,
    /// The sandbox stopped the tool: a trap or a limit.
    Stopped = 5,
    /// The host is at fault.
    Internal = 70,
}

/// A failure that ends the command: its code, and what standard error says.
#[derive(Debug)]
pub struct Failure {
    pub code: Code,
    pub error: anyhow::Error,
}

/// What a command gives.
pub type Outcome = Result<(), Failure>;

/// Names the code that a failure ends with.
pub trait OrExit<T> {
    /// Turns an error into a failure with this code.
    fn or_exit(self, code: Code) -> Result<T, Failure>;
}

impl<T, E: Into<anyhow::Error>> OrExit<T> for Result<T, E> {
    fn or_exit(self, code: Code) -> Result<T, Failure> {
        self.map_err(|error| Failure { code, error: error.into() })
    }
}

/// The code that a call's error ends with.
pub fn code_of(error: &CallError) -> Code {
    match error {
        CallError::ToolFailed(_) => Code::Failed,
        CallError::UnknownTool { .. }
        | CallError::UnknownPrompt { .. }
        | CallError::UnknownResource { .. }
        | CallError::BadPromptArguments { .. }
        | CallError::BadArguments { .. } => Code::Usage,
        CallError::Denied(_) => Code::Denied,
        CallError::ApprovalNeeded(_) => Code::ApprovalNeeded,
        CallError::Busy { .. } | CallError::TooManyCalls { .. } | CallError::Trapped(_) => Code::Stopped,
        CallError::Unavailable { .. } | CallError::Internal { .. } => Code::Internal,
    }
}
