//! A call's outcome on standard output: for a person, and for a program in the shapes that MCP uses.

use base64::{Engine, engine::general_purpose::STANDARD};
use bulkhead_schema::{
    Block, Content, KeyedQuestion, Media, Outcome, Question, ResourceBody, ResourceContents,
};
use serde_json::{Value, json};

use crate::print;

/// For a person: text as it is, structured results as JSON, and a line about what a terminal cannot show.
pub fn show(outcome: &Outcome) {
    let result = match outcome {
        Outcome::Complete(result) => result,
        Outcome::InputRequired(request) => {
            return request.questions.iter().for_each(|question| print::json(&asked(question)));
        }
    };
    for content in &result.content {
        match &content.block {
            Block::Text(text) => print::answer(text),
            Block::Image(media) | Block::Audio(media) => print::line(format_args!("[{}]", size(media))),
            Block::Resource(ResourceContents { body: ResourceBody::Text(text), .. }) => print::answer(text),
            Block::Resource(ResourceContents { uri, body: ResourceBody::Blob(bytes), .. }) => {
                print::line(format_args!("[{uri}, {} bytes]", bytes.len()));
            }
            Block::ResourceLink(link) => print::line(format_args!("[{}: {}]", link.name, link.uri)),
        }
    }
    if let Some(value) = &result.structured {
        print::json(value);
    }
}

fn size(media: &Media) -> String {
    format!("{}, {} bytes", media.mime_type, media.data.len())
}

/// For a program.
pub fn to_json(outcome: &Outcome) -> Value {
    match outcome {
        Outcome::Complete(result) => json!({
            "outcome": "complete",
            "content": result.content.iter().map(block).collect::<Vec<_>>(),
            "structured": result.structured,
        }),
        Outcome::InputRequired(request) => json!({
            "outcome": "input_required",
            "questions": request.questions.iter().map(asked).collect::<Vec<_>>(),
        }),
    }
}

fn block(content: &Content) -> Value {
    match &content.block {
        Block::Text(text) => json!({ "type": "text", "text": text }),
        Block::Image(media) => media_json("image", media),
        Block::Audio(media) => media_json("audio", media),
        Block::Resource(resource) => {
            let mut inner = json!({ "uri": resource.uri, "mimeType": resource.mime_type });
            match &resource.body {
                ResourceBody::Text(text) => inner["text"] = json!(text),
                ResourceBody::Blob(bytes) => inner["blob"] = json!(STANDARD.encode(bytes)),
            }
            json!({ "type": "resource", "resource": inner })
        }
        Block::ResourceLink(link) => json!({
            "type": "resource_link", "uri": link.uri, "name": link.name, "title": link.title,
            "description": link.description, "mimeType": link.mime_type, "size": link.size,
        }),
    }
}

fn media_json(kind: &str, media: &Media) -> Value {
    json!({ "type": kind, "mimeType": media.mime_type, "data": STANDARD.encode(&media.data) })
}

fn asked(question: &KeyedQuestion) -> Value {
    let body = match &question.question {
        Question::Form { message, schema } => json!({ "form": { "message": message, "schema": schema } }),
        Question::Url { message, url } => json!({ "url": { "message": message, "url": url } }),
        Question::Sampling(parameters) => json!({ "sampling": parameters }),
        Question::Roots => json!("roots"),
    };
    json!({ "key": question.key, "question": body })
}
