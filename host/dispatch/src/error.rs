//! Why a call, or the opening of a catalog, failed: named by who is to blame, with one text for the model and one for
//! the operator.

use std::{path::PathBuf, time::Duration};

use bulkhead_policy::{Ask, Denial, Limit};
use bulkhead_sandbox::Failure;
use bulkhead_schema::{ToolError, Violation};

/// Why a dispatcher could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The directory of components is not there or cannot be read.
    #[error("cannot read the component directory {}: {source}", directory.display())]
    Directory {
        /// The directory that was asked for.
        directory: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// Why a call gave no result.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// No tool of that name is there for this caller.
    #[error("there is no tool named {name:?}{}", did_you_mean(nearest))]
    UnknownTool {
        /// What was asked for.
        name: String,
        /// The nearest names that the caller may see; may be empty.
        nearest: Vec<String>,
    },
    /// No prompt of that name is there for this caller.
    #[error("there is no prompt named {name:?}{}", did_you_mean(nearest))]
    UnknownPrompt {
        /// What was asked for.
        name: String,
        /// The nearest names that the caller may see; may be empty.
        nearest: Vec<String>,
    },
    /// No component has a resource of this URI for this caller.
    #[error("there is no resource {uri:?}")]
    UnknownResource {
        /// What was asked for.
        uri: String,
    },
    /// An argument of a prompt is missing, or is none of its arguments.
    #[error("the prompt {prompt} {problem}")]
    BadPromptArguments {
        /// The prompt's public name.
        prompt: String,
        /// Which argument, and what about it.
        problem: String,
    },
    /// The arguments do not conform to the tool's input schema.
    #[error("the arguments of {tool} do not fit its input schema: {}", listed(violations))]
    BadArguments {
        /// The tool's public name.
        tool: String,
        /// Each place that does not fit; at least one.
        violations: Vec<Violation>,
    },
    /// The policy refuses the call.
    #[error("{0}")]
    Denied(Denial),
    /// The tool changes things that a person must approve first.
    #[error("{}", .0.for_operator)]
    ApprovalNeeded(Ask),
    /// Too many calls run already, of the component or of all, and the queue is full or did not move.
    #[error("{tool}: too many calls are running, and the queue is full or did not move")]
    Busy {
        /// The tool's public name.
        tool: String,
        /// Its component.
        component: String,
    },
    /// The tool was called too often in the last minute.
    #[error("{tool} was called too often; the next call is possible in {after:?}")]
    TooManyCalls {
        /// The tool's public name.
        tool: String,
        /// Its component.
        component: String,
        /// When it may be called again.
        after: Duration,
    },
    /// The tool ran and says that it failed.
    #[error("{}: {}", .0.code, .0.message)]
    ToolFailed(ToolError),
    /// The sandbox stopped the tool: a limit, a trap, or a result that breaks the contract.
    #[error("{0}")]
    Trapped(Failure),
    /// The tool cannot be run at the moment.
    #[error("{tool} cannot be run at the moment: {reason}")]
    Unavailable {
        /// The tool's public name.
        tool: String,
        /// Why, for the operator.
        reason: String,
    },
    /// The host is at fault. The model learns nothing but that.
    #[error("internal error while calling {tool}: {detail}")]
    Internal {
        /// The tool's public name.
        tool: String,
        /// For the operator.
        detail: String,
    },
}

impl CallError {
    /// The stable name of what happened: the tool's own code when the tool failed, otherwise the host's.
    pub fn code(&self) -> &str {
        match self {
            CallError::UnknownTool { .. } => "unknown_tool",
            CallError::UnknownPrompt { .. } => "unknown_prompt",
            CallError::UnknownResource { .. } => "unknown_resource",
            CallError::BadArguments { .. } | CallError::BadPromptArguments { .. } => "bad_arguments",
            CallError::Denied(_) => "denied",
            CallError::ApprovalNeeded(_) => "approval_needed",
            CallError::Busy { .. } => Limit::Concurrency.code(),
            CallError::TooManyCalls { .. } => Limit::Rate.code(),
            CallError::ToolFailed(error) => &error.code,
            CallError::Trapped(failure) => failure.code(),
            CallError::Unavailable { .. } => "unavailable",
            CallError::Internal { .. } => "internal",
        }
    }

    /// The error as the model should see it.
    pub fn for_model(&self) -> ToolError {
        let (message, retryable) = match self {
            CallError::ToolFailed(error) => return error.clone(),
            CallError::UnknownTool { .. }
            | CallError::UnknownPrompt { .. }
            | CallError::UnknownResource { .. }
            | CallError::BadPromptArguments { .. } => (self.to_string(), false),
            CallError::BadArguments { .. } => (format!("{self}. Correct them and call again."), false),
            CallError::Denied(denial) => (denial.for_model.clone(), false),
            CallError::ApprovalNeeded(ask) => (ask.for_model.clone(), false),
            CallError::Busy { tool, .. } => {
                (format!("{tool} has too much to do at the moment. Try again in a few seconds."), true)
            }
            CallError::TooManyCalls { tool, after, .. } => {
                let seconds = after.as_secs() + 1;
                (
                    format!(
                        "{tool} was called too often. Try again in {seconds} s, and ask for more at once."
                    ),
                    true,
                )
            }
            CallError::Trapped(failure) => (failure.for_model(), failure.retryable()),
            CallError::Unavailable { tool, .. } => {
                (format!("{tool} cannot be run at the moment; the operator has been told why."), true)
            }
            CallError::Internal { .. } => {
                ("The host failed; the operator has been told why.".to_owned(), true)
            }
        };
        ToolError { code: self.code().to_owned(), message, retryable, detail: self.detail() }
    }

    /// As [`CallError::code`], but `tool_failed` for every code that is the tool's own.
    pub fn kind(&self) -> &str {
        match self {
            CallError::ToolFailed(_) => "tool_failed",
            CallError::UnknownTool { .. }
            | CallError::UnknownPrompt { .. }
            | CallError::UnknownResource { .. }
            | CallError::BadPromptArguments { .. }
            | CallError::BadArguments { .. }
            | CallError::Denied(_)
            | CallError::ApprovalNeeded(_)
            | CallError::Busy { .. }
            | CallError::TooManyCalls { .. }
            | CallError::Trapped(_)
            | CallError::Unavailable { .. }
            | CallError::Internal { .. } => self.code(),
        }
    }

    /// The limit that the call ran into, if that is what ended it.
    pub fn limit(&self) -> Option<Limit> {
        match self {
            CallError::Busy { .. } => Some(Limit::Concurrency),
            CallError::TooManyCalls { .. } => Some(Limit::Rate),
            CallError::Trapped(failure) => failure.limit(),
            CallError::UnknownTool { .. }
            | CallError::UnknownPrompt { .. }
            | CallError::UnknownResource { .. }
            | CallError::BadPromptArguments { .. }
            | CallError::BadArguments { .. }
            | CallError::Denied(_)
            | CallError::ApprovalNeeded(_)
            | CallError::ToolFailed(_)
            | CallError::Unavailable { .. }
            | CallError::Internal { .. } => None,
        }
    }

    fn detail(&self) -> Option<serde_json::Value> {
        match self {
            CallError::BadArguments { violations, .. } => Some(
                violations
                    .iter()
                    .map(|v| serde_json::json!({ "path": v.path, "message": v.message }))
                    .collect(),
            ),
            CallError::Denied(denial) => Some(serde_json::json!({ "rule": denial.rule.as_str() })),
            CallError::ApprovalNeeded(ask) => Some(serde_json::json!({ "rule": ask.rule.as_str() })),
            CallError::TooManyCalls { after, .. } => {
                Some(serde_json::json!({ "retry_after_seconds": after.as_secs() + 1 }))
            }
            CallError::UnknownTool { .. }
            | CallError::UnknownPrompt { .. }
            | CallError::UnknownResource { .. }
            | CallError::BadPromptArguments { .. }
            | CallError::Busy { .. }
            | CallError::ToolFailed(_)
            | CallError::Trapped(_)
            | CallError::Unavailable { .. }
            | CallError::Internal { .. } => None,
        }
    }
}

fn did_you_mean(nearest: &[String]) -> String {
    match nearest {
        [] => String::new(),
        names => format!("; the nearest names are {}", names.join(", ")),
    }
}

fn listed(violations: &[Violation]) -> String {
    violations
        .iter()
        .map(|v| if v.path.is_empty() { v.message.clone() } else { format!("{}: {}", v.path, v.message) })
        .collect::<Vec<_>>()
        .join("; ")
}
