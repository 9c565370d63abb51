//! Results of every kind.

use bulkhead_sdk::{Content, ToolError, ToolResult, tool};

/// A red dot, one pixel wide.
pub fn red_dot() -> Vec<u8> {
    include_bytes!("../media/red.png").to_vec()
}

/// Says a sentence.
#[tool(read_only, idempotent, closed_world)]
pub fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

/// Shows a picture.
#[tool(read_only, idempotent, closed_world)]
pub fn test_image_content() -> Content {
    Content::image(red_dot(), "image/png")
}

/// Plays a moment of silence.
#[tool(read_only, idempotent, closed_world)]
pub fn test_audio_content() -> Content {
    Content::audio(include_bytes!("../media/silence.wav").to_vec(), "audio/wav")
}

/// Gives a resource with its content.
#[tool(read_only, idempotent, closed_world)]
pub fn test_embedded_resource() -> Content {
    Content::text_resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")
}

/// Gives a text, a picture and a resource.
#[tool(read_only, idempotent, closed_world)]
pub fn test_multiple_content_types() -> ToolResult {
    let resource = Content::text_resource(
        "test://mixed-content-resource",
        "application/json",
        r#"{"test":"data","value":123}"#,
    );
    ToolResult::new()
        .text("Multiple content types test:")
        .content(Content::image(red_dot(), "image/png"))
        .content(resource)
}

/// Fails.
#[tool(read_only, idempotent, closed_world)]
pub fn test_error_handling() -> Result<String, ToolError> {
    Err(ToolError::new("intended", "This tool intentionally returns an error for testing"))
}
