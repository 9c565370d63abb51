//! Names and texts that try to be more than that.

use serde_json::{Map, Value, json};

use crate::data::Tool;

const TEXTS: [&str; 24] = [
    "",
    " ",
    "*/",
    "*/ }; declare const evil: 1; /*",
    "**/*/ /** *\u{200b}/",
    "@ts-expect-error",
    "@ts-ignore",
    " @ts-nocheck",
    "@deprecated {@link x",
    "\"",
    "\\\"",
    "\\",
    "'`${evil}`",
    "a\nb\r\nc\td",
    "\u{2028}\u{2029}\u{85}",
    "\u{202e}\u{2066}\u{feff}\u{e0041}",
    "\u{0}\u{7f}\u{1b}",
    "new",
    "constructor",
    "__proto__",
    "readonly",
    "get",
    "// x",
    "日本語 é 😀",
];

/// A tool for each text, which is in every place where a text can be.
pub fn tools() -> Vec<Tool> {
    TEXTS.iter().flat_map(|text| [tool(text, "tool"), tool("component", text)]).collect()
}

fn tool(component: &str, name: &str) -> Tool {
    let text = if component == "component" { name } else { component };
    let properties: Map<String, Value> =
        TEXTS.iter().map(|name| ((*name).to_owned(), property(text))).collect();
    let definitions: Map<String, Value> =
        [(text.to_owned(), json!({ "properties": { "in": { "$ref": reference(text) } } }))]
            .into_iter()
            .collect();
    let mut input = json!({ "properties": properties, "required": TEXTS, "$defs": definitions });
    input["properties"]["recursive"] = json!({ "$ref": reference(text) });
    Tool {
        component: component.to_owned(),
        name: name.to_owned(),
        title: Some(text.to_owned()),
        description: text.to_owned(),
        output: Some(input.clone()),
        input,
    }
}

fn property(text: &str) -> Value {
    json!({
        "description": text, "title": text, "format": text, "pattern": text, "default": text,
        "anyOf": [
            { "const": text, "description": text },
            { "enum": [text, { text: text }, [text]] },
            { "type": "object", "properties": { text: true }, "additionalProperties": { "const": text } },
            { "type": "array", "items": { "type": "string", "description": text } },
        ],
    })
}

fn reference(text: &str) -> String {
    format!("#/$defs/{}", text.replace('~', "~0").replace('/', "~1").replace('%', "%25"))
}
