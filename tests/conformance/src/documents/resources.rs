//! What can be read.

use super::{
    Documents,
    contract::resources::{Guest, ReadOutcome, ResourceDefinition, ResourcePage, ResourceTemplate},
    not_found,
    types::{ResourceBody, ResourceContents, Resumption, ToolError},
};
use crate::content::red_dot;

const STATIC_TEXT: &str = "test://static-text";
const STATIC_BINARY: &str = "test://static-binary";
const WATCHED: &str = "test://watched-resource";

fn listed(uri: &str, name: &str, description: &str, mime_type: &str) -> ResourceDefinition {
    ResourceDefinition {
        uri: uri.to_owned(),
        name: name.to_owned(),
        title: None,
        description: Some(description.to_owned()),
        mime_type: Some(mime_type.to_owned()),
        size: None,
        icons: Vec::new(),
        annotations: None,
        meta: None,
    }
}

/// The `{id}` of `test://template/{id}/data`.
fn template_id(uri: &str) -> Option<&str> {
    uri.strip_prefix("test://template/")?.strip_suffix("/data").filter(|id| !id.contains('/'))
}

impl Guest for Documents {
    fn list_resources(_: Option<String>) -> Result<ResourcePage, ToolError> {
        let resources = vec![
            listed(STATIC_TEXT, "Static text", "A text that never changes.", "text/plain"),
            listed(STATIC_BINARY, "Static picture", "A picture that never changes.", "image/png"),
            listed(WATCHED, "Watched text", "A text that is said to change.", "text/plain"),
        ];
        Ok(ResourcePage { resources, next: None })
    }

    fn list_templates() -> Vec<ResourceTemplate> {
        vec![ResourceTemplate {
            uri_template: "test://template/{id}/data".to_owned(),
            name: "Data by id".to_owned(),
            title: None,
            description: Some("What belongs to an id.".to_owned()),
            mime_type: Some("application/json".to_owned()),
            icons: Vec::new(),
            annotations: None,
            meta: None,
        }]
    }

    fn read_resource(uri: String, _: Option<Resumption>) -> Result<ReadOutcome, ToolError> {
        let text = |text: &str| ResourceBody::Text(text.to_owned());
        let (mime_type, body) = match uri.as_str() {
            STATIC_TEXT => ("text/plain", text("This is the content of the static text resource.")),
            STATIC_BINARY => ("image/png", ResourceBody::Blob(red_dot())),
            WATCHED => ("text/plain", text("Watched resource content.")),
            other => match template_id(other) {
                Some(id) => {
                    let data = format!(r#"{{"id":"{id}","templateTest":true,"data":"Data for ID: {id}"}}"#);
                    ("application/json", ResourceBody::Text(data))
                }
                None => return Err(not_found("resource of this URI")),
            },
        };
        let contents = ResourceContents { uri, mime_type: Some(mime_type.to_owned()), body, meta: None };
        Ok(ReadOutcome::Complete(vec![contents]))
    }
}
