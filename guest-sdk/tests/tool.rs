//! What `#[tool]` and `component!` make, seen through the path that the host takes.
#![allow(clippy::unwrap_used, reason = "tests")]

use bulkhead_sdk::testing::{call, call_with, definition};
use bulkhead_sdk::{
    Answer, Block, Capability, Component as _, Content, DirectoryAccess, InputRequest, Outcome, PersonAnswer,
    Question, Resumption, ToolAnnotations, ToolError, ToolResult, component, tool,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Serialize, JsonSchema)]
struct Greeting {
    /// What to say.
    text: String,
}

/// Greets a person,
/// politely.
///
/// # Errors
///
/// Not for the model.
#[tool(title = "Greet", read_only, idempotent, closed_world, tags = ["hello", "polite"])]
fn greet(
    /// Who to
    /// greet.
    name: String,
    /// How often; 1 when absent.
    times: Option<u32>,
) -> Result<Greeting, ToolError> {
    if name.is_empty() {
        return Err(ToolError::invalid("The name is empty."));
    }
    Ok(Greeting { text: format!("Hello, {name}!").repeat(times.unwrap_or(1) as usize) })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Query {
    /// What to look for.
    text: String,
}

/// Searches.
#[tool(name = "search.text")]
fn search(#[args] query: Query) -> Vec<String> {
    vec![query.text]
}

/// Pages through something.
#[tool]
fn page(
    #[arg(default = 10, min = 1, max = 100)] limit: u8,
    #[arg(default = "utf-8")] encoding: String,
    #[arg(default)] offset: u64,
    #[arg(name = "from")] start: Option<String>,
    #[schemars(length(max = 3))] r#type: Option<String>,
) -> String {
    format!("{limit} {encoding} {offset} {start:?} {type:?}")
}

mod other {
    use super::*;

    /// Does nothing.
    #[tool(non_destructive)]
    pub fn nothing() {}

    /// Fails with an error of the standard library.
    #[tool]
    pub fn fails() -> std::io::Result<()> {
        Err(std::io::Error::from(std::io::ErrorKind::NotFound))
    }

    /// Gives whatever JSON it is given.
    #[tool]
    pub fn echo(value: Value) -> Value {
        value
    }
}

type Text = String;
type Fallible<T> = Result<T, ToolError>;

/// Behind names for types.
#[tool]
fn named() -> Fallible<Text> {
    Ok("said".to_owned())
}

/// Gives a picture.
#[tool]
fn picture() -> Result<ToolResult, String> {
    Ok(ToolResult::new().text("a").content(Content::image(vec![1], "image/png")))
}

/// Maybe.
#[tool(description = "Maybe a number.")]
fn maybe(really: bool) -> Option<Greeting> {
    really.then(|| Greeting { text: "yes".to_owned() })
}

/// Asks first.
#[tool]
fn ask(what: String, resumption: Option<Resumption>) -> Result<Outcome, ToolError> {
    let Some(resumption) = resumption else {
        let question = Question::Url { message: what, url: "https://example.com/".to_owned() };
        return Ok(InputRequest::new().ask("q", question).state_json(&7)?.into());
    };
    let notes: u32 = resumption.state_as()?;
    Ok(format!("{notes} {:?}", resumption.person("q")).into())
}

component! {
    name: "test",
    version: "1.2.3",
    title: "Test",
    description: "For tests.",
    website: "https://example.com",
    icon: "https://example.com/icon.png",
    requests: [
        http("GET,POST https://*.example.com/v1/*", reason = "To ask."),
        directory("/data", write, reason = "To keep.", optional),
        environment("TZ", reason = "To know the time."),
        secret("TOKEN", to = "https://api.example.com", reason = "To be let in."),
        tcp("db.example.com:5432", reason = "To query."),
        call("other_tool", reason = "To delegate."),
        state(optional, reason = "To remember."),
    ],
    tools: [greet, search, page, other::nothing, other::fails, other::echo, named, picture, maybe, ask],
}

#[test]
fn a_tool_is_still_a_function() {
    assert_eq!(greet("Ada".to_owned(), Some(2)).unwrap().text, "Hello, Ada!Hello, Ada!");
}

#[test]
fn a_definition_says_everything() {
    let greet = definition::<Component>("greet");
    assert_eq!(greet.title.as_deref(), Some("Greet"));
    assert_eq!(greet.description, "Greets a person, politely.");
    assert_eq!(greet.tags, ["hello", "polite"]);
    let annotations =
        ToolAnnotations { read_only: true, destructive: false, idempotent: true, open_world: false };
    assert_eq!(greet.annotations, annotations);
    assert_eq!(
        greet.input_schema,
        json!({
            "type": "object",
            "properties": {
                "name": {"type": "string", "description": "Who to greet."},
                "times": {
                    "type": ["integer", "null"],
                    "description": "How often; 1 when absent.",
                    "minimum": 0,
                    "maximum": u32::MAX,
                },
            },
            "required": ["name"],
            "additionalProperties": false,
        })
    );
    assert_eq!(
        greet.output_schema,
        Some(json!({
            "type": "object",
            "properties": {"text": {"type": "string", "description": "What to say."}},
            "required": ["text"],
        }))
    );
}

#[test]
fn what_is_not_said_is_read_cautiously() {
    let cautious =
        ToolAnnotations { read_only: false, destructive: true, idempotent: false, open_world: true };
    assert_eq!(definition::<Component>("named").annotations, cautious);
    assert!(!definition::<Component>("nothing").annotations.destructive);
}

#[test]
fn attributes_of_parameters_reach_the_schema_and_the_call() {
    assert_eq!(
        definition::<Component>("page").input_schema,
        json!({
            "type": "object",
            "properties": {
                "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 10},
                "encoding": {"type": "string", "default": "utf-8"},
                "offset": {"type": "integer", "minimum": 0, "default": 0},
                "from": {"type": ["string", "null"]},
                "type": {"type": ["string", "null"], "maxLength": 3},
            },
            "additionalProperties": false,
        })
    );
    let said = call::<Component>("page", json!({"from": "a", "type": null})).unwrap();
    assert_eq!(said.content, [Content::text("10 utf-8 0 Some(\"a\") None")]);
}

#[test]
fn one_struct_can_be_all_the_arguments() {
    let search = definition::<Component>("search.text");
    assert_eq!(search.input_schema["required"], json!(["text"]));
    assert_eq!(search.input_schema["additionalProperties"], json!(false));
    let found = call::<Component>("search.text", json!({"text": "a"})).unwrap();
    assert_eq!(found.structured, Some(json!({"result": ["a"]})));
}

#[test]
fn each_kind_of_result_arrives() {
    assert_eq!(call::<Component>("nothing", json!({})).unwrap(), ToolResult::new());
    assert_eq!(call::<Component>("named", json!({})).unwrap(), ToolResult::new().text("said"));
    assert_eq!(
        definition::<Component>("named").output_schema,
        None,
        "text has no schema behind a name either"
    );
    let picture = call::<Component>("picture", json!({})).unwrap();
    assert!(matches!(&picture.content[1].block, Block::Image(media) if media.mime_type == "image/png"));
}

#[test]
fn what_may_be_no_object_is_always_wrapped() {
    for value in [json!({"a": 1}), json!([1]), json!(null)] {
        let echoed = call::<Component>("echo", json!({"value": value})).unwrap();
        assert_eq!(echoed.structured, Some(json!({"result": value})));
    }
    assert_eq!(definition::<Component>("maybe").description, "Maybe a number.");
    let maybe = call::<Component>("maybe", json!({"really": true})).unwrap();
    assert_eq!(maybe.structured, Some(json!({"result": {"text": "yes"}})));
    let maybe = call::<Component>("maybe", json!({"really": false})).unwrap();
    assert_eq!(maybe.structured, Some(json!({"result": null})));
}

#[test]
fn errors_keep_their_code() {
    let error = |name, arguments| call::<Component>(name, arguments).unwrap_err();
    assert_eq!(error("greet", json!({"name": ""})).code(), "invalid");
    assert_eq!(error("fails", json!({})).code(), "not_found");
    assert_eq!(error("missing", json!({})).code(), "unknown_tool");
    for arguments in [json!({}), json!({"name": 1}), json!({"name": "a", "time": 1}), json!([])] {
        assert_eq!(error("greet", arguments.clone()).code(), "bad_arguments", "{arguments}");
    }
}

#[test]
fn a_tool_may_ask_and_go_on() {
    let first = call_with::<Component>("ask", json!({"what": "Look."}), None).unwrap();
    let Outcome::InputRequired(request) = first else { unreachable!() };
    assert_eq!(request.questions[0].0, "q");
    let answers = vec![("q".to_owned(), Answer::Person(PersonAnswer::Declined))];
    let resumption = Resumption { state: request.state, answers };
    let second = call_with::<Component>("ask", json!({"what": "Look."}), Some(resumption)).unwrap();
    assert_eq!(second, Outcome::from("7 Some(Declined)"));
    let schema = definition::<Component>("ask").input_schema;
    assert_eq!(schema["properties"], json!({"what": {"type": "string"}}), "a resumption is no argument");
}

#[test]
fn a_component_says_what_it_wants() {
    let info = Component::info();
    assert_eq!((info.name.as_str(), info.version.as_str()), ("test", "1.2.3"));
    assert_eq!(info.icons[0].src, "https://example.com/icon.png");
    let directory = Capability::Directory { path: "/data".to_owned(), access: DirectoryAccess::Write };
    let secret = Capability::Secret { name: "TOKEN".to_owned(), to: "https://api.example.com".to_owned() };
    let wanted: Vec<_> = info.requests.iter().map(|request| request.capability.clone()).collect();
    assert_eq!(
        wanted,
        [
            Capability::Http("GET,POST https://*.example.com/v1/*".to_owned()),
            directory,
            Capability::Environment("TZ".to_owned()),
            secret,
            Capability::Tcp("db.example.com:5432".to_owned()),
            Capability::Call("other_tool".to_owned()),
            Capability::State,
        ]
    );
    assert_eq!(info.requests[1].reason, "To keep.");
    let optional: Vec<_> = info.requests.iter().map(|request| request.optional).collect();
    assert_eq!(optional, [false, true, false, false, false, false, true]);
}

#[test]
fn tools_are_listed_in_the_authors_order() {
    let names: Vec<_> = Component::tools().into_iter().map(|tool| tool.name).collect();
    assert_eq!(names[..5], ["greet", "search.text", "page", "nothing", "fails"]);
}
