//! How large an answer is: the bytes that the guest wrote, before anything is parsed or encoded.

use crate::bindings::completion::Suggestions;
use crate::bindings::prompts::PromptOutcome;
use crate::bindings::resources::{ReadOutcome, ResourceDefinition, ResourcePage};
use crate::bindings::tools::Outcome;
use crate::bindings::types::{
    Block, Content, ContentAnnotations, Icon, InputRequest, Question, ResourceBody, ResourceContents,
    ToolError, ToolResult,
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

pub(crate) fn page_size(page: &ResourcePage) -> u64 {
    let resource = |resource: &ResourceDefinition| {
        ELEMENT
            + resource.uri.len()
            + resource.name.len()
            + optional(&resource.title)
            + optional(&resource.description)
            + optional(&resource.mime_type)
            + resource.icons.iter().map(icon).sum::<usize>()
            + annotations(&resource.annotations)
            + optional(&resource.meta)
    };
    (page.resources.iter().map(resource).sum::<usize>() + optional(&page.next)) as u64
}

pub(crate) fn read_size(outcome: &ReadOutcome) -> u64 {
    let size = match outcome {
        ReadOutcome::Complete(contents) => {
            contents.iter().map(|contents| ELEMENT + resource_contents(contents)).sum()
        }
        ReadOutcome::InputRequired(request) => request_size(request),
    };
    size as u64
}

pub(crate) fn prompt_size(outcome: &PromptOutcome) -> u64 {
    let size = match outcome {
        PromptOutcome::Complete(result) => {
            optional(&result.description)
                + result.messages.iter().map(|message| content(&message.content)).sum::<usize>()
        }
        PromptOutcome::InputRequired(request) => request_size(request),
    };
    size as u64
}

pub(crate) fn suggestions_size(suggestions: &Suggestions) -> u64 {
    suggestions.values.iter().map(|value| ELEMENT + value.len()).sum::<usize>() as u64
}

pub(crate) fn error_size(error: &ToolError) -> u64 {
    (error.code.len() + error.message.len() + optional(&error.detail)) as u64
}

fn result_size(result: &ToolResult) -> usize {
    result.content.iter().map(content).sum::<usize>() + optional(&result.structured)
}

fn content(content: &Content) -> usize {
    ELEMENT + block(&content.block) + annotations(&content.annotations) + optional(&content.meta)
}

fn annotations(annotations: &Option<ContentAnnotations>) -> usize {
    annotations.as_ref().map_or(0, |hints| hints.audience.len() * ELEMENT + optional(&hints.last_modified))
}

fn resource_contents(contents: &ResourceContents) -> usize {
    let body = match &contents.body {
        ResourceBody::Text(text) => text.len(),
        ResourceBody::Blob(bytes) => bytes.len(),
    };
    body + contents.uri.len() + optional(&contents.mime_type) + optional(&contents.meta)
}

fn block(block: &Block) -> usize {
    match block {
        Block::Text(text) => text.len(),
        Block::Image(media) | Block::Audio(media) => media.data.len() + media.mime_type.len(),
        Block::Resource(contents) => resource_contents(contents),
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
