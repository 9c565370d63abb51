//! Input schemas that the parameters alone would not make.

use bulkhead_sdk::{
    serde_json::{Map, Value, json},
    tool,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// Any arguments that [`contact`] allows.
#[derive(Deserialize, JsonSchema)]
pub struct Contact(Map<String, Value>);

fn contact() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": { "street": { "type": "string" }, "city": { "type": "string" } },
            },
        },
        "properties": {
            "name": { "type": "string" },
            "address": { "$ref": "#/$defs/address" },
            "contactMethod": { "type": "string", "enum": ["phone", "email"] },
            "phone": { "type": "string" },
            "email": { "type": "string" },
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false,
    })
}

/// Tool with JSON Schema 2020-12 features
#[tool(read_only, closed_world, input_schema = contact())]
pub fn json_schema_2020_12_tool(#[args] contact: Contact) -> String {
    let fields: Vec<_> = contact.0.keys().map(String::as_str).collect();
    format!("Given: {}", fields.join(", "))
}

/// Gives back a value that travels in a header, too.
#[tool(read_only, closed_world)]
pub fn test_custom_header(
    /// What is given back.
    #[arg(header = "Value")]
    value: String,
) -> String {
    value
}
