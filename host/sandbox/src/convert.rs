//! Between the contract's values as the guest sees them and as the host does. Coming from a guest, text that is called
//! `json` is parsed here, within what `serde_json` bounds (128 levels); nothing unparsed goes further.

use serde_json::{Map, Value};

mod catalog;
mod documents;
mod from_guest;
mod size;
mod to_guest;

pub(crate) use catalog::{info, prompts, templates, tools};
pub(crate) use documents::{completion_to_guest, page, prompt, read, suggestions};
pub(crate) use from_guest::{outcome, tool_error};
pub(crate) use size::{error_size, outcome_size, page_size, prompt_size, read_size, suggestions_size};
pub(crate) use to_guest::{error_to_guest, result_to_guest, resumption_to_guest};

/// Text of a guest that is not what the contract says: which text, and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} {problem}")]
pub(crate) struct Invalid {
    what: String,
    problem: String,
}

/// Exactly one JSON value.
fn json(what: &str, text: &str) -> Result<Value, Invalid> {
    serde_json::from_str(text).map_err(|e| Invalid {
        what: what.into(),
        problem: format!("is not JSON: {e}; it begins {:?}", start(text)),
    })
}

/// A JSON object, if there is any.
fn object(what: &str, text: Option<&str>) -> Result<Option<Map<String, Value>>, Invalid> {
    let Some(text) = text else { return Ok(None) };
    match json(what, text)? {
        Value::Object(map) => Ok(Some(map)),
        _ => Err(Invalid {
            what: what.into(),
            problem: format!("is not a JSON object; it begins {:?}", start(text)),
        }),
    }
}

/// Enough of a text to recognise it by.
fn start(text: &str) -> &str {
    const ENOUGH: usize = 60;
    &text[..text.floor_char_boundary(ENOUGH)]
}

#[cfg(test)]
mod tests;
