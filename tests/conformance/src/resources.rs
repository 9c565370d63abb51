//! What can be read.

use bulkhead_sdk::resource;

use crate::content::red_dot;

/// A text that never changes.
#[resource(uri = "test://static-text", mime_type = "text/plain")]
pub fn static_text() -> &'static str {
    "This is the content of the static text resource."
}

/// A picture that never changes.
#[resource(uri = "test://static-binary", mime_type = "image/png")]
pub fn static_binary() -> Vec<u8> {
    red_dot()
}

/// A text that is said to change.
#[resource(uri = "test://watched-resource", mime_type = "text/plain")]
pub fn watched_resource() -> &'static str {
    "Watched resource content."
}

/// What belongs to an id.
#[resource(template = "test://template/{id}/data", mime_type = "application/json")]
pub fn template_data(id: String) -> String {
    format!(r#"{{"id":"{id}","templateTest":true,"data":"Data for ID: {id}"}}"#)
}
