//! The headers of 2026-07-28 repeat what the body says, so that intermediaries can route without reading it. A request
//! whose headers say something else is refused: an intermediary would have judged another request than the one served.

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::HeaderMap;
use rmcp::model::ErrorData;
use serde_json::{Map, Value};

use crate::meta::shown;

pub(crate) const PROTOCOL_VERSION: &str = "mcp-protocol-version";
const METHOD: &str = "mcp-method";
const NAME: &str = "mcp-name";
const PARAM_PREFIX: &str = "mcp-param-";
/// The member of a property's schema that names its header.
const ANNOTATION: &str = "x-mcp-header";

/// The one value of a header.
///
/// # Errors
///
/// -32020 when it comes twice, or holds bytes that no header value may.
pub(crate) fn single<'a>(headers: &'a HeaderMap, name: &str) -> Result<Option<&'a str>, ErrorData> {
    let mut values = headers.get_all(name).iter();
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(mismatch(format!("the header {name} comes more than once")));
    }
    match value.to_str() {
        Ok(text) => Ok(Some(text.trim_matches([' ', '\t']))),
        Err(_) => Err(mismatch(format!("the header {name} holds characters that are not allowed"))),
    }
}

/// `MCP-Protocol-Version` is the body's.
pub(crate) fn version_agrees(headers: &HeaderMap, version: &str) -> Result<(), ErrorData> {
    agrees(PROTOCOL_VERSION, single(headers, PROTOCOL_VERSION)?, version)
}

/// `Mcp-Method` and, for methods that act on a named thing, `Mcp-Name` are the body's.
pub(crate) fn route_agrees(
    headers: &HeaderMap,
    method: &str,
    params: &Map<String, Value>,
) -> Result<(), ErrorData> {
    agrees(METHOD, single(headers, METHOD)?, method)?;
    let named_by = match method {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => return Ok(()),
    };
    // A body without the name is the method's own matter.
    let Some(name) = params.get(named_by).and_then(Value::as_str) else { return Ok(()) };
    let header = single(headers, NAME)?.map(|value| decode(NAME, value)).transpose()?;
    agrees(NAME, header.as_deref(), name)
}

/// Every `Mcp-Param-*` that the tool's input schema asks for is the argument's.
pub(crate) fn params_agree(headers: &HeaderMap, schema: &Value, arguments: &Value) -> Result<(), ErrorData> {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return Ok(()) };
    for (name, property) in properties {
        let argument = arguments.get(name).unwrap_or(&Value::Null);
        if let Some(suffix) = property.get(ANNOTATION).and_then(Value::as_str) {
            param_agrees(headers, &format!("{PARAM_PREFIX}{}", suffix.to_ascii_lowercase()), argument)?;
        }
        params_agree(headers, property, argument)?;
    }
    Ok(())
}

fn param_agrees(headers: &HeaderMap, header: &str, argument: &Value) -> Result<(), ErrorData> {
    let value = single(headers, header)?.map(|value| decode(header, value)).transpose()?;
    let expected = match argument {
        Value::String(text) => Cow::Borrowed(text.as_str()),
        Value::Bool(flag) => Cow::Borrowed(if *flag { "true" } else { "false" }),
        Value::Number(number) => Cow::Owned(number.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => {
            return match value {
                None => Ok(()),
                Some(_) => {
                    Err(mismatch(format!("the header {header} stands for an argument that is not there")))
                }
            };
        }
    };
    // Beyond 2^53 two different integers can be the same float; there only the same text will do.
    let same_number = |text: &str| match (argument.as_f64(), text.parse::<f64>()) {
        (Some(argument), Ok(header)) => argument == header && header.abs() < 9_007_199_254_740_992.0,
        _ => false,
    };
    match value.as_deref() {
        Some(text) if same_number(text) => Ok(()),
        value => agrees(header, value, &expected),
    }
}

fn agrees(name: &str, header: Option<&str>, body: &str) -> Result<(), ErrorData> {
    match header {
        Some(value) if value == body => Ok(()),
        Some(value) => {
            Err(mismatch(format!("the header {name} is {}, but the body says {}", shown(value), shown(body))))
        }
        None => Err(mismatch(format!("the header {name} is missing"))),
    }
}

/// `=?base64?…?=` carries what a header cannot hold as it is.
fn decode<'a>(name: &str, value: &'a str) -> Result<Cow<'a, str>, ErrorData> {
    let Some(encoded) = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) else {
        return Ok(Cow::Borrowed(value));
    };
    STANDARD
        .decode(encoded)
        .ok()
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .map(Cow::Owned)
        .ok_or_else(|| mismatch(format!("the header {name} is not Base64 of UTF-8")))
}

fn mismatch(message: String) -> ErrorData {
    ErrorData::header_mismatch(message, None)
}
