//! Input schemas that a derive would not write.

use std::borrow::Cow;

use bulkhead_sdk::{
    schemars::{JsonSchema, Schema, SchemaGenerator, json_schema},
    serde_json::{Map, Value},
    tool,
};
use serde::Deserialize;

/// Any arguments that the schema below allows.
#[derive(Deserialize)]
pub struct Contact(Map<String, Value>);

impl JsonSchema for Contact {
    fn schema_name() -> Cow<'static, str> {
        "Contact".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
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
}

/// Tool with JSON Schema 2020-12 features
#[tool(read_only, closed_world)]
pub fn json_schema_2020_12_tool(#[args] contact: Contact) -> String {
    let fields: Vec<_> = contact.0.keys().map(String::as_str).collect();
    format!("Given: {}", fields.join(", "))
}

/// Gives back a value that travels in a header, too.
#[tool(read_only, closed_world)]
pub fn test_custom_header(
    /// What is given back.
    #[schemars(extend("x-mcp-header" = "Value"))]
    value: String,
) -> String {
    value
}
