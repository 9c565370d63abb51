//! Resources and prompts of one component, as the host asks for them.

#![allow(clippy::unwrap_used, reason = "a failing test should stop")]

use bulkhead_sdk::serde_json::{Map, Value, json};
use bulkhead_sdk::{
    Content, InputRequest, Known, PersonAnswer, PromptMessage, PromptOutcome, PromptResult, Question,
    ReadOutcome, ResourceBody, ResourceContents, ResourceDefinition, ResourcePage, Resumption, Suggestions,
    Target, ToolError, component, prompt, resource, testing, tool,
};

/// The rules.
#[resource(
    uri = "house://rules",
    title = "Rules",
    mime_type = "text/plain",
    icon = "https://a.example/i.png"
)]
fn rules() -> &'static str {
    "Be kind."
}

/// The seal.
#[resource(uri = "house://seal", name = "the-seal", mime_type = "image/png")]
fn seal() -> Vec<u8> {
    vec![1, 2, 3]
}

/// A page of the diary.
#[resource(template = "house://diary/{year}/{month}")]
fn diary(year: u16, #[arg(complete = months)] month: String) -> Result<ResourceContents, ToolError> {
    if year < 1900 {
        return Err(ToolError::not_found("The diary begins in 1900."));
    }
    let body = ResourceBody::Text(format!("{month} {year}"));
    let meta = Some(Map::from_iter([("kept".to_owned(), Value::Bool(true))]));
    Ok(ResourceContents { uri: "house://diary".to_owned(), mime_type: None, body, meta })
}

fn months(typed: &str, known: &Known) -> Suggestions {
    let all = ["january", "june", "july"];
    let fitting = all.into_iter().filter(|month| month.starts_with(typed));
    fitting.map(|month| format!("{month} {}", known.get("year").unwrap_or("?"))).collect()
}

/// Any file.
#[resource(template = "house://files/{+path}")]
fn file(path: String, resumption: Option<Resumption>) -> ReadOutcome {
    match resumption {
        None => ReadOutcome::InputRequired(InputRequest::new().ask("roots", Question::Roots)),
        Some(_) => ReadOutcome::Complete(vec![ResourceContents {
            uri: format!("house://files/{path}"),
            mime_type: None,
            body: ResourceBody::Text(path),
            meta: None,
        }]),
    }
}

fn found(cursor: Option<String>) -> Result<ResourcePage, ToolError> {
    let resource = |name: &str| ResourceDefinition::new(format!("house://files/{name}"), name);
    Ok(match cursor.as_deref() {
        None => ResourcePage { resources: vec![resource("one")], next: Some("2".to_owned()) },
        Some(_) => ResourcePage { resources: vec![resource("two")], next: None },
    })
}

/// Asks for a review.
#[prompt(name = "ask-review", title = "Review", meta = Map::from_iter([("a".to_owned(), json!(1))]))]
fn review(
    /// What to
    /// review.
    text: String,
    #[arg(name = "how", title = "How", complete = ways)] way: Option<String>,
) -> Vec<PromptMessage> {
    let way = way.unwrap_or_else(|| "kindly".to_owned());
    vec![
        PromptMessage::user(format!("{way}: {text}")),
        PromptMessage::assistant(Content::image(vec![1], "image/png")),
    ]
}

fn ways(typed: &str, _: &Known) -> Vec<&'static str> {
    ["kindly", "strictly"].into_iter().filter(|way| way.starts_with(typed)).collect()
}

/// Asks who.
#[prompt]
fn who(resumption: Option<Resumption>) -> Result<PromptOutcome, ToolError> {
    let Some(resumption) = resumption else {
        let question = Question::Form { message: "Who?".to_owned(), schema: json!({ "type": "object" }) };
        return Ok(PromptOutcome::InputRequired(InputRequest::new().ask("who", question)));
    };
    match resumption.person("who") {
        Some(PersonAnswer::Accepted(form)) => Ok(PromptOutcome::Complete(PromptResult {
            description: Some("Found.".to_owned()),
            messages: vec![PromptMessage::user(form.to_string())],
        })),
        _ => Err(ToolError::new("declined", "Nobody.")),
    }
}

/// Goes elsewhere.
#[tool(meta = Map::from_iter([("bulkhead/task".to_owned(), json!("required"))]))]
fn elsewhere(#[arg(header = "Region")] region: String) -> String {
    region
}

fn written() -> Value {
    json!({ "type": "object", "$defs": { "a": { "$anchor": "a" } } })
}

/// Has a schema by hand.
#[tool(input_schema = written())]
fn by_hand(#[args] arguments: Value) -> String {
    arguments.to_string()
}

component! {
    name: "house",
    description: "The house.",
    tools: [elsewhere, by_hand],
    resources: [rules, seal, diary, file],
    list_resources: found,
    prompts: [review, who],
}

use bulkhead_sdk::Component as _;

#[test]
fn resources_are_listed_and_read() {
    let first = Component::resources(None).unwrap();
    let uris: Vec<_> = first.resources.iter().map(|resource| resource.uri.as_str()).collect();
    assert_eq!(uris, ["house://rules", "house://seal", "house://files/one"]);
    assert_eq!(first.resources[0].title.as_deref(), Some("Rules"));
    assert_eq!(first.resources[0].description.as_deref(), Some("The rules."));
    assert_eq!((first.resources[0].name.as_str(), first.resources[1].name.as_str()), ("rules", "the-seal"));
    let second = Component::resources(first.next).unwrap();
    assert_eq!((second.resources.len(), second.next), (1, None));
    let templates: Vec<_> = Component::templates().into_iter().map(|family| family.uri_template).collect();
    assert_eq!(templates, ["house://diary/{year}/{month}", "house://files/{+path}"]);

    let read = |uri| testing::read::<Component>(uri);
    let rules = &read("house://rules").unwrap()[0];
    assert_eq!((rules.uri.as_str(), rules.mime_type.as_deref()), ("house://rules", Some("text/plain")));
    assert_eq!(read("house://seal").unwrap()[0].body, ResourceBody::Blob(vec![1, 2, 3]));
    assert_eq!(read("house://diary/2026/may").unwrap()[0].body, ResourceBody::Text("may 2026".to_owned()));
    for missing in ["house://diary/1800/may", "house://diary/soon/may", "house://diary/2026/", "house://x"] {
        assert_eq!(read(missing).unwrap_err().code(), "not_found", "{missing}");
    }
    let asked = testing::read_with::<Component>("house://files/a/b", None).unwrap();
    assert!(matches!(asked, ReadOutcome::InputRequired(_)));
}

#[test]
fn prompts_are_listed_and_filled_in() {
    let prompts = Component::prompts();
    let names: Vec<_> = prompts.iter().map(|prompt| prompt.name.as_str()).collect();
    assert_eq!(names, ["ask-review", "who"]);
    let arguments = &prompts[0].arguments;
    assert_eq!((arguments[0].name.as_str(), arguments[0].required), ("text", true));
    assert_eq!(arguments[0].description.as_deref(), Some("What to review."));
    assert_eq!((arguments[1].name.as_str(), arguments[1].title.as_deref()), ("how", Some("How")));
    assert!(!arguments[1].required && prompts[0].meta.is_some());

    let filled =
        testing::get_prompt::<Component>("ask-review", &[("text", "x"), ("how", "strictly")]).unwrap();
    assert_eq!(filled.messages[0], PromptMessage::user("strictly: x"));
    assert_eq!(filled.messages[1].content, Content::image(vec![1], "image/png"));
    let missing = testing::get_prompt::<Component>("ask-review", &[]).unwrap_err();
    assert_eq!(missing.code(), "bad_arguments");
    assert_eq!(testing::get_prompt::<Component>("nope", &[]).unwrap_err().code(), "unknown_prompt");
    let asked = testing::get_prompt_with::<Component>("who", &[], None).unwrap();
    assert!(matches!(asked, PromptOutcome::InputRequired(_)));
}

#[test]
fn values_are_suggested() {
    let suggested = |target: &Target, argument, typed, known: &[_]| {
        testing::complete::<Component>(target, argument, typed, known).values
    };
    let review = Target::Prompt("ask-review".to_owned());
    assert_eq!(suggested(&review, "how", "s", &[]), ["strictly"]);
    assert!(suggested(&review, "text", "", &[]).is_empty());
    let diary = Target::Template("house://diary/{year}/{month}".to_owned());
    assert_eq!(suggested(&diary, "month", "ju", &[("year", "2026")]), ["june 2026", "july 2026"]);
    assert!(suggested(&Target::Template("other://{x}".to_owned()), "x", "", &[]).is_empty());
}

#[test]
fn a_tool_says_its_header_its_meta_and_its_own_schema() {
    let elsewhere = testing::definition::<Component>("elsewhere");
    assert_eq!(elsewhere.input_schema["properties"]["region"]["x-mcp-header"], "Region");
    assert_eq!(elsewhere.meta.unwrap()["bulkhead/task"], "required");
    assert_eq!(testing::definition::<Component>("by_hand").input_schema, written());
    let given = testing::call::<Component>("by_hand", json!({ "x": [1] })).unwrap();
    assert_eq!(given.content, [Content::text(r#"{"x":[1]}"#)]);
}
