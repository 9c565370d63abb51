//! What a person can pick, and what is suggested while it is filled in.

use bulkhead_sdk::{
    Content, InputRequest, Known, PromptMessage, PromptOutcome, PromptResult, Resumption, prompt,
};

use crate::{
    content::red_dot,
    wanted::rounds::{entered, text_form},
};

/// Says a sentence.
#[prompt]
pub fn test_simple_prompt() -> &'static str {
    "This is a simple prompt for testing."
}

/// Repeats what it was given.
#[prompt]
pub fn test_prompt_with_arguments(
    /// First test argument
    #[arg(complete = words)]
    arg1: String,
    /// Second test argument
    arg2: String,
) -> String {
    format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'")
}

fn words(typed: &str, _: &Known) -> Vec<&'static str> {
    ["paris", "park", "party"].into_iter().filter(|word| word.starts_with(typed)).collect()
}

/// Has a resource in it.
#[prompt]
pub fn test_prompt_with_embedded_resource(
    /// URI of the resource to embed
    #[arg(name = "resourceUri")]
    resource_uri: String,
) -> Vec<PromptMessage> {
    let resource =
        Content::text_resource(resource_uri, "text/plain", "Embedded resource content for testing.");
    vec![PromptMessage::user(resource), PromptMessage::user("Please process the embedded resource above.")]
}

/// Has a picture in it.
#[prompt]
pub fn test_prompt_with_image() -> Vec<PromptMessage> {
    let image = Content::image(red_dot(), "image/png");
    vec![PromptMessage::user(image), PromptMessage::user("Please analyze the image above.")]
}

/// Asks what it is about.
#[prompt]
pub fn test_input_required_result_prompt(resumption: Option<Resumption>) -> PromptOutcome {
    let context = resumption.and_then(|resumption| entered(&resumption, "user_context", "context"));
    let Some(context) = context else {
        let question = text_form("What context should the prompt use?", "context");
        return PromptOutcome::InputRequired(InputRequest::new().ask("user_context", question));
    };
    let message = PromptMessage::user(format!("Prompt with context: {context}"));
    PromptOutcome::Complete(PromptResult { description: None, messages: vec![message] })
}
