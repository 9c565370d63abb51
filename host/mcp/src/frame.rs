//! JSON-RPC 2.0: bytes to messages and back, without knowing any method.

use rmcp::model::{ErrorCode, ErrorData};
use serde::Serialize;
use serde_json::{Map, Number, Value};

/// How many messages one batch may hold. Clients that batch send a handful; without a bound a body of 4 MiB could
/// start some 50,000 calls at once.
const BATCH: usize = 64;

/// What one line or one body holds.
#[derive(Debug, PartialEq)]
pub(crate) enum Incoming {
    One(Message),
    /// An array. Each member stands or falls alone.
    Batch(Vec<Result<Message, Refusal>>),
}

/// A message of the other side.
#[derive(Debug, PartialEq)]
pub(crate) enum Message {
    Request(Request),
    Notification(Notification),
    Response(Response),
}

/// Something that is answered.
#[derive(Debug, PartialEq)]
pub(crate) struct Request {
    pub(crate) id: Id,
    pub(crate) method: String,
    pub(crate) params: Map<String, Value>,
}

/// Something that is not answered.
#[derive(Debug, PartialEq)]
pub(crate) struct Notification {
    pub(crate) method: String,
    pub(crate) params: Map<String, Value>,
}

/// An answer to a request of ours.
#[derive(Debug, PartialEq)]
pub(crate) struct Response {
    pub(crate) id: Id,
    pub(crate) outcome: Result<Value, Value>,
}

/// The id of a request: a string or an integer, kept as it came.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub(crate) enum Id {
    Number(Number),
    Text(String),
}

impl Id {
    /// The id that `value` is, if it is one.
    pub(crate) fn read(value: Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(Self::Text(text)),
            Value::Number(number) if is_integer(&number) => Some(Self::Number(number)),
            _ => None,
        }
    }
}

fn is_integer(number: &Number) -> bool {
    number.is_i64() || number.is_u64() || number.as_f64().is_some_and(|float| float.fract() == 0.0)
}

/// A message that cannot be served, with the id to say so under, where it has one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refusal {
    pub(crate) id: Option<Id>,
    pub(crate) error: ErrorData,
}

impl Refusal {
    pub(crate) fn new(id: Option<Id>, code: ErrorCode, message: impl Into<String>) -> Self {
        Self { id, error: ErrorData::new(code, message.into(), None) }
    }

    fn invalid(id: Option<Id>, message: &str) -> Self {
        Self::new(id, ErrorCode::INVALID_REQUEST, message)
    }

    /// The refusal as a message.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        error(self.id.as_ref(), &self.error)
    }
}

/// Reads what one line or one body holds.
///
/// # Errors
///
/// -32700 when the bytes are not JSON, -32600 when they are JSON but no message, -32602 when `params` is no object.
pub(crate) fn parse(bytes: &[u8]) -> Result<Incoming, Refusal> {
    let value = serde_json::from_slice(bytes)
        .map_err(|error| Refusal::new(None, ErrorCode::PARSE_ERROR, format!("not JSON: {error}")))?;
    match value {
        Value::Object(fields) => message(fields).map(Incoming::One),
        Value::Array(members) => batch(members),
        _ => Err(Refusal::invalid(None, "a message is a JSON object")),
    }
}

fn batch(members: Vec<Value>) -> Result<Incoming, Refusal> {
    if members.is_empty() {
        return Err(Refusal::invalid(None, "an empty batch"));
    }
    if members.len() > BATCH {
        return Err(Refusal::invalid(None, "a batch of more than 64 messages"));
    }
    let read = |member| match member {
        Value::Object(fields) => message(fields),
        _ => Err(Refusal::invalid(None, "a message is a JSON object")),
    };
    Ok(Incoming::Batch(members.into_iter().map(read).collect()))
}

fn message(mut fields: Map<String, Value>) -> Result<Message, Refusal> {
    let id = match fields.remove("id") {
        None => None,
        Some(value) => match Id::read(value) {
            Some(id) => Some(id),
            None => return Err(Refusal::invalid(None, "an id is a string or an integer, never null")),
        },
    };
    if fields.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(Refusal::invalid(id, "`jsonrpc` must be \"2.0\""));
    }
    match fields.remove("method") {
        Some(Value::String(method)) => call(id, method, fields.remove("params")),
        Some(_) => Err(Refusal::invalid(id, "`method` must be a string")),
        None => response(id, fields),
    }
}

fn call(id: Option<Id>, method: String, params: Option<Value>) -> Result<Message, Refusal> {
    let params = match params {
        Some(Value::Object(params)) => params,
        None | Some(Value::Null) => Map::new(),
        Some(_) => return Err(Refusal::new(id, ErrorCode::INVALID_PARAMS, "`params` must be an object")),
    };
    Ok(match id {
        Some(id) => Message::Request(Request { id, method, params }),
        None => Message::Notification(Notification { method, params }),
    })
}

fn response(id: Option<Id>, mut fields: Map<String, Value>) -> Result<Message, Refusal> {
    let outcome = match (fields.remove("result"), fields.remove("error")) {
        (Some(result), None) => Ok(result),
        (None, Some(error)) => Err(error),
        (None, None) => return Err(Refusal::invalid(id, "neither a `method` nor a `result` nor an `error`")),
        (Some(_), Some(_)) => return Err(Refusal::invalid(id, "both a `result` and an `error`")),
    };
    match id {
        Some(id) => Ok(Message::Response(Response { id, outcome })),
        None => Err(Refusal::invalid(None, "a response without an id")),
    }
}

/// The answer to request `id`.
pub(crate) fn result(id: &Id, result: &impl Serialize) -> Vec<u8> {
    #[derive(Serialize)]
    struct Frame<'a, T> {
        jsonrpc: &'static str,
        id: &'a Id,
        result: &'a T,
    }
    write(&Frame { jsonrpc: "2.0", id, result })
}

/// An error. `id` is absent, not null, when the request's own could not be read: that is what the schemas of the last
/// two revisions allow, and the earlier ones allow neither.
pub(crate) fn error(id: Option<&Id>, error: &ErrorData) -> Vec<u8> {
    #[derive(Serialize)]
    struct Frame<'a> {
        jsonrpc: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a Id>,
        error: &'a ErrorData,
    }
    write(&Frame { jsonrpc: "2.0", id, error })
}

/// A notification of ours.
pub(crate) fn notification(method: &str, params: &impl Serialize) -> Vec<u8> {
    #[derive(Serialize)]
    struct Frame<'a, T> {
        jsonrpc: &'static str,
        method: &'a str,
        params: &'a T,
    }
    write(&Frame { jsonrpc: "2.0", method, params })
}

/// A request of ours; only legacy revisions have such.
pub(crate) fn request(id: i64, method: &str, params: &impl Serialize) -> Vec<u8> {
    #[derive(Serialize)]
    struct Frame<'a, T> {
        jsonrpc: &'static str,
        id: i64,
        method: &'a str,
        params: &'a T,
    }
    write(&Frame { jsonrpc: "2.0", id, method, params })
}

/// Several answers as the one answer to a batch.
pub(crate) fn join(members: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = vec![b'['];
    bytes.extend(members.join(&b','));
    bytes.push(b']');
    bytes
}

fn write(frame: &impl Serialize) -> Vec<u8> {
    // Fails only for maps whose keys are not strings; no type here has one, but no input may ever panic.
    serde_json::to_vec(frame).unwrap_or_else(|_| {
        br#"{"jsonrpc":"2.0","error":{"code":-32603,"message":"the answer could not be written as JSON"}}"#.to_vec()
    })
}

#[cfg(test)]
mod tests;
