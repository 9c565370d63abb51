//! What a request of 2026-07-28 must look like before anyone acts on it, and which era a request belongs to.
//!
//! Pure: a request and its headers go in, a checked request or a refusal with its HTTP status comes out. The checks
//! run in one fixed order, so that a request with several faults always gets the same answer: `_meta`, the revision in
//! header and body, the revision itself, `Mcp-Method` and `Mcp-Name`, the method, and last what the method reads.

use bulkhead_dispatch::Level;
use http::{HeaderMap, StatusCode};
use rmcp::model::{ErrorCode, ErrorData};
use serde_json::{Map, Value, json};

use crate::abilities::Abilities;
use crate::frame::{Id, Refusal, Request};
use crate::meta;
use crate::revision::Revision;

pub(crate) mod headers;

/// The two ways in which requests carry their context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    /// 2024-11-05 to 2025-11-25: a handshake, and then requests that rely on it.
    Legacy,
    /// 2026-07-28: every request says all in its `_meta`.
    Modern,
}

impl Era {
    /// The era of a request: modern if its `_meta` or its header names a revision without handshake, or if its method
    /// exists in no other era.
    pub(crate) fn of(request: &Request, header: Option<&str>) -> Self {
        let says = meta::of(&request.params).is_some_and(|meta| meta.contains_key(meta::PROTOCOL_VERSION));
        let header = header.and_then(Revision::parse).is_some_and(Revision::is_modern);
        if says || header || request.method == "server/discover" { Era::Modern } else { Era::Legacy }
    }
}

/// The methods of 2026-07-28 that are served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Discover,
    ListTools,
    ListPrompts,
    ListTemplates,
    /// What a guest is asked.
    Ask(Asking),
    Listen,
    Task(TaskMethod),
}

/// The methods that a guest answers, in every revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asking {
    CallTool,
    ListResources,
    ReadResource,
    GetPrompt,
    Complete,
}

/// The methods of the extension for tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaskMethod {
    Get,
    Update,
    Cancel,
}

impl Asking {
    pub(crate) fn parse(name: &str) -> Option<Self> {
        match name {
            "tools/call" => Some(Self::CallTool),
            "resources/list" => Some(Self::ListResources),
            "resources/read" => Some(Self::ReadResource),
            "prompts/get" => Some(Self::GetPrompt),
            "completion/complete" => Some(Self::Complete),
            _ => None,
        }
    }
}

impl Method {
    fn parse(name: &str) -> Option<Self> {
        match name {
            "server/discover" => Some(Self::Discover),
            "tools/list" => Some(Self::ListTools),
            "prompts/list" => Some(Self::ListPrompts),
            "resources/templates/list" => Some(Self::ListTemplates),
            "subscriptions/listen" => Some(Self::Listen),
            "tasks/get" => Some(Self::Task(TaskMethod::Get)),
            "tasks/update" => Some(Self::Task(TaskMethod::Update)),
            "tasks/cancel" => Some(Self::Task(TaskMethod::Cancel)),
            name => Asking::parse(name).map(Self::Ask),
        }
    }
}

/// A request that has passed.
#[derive(Debug, PartialEq)]
pub(crate) struct Modern {
    pub(crate) id: Id,
    pub(crate) method: Method,
    pub(crate) params: Map<String, Value>,
    pub(crate) revision: Revision,
    pub(crate) abilities: Abilities,
    /// Lines of this level and above are wanted; absent means none.
    pub(crate) level: Option<Level>,
}

/// A request that has not.
#[derive(Debug, PartialEq)]
pub(crate) struct Refused {
    /// For HTTP; stdio has no statuses.
    pub(crate) status: StatusCode,
    pub(crate) refusal: Refusal,
}

/// Checks a modern request; `headers` are those it came with, if it came over HTTP.
///
/// # Errors
///
/// The first rule it breaks, in the order of the module's description.
pub(crate) fn check(request: Request, headers: Option<&HeaderMap>) -> Result<Modern, Refused> {
    match checked(&request, headers) {
        Ok((method, revision, abilities, level)) => {
            Ok(Modern { id: request.id, method, params: request.params, revision, abilities, level })
        }
        Err((status, error)) => Err(Refused { status, refusal: Refusal { id: Some(request.id), error } }),
    }
}

type Checked = (Method, Revision, Abilities, Option<Level>);

fn checked(request: &Request, headers: Option<&HeaderMap>) -> Result<Checked, (StatusCode, ErrorData)> {
    let (version, abilities) = envelope(&request.params).map_err(bad_request)?;
    if let Some(headers) = headers {
        headers::version_agrees(headers, version).map_err(bad_request)?;
    }
    let revision = match Revision::parse(version) {
        Some(revision) if revision.is_modern() => revision,
        _ => return Err(bad_request(unsupported_version(version))),
    };
    if let Some(headers) = headers {
        headers::route_agrees(headers, &request.method, &request.params).map_err(bad_request)?;
    }
    let Some(method) = Method::parse(&request.method) else {
        return Err((StatusCode::NOT_FOUND, unknown_method(&request.method)));
    };
    let level = level(&request.params).map_err(|error| (StatusCode::OK, error))?;
    Ok((method, revision, abilities, level))
}

fn bad_request(error: ErrorData) -> (StatusCode, ErrorData) {
    (StatusCode::BAD_REQUEST, error)
}

/// The two members that every `_meta` must have.
fn envelope(params: &Map<String, Value>) -> Result<(&str, Abilities), ErrorData> {
    let invalid = |message: &str| ErrorData::invalid_params(message.to_owned(), None);
    let meta = meta::of(params).ok_or_else(|| invalid("`params._meta` must be an object"))?;
    let version = meta
        .get(meta::PROTOCOL_VERSION)
        .and_then(Value::as_str)
        .ok_or_else(|| invalid("`_meta` must have the string `io.modelcontextprotocol/protocolVersion`"))?;
    let capabilities = meta.get(meta::CLIENT_CAPABILITIES).ok_or_else(|| {
        invalid("`_meta` must have the object `io.modelcontextprotocol/clientCapabilities`")
    })?;
    Ok((version, Abilities::read(capabilities).map_err(invalid)?))
}

fn level(params: &Map<String, Value>) -> Result<Option<Level>, ErrorData> {
    let Some(value) = meta::of(params).and_then(|meta| meta.get(meta::LOG_LEVEL)) else {
        return Ok(None);
    };
    value.as_str().and_then(meta::level).map(Some).ok_or_else(|| {
        ErrorData::invalid_params("`io.modelcontextprotocol/logLevel` must be one of debug … emergency", None)
    })
}

/// -32601, with the name that was asked for.
pub(crate) fn unknown_method(method: &str) -> ErrorData {
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("there is no method {}", meta::shown(method)), None)
}

/// -32022, with what is supported.
pub(crate) fn unsupported_version(requested: &str) -> ErrorData {
    let supported = Revision::ALL.map(Revision::as_str);
    ErrorData::new(
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
        "Unsupported protocol version",
        Some(json!({ "supported": supported, "requested": requested })),
    )
}

#[cfg(test)]
mod tests;
