//! How large an answer is: the bytes that the guest wrote, before anything is parsed or encoded.

use crate::bindings::tools::Outcome;
use crate::bindings::types::{
    Block, Content, Icon, InputRequest, Question, ResourceBody, ToolError, ToolResult,
};

/// Counted for each element of a list on top of its text, so that a million empty blocks are not nothing.
const ELEMENT: usize = 16;

pub(crate) fn outcome_size(outcome: &Outcome) -> u64 {
    let size = match outcome {
        Outcome::Complete(result) => result_size(result),
        Outcome::InputRequired(request) => request_size(request),
    };
    size as u64
}

pub(crate) fn error_size(error: &ToolError) -> u64 {
    (error.code.len() + error.message.len() + optional(&error.detail)) as u64
}

fn result_size(result: &ToolResult) -> usize {
    result.content.iter().map(content).sum::<usize>() + optional(&result.structured)
}

fn content(content: &Content) -> usize {
    let annotations = content
        .annotations
        .as_ref()
        .map_or(0, |hints| hints.audience.len() * ELEMENT + optional(&hints.last_modified));
    ELEMENT + block(&content.block) + annotations + optional(&content.meta)
}

fn block(block: &Block) -> usize {
    match block {
        Block::Text(text) => text.len(),
        Block::Image(media) | Block::Audio(media) => media.data.len() + media.mime_type.len(),
        Block::Resource(contents) => {
            let body = match &contents.body {
                ResourceBody::Text(text) => text.len(),
                ResourceBody::Blob(bytes) => bytes.len(),
            };
            body + contents.uri.len() + optional(&contents.mime_type) + optional(&contents.meta)
        }
        Block::ResourceLink(link) => {
            link.uri.len()
                + link.name.len()
                + optional(&link.title)
                + optional(&link.description)
                + optional(&link.mime_type)
                + link.icons.iter().map(icon).sum::<usize>()
        }
    }
}

fn icon(icon: &Icon) -> usize {
    let sizes = icon.sizes.iter().map(|size| ELEMENT + size.len()).sum::<usize>();
    ELEMENT + icon.src.len() + optional(&icon.mime_type) + sizes
}

fn request_size(request: &InputRequest) -> usize {
    let questions =
        request.questions.iter().map(|keyed| ELEMENT + keyed.key.len() + question(&keyed.question));
    questions.sum::<usize>() + request.state.len()
}

fn question(question: &Question) -> usize {
    match question {
        Question::Form(form) => form.message.len() + form.schema.len(),
        Question::Url(page) => page.message.len() + page.url.len(),
        Question::Sampling(params) => params.len(),
        Question::Roots => 0,
    }
}

fn optional(text: &Option<String>) -> usize {
    text.as_ref().map_or(0, String::len)
}
