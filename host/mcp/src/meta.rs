//! The `_meta` of a request: the keys that the protocol gives a meaning.

use bulkhead_dispatch::Level;
use serde_json::{Map, Value};

pub(crate) const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(crate) const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
pub(crate) const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
pub(crate) const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
pub(crate) const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";

/// The extension for calls that outlast their request.
pub(crate) const TASKS: &str = "io.modelcontextprotocol/tasks";

/// The `_meta` of these params, if they have one.
pub(crate) fn of(params: &Map<String, Value>) -> Option<&Map<String, Value>> {
    params.get("_meta").and_then(Value::as_object)
}

/// The token under which the client wants to hear of progress: a string or a number.
pub(crate) fn progress_token(params: &Map<String, Value>) -> Option<Value> {
    of(params)?.get("progressToken").filter(|token| token.is_string() || token.is_number()).cloned()
}

/// The W3C `traceparent`, if it is one.
pub(crate) fn trace(params: &Map<String, Value>) -> Option<String> {
    of(params)?.get("traceparent")?.as_str().filter(|trace| is_traceparent(trace)).map(str::to_owned)
}

/// `version-traceid-parentid-flags` in lowercase hexadecimal. Anything else is dropped: it goes into records, and a
/// client must not be able to write there what it likes.
fn is_traceparent(text: &str) -> bool {
    let hex = |part: &str| part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    lengths == [2, 32, 16, 2] && text.split('-').all(hex)
}

/// The level of this name.
pub(crate) fn level(name: &str) -> Option<Level> {
    const ALL: [Level; 8] = [
        Level::Debug,
        Level::Info,
        Level::Notice,
        Level::Warning,
        Level::Error,
        Level::Critical,
        Level::Alert,
        Level::Emergency,
    ];
    ALL.into_iter().find(|level| level.as_str() == name)
}

/// Someone else's text inside a message of ours: quoted, and cut where it stops being of use.
pub(crate) fn shown(text: &str) -> String {
    // The longest name that the contract allows is 128.
    match text.char_indices().nth(128) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_traceparent_is_one() {
        let good = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        assert!(is_traceparent(good));
        for bad in ["", "x", &good.to_uppercase(), &good[1..], &good.replace("01", "zz"), "00-\n-\n-01"] {
            assert!(!is_traceparent(bad), "{bad}");
        }
    }

    #[test]
    fn long_names_are_cut_between_characters() {
        assert_eq!(shown("a\nb"), r#""a\nb""#);
        assert!(shown(&"é".repeat(1000)).chars().count() < 140);
    }
}
