//! What a person can pick, and what is suggested while it is filled in.

use super::{
    Documents,
    contract::{
        completion::{CompletionRequest, Guest as Completes, Suggestions},
        prompts::{
            Guest, PromptArgument, PromptDefinition, PromptMessage, PromptOutcome, PromptResult, PromptValue,
        },
    },
    not_found,
    types::{
        Answer, Block, Content, FormQuestion, InputRequest, KeyedQuestion, Media, PersonAction, Question,
        ResourceBody, ResourceContents, Resumption, Role, ToolError,
    },
};
use crate::content::red_dot;

fn listed(name: &str, description: &str, arguments: &[(&str, &str)]) -> PromptDefinition {
    let argument = |(name, description): &(&str, &str)| PromptArgument {
        name: (*name).to_owned(),
        title: None,
        description: Some((*description).to_owned()),
        required: true,
    };
    PromptDefinition {
        name: name.to_owned(),
        title: None,
        description: Some(description.to_owned()),
        arguments: arguments.iter().map(argument).collect(),
        icons: Vec::new(),
        meta: None,
    }
}

fn text(text: &str) -> Block {
    Block::Text(text.to_owned())
}

/// A prompt of the person's own words.
fn said(blocks: Vec<Block>) -> PromptOutcome {
    let content = |block| Content { block, annotations: None, meta: None };
    let messages =
        blocks.into_iter().map(|block| PromptMessage { role: Role::User, content: content(block) });
    PromptOutcome::Complete(PromptResult { description: None, messages: messages.collect() })
}

/// Asks for what the prompt is about.
fn ask() -> PromptOutcome {
    let schema =
        r#"{"type":"object","properties":{"context":{"type":"string"}},"required":["context"]}"#.to_owned();
    let message = "What context should the prompt use?".to_owned();
    let question = Question::Form(FormQuestion { message, schema });
    let questions = vec![KeyedQuestion { key: "user_context".to_owned(), question }];
    PromptOutcome::InputRequired(InputRequest { questions, state: Vec::new() })
}

/// The form that the person filled in, as JSON.
fn answered(resumption: Resumption) -> Option<String> {
    let answer = resumption.answers.into_iter().find(|keyed| keyed.key == "user_context")?.answer;
    match answer {
        Answer::Person(answer) if answer.action == PersonAction::Accept => answer.content,
        Answer::Person(_) | Answer::Sampling(_) | Answer::Roots(_) => None,
    }
}

impl Guest for Documents {
    fn list_prompts() -> Vec<PromptDefinition> {
        vec![
            listed("test_simple_prompt", "Says a sentence.", &[]),
            listed(
                "test_prompt_with_arguments",
                "Repeats what it was given.",
                &[("arg1", "First test argument"), ("arg2", "Second test argument")],
            ),
            listed(
                "test_prompt_with_embedded_resource",
                "Has a resource in it.",
                &[("resourceUri", "URI of the resource to embed")],
            ),
            listed("test_prompt_with_image", "Has a picture in it.", &[]),
            listed("test_input_required_result_prompt", "Asks what it is about.", &[]),
        ]
    }

    fn get_prompt(
        name: String,
        arguments: Vec<PromptValue>,
        resumption: Option<Resumption>,
    ) -> Result<PromptOutcome, ToolError> {
        let given = |name: &str| {
            let argument = arguments.iter().find(|argument| argument.name == name);
            argument.map(|argument| argument.value.clone()).unwrap_or_default()
        };
        Ok(match name.as_str() {
            "test_simple_prompt" => said(vec![text("This is a simple prompt for testing.")]),
            "test_prompt_with_arguments" => {
                let (one, two) = (given("arg1"), given("arg2"));
                said(vec![text(&format!("Prompt with arguments: arg1='{one}', arg2='{two}'"))])
            }
            "test_prompt_with_embedded_resource" => {
                let resource = ResourceContents {
                    uri: given("resourceUri"),
                    mime_type: Some("text/plain".to_owned()),
                    body: ResourceBody::Text("Embedded resource content for testing.".to_owned()),
                    meta: None,
                };
                said(vec![Block::Resource(resource), text("Please process the embedded resource above.")])
            }
            "test_prompt_with_image" => {
                let image = Media { data: red_dot(), mime_type: "image/png".to_owned() };
                said(vec![Block::Image(image), text("Please analyze the image above.")])
            }
            "test_input_required_result_prompt" => match resumption.and_then(answered) {
                Some(form) => said(vec![text(&format!("Prompt with context: {form}"))]),
                None => ask(),
            },
            _ => return Err(not_found("prompt of this name")),
        })
    }
}

impl Completes for Documents {
    fn complete(request: CompletionRequest) -> Result<Suggestions, ToolError> {
        let words = ["paris", "park", "party"].into_iter().filter(|word| word.starts_with(&request.typed));
        let values: Vec<_> = words.map(str::to_owned).collect();
        Ok(Suggestions { total: Some(values.len() as u64), values, has_more: false })
    }
}
