//! Messages as a client writes them.

use serde_json::{Value, json};

/// The modern revision.
pub const MODERN: &str = "2026-07-28";

/// The `_meta` of a modern request.
pub fn meta() -> Value {
    meta_of(MODERN)
}

/// The same, with another revision in it.
pub fn meta_of(version: &str) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

/// A request.
pub fn request(id: impl Into<Value>, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params })
}

/// A modern request without params of its own.
pub fn modern(id: impl Into<Value>, method: &str) -> Value {
    request(id, method, json!({ "_meta": meta() }))
}

/// A notification.
pub fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

/// A legacy handshake.
pub fn initialize(id: impl Into<Value>, version: &str) -> Value {
    let client = json!({ "name": "wire", "version": "0" });
    request(id, "initialize", json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client }))
}

/// The code of an error answer.
pub fn code(answer: &Value) -> Option<i64> {
    answer["error"]["code"].as_i64()
}
