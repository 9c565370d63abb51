//! A desk without a sandbox behind it: a handful of tools that each do one thing the protocol must carry.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing test should stop")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bulkhead_dispatch::{
    Answer, CallError, CallRequest, Caller, Level, Listener, LogLine, Notice, Principal, Progress,
    PromptRequest, ResourceCursor, Resources, Transport, Usage,
};
use bulkhead_schema::{
    CompletionRequest, Content, InputRequest, KeyedQuestion, Outcome, PromptArgument, PromptDefinition,
    PromptMessage, PromptOutcome, PromptResult, Question, ReadOutcome, ResourceBody, ResourceContents,
    ResourceDefinition, ResourceTemplate, Resumption, Role, Suggestions, ToolAnnotations, ToolDefinition,
    ToolError, ToolResult,
};
use futures::future::BoxFuture;
use serde_json::{Value, json};
use tokio::sync::broadcast;

use crate::desk::Desk;
use crate::frame::{self, Incoming, Message};
use crate::relay;
use crate::server::{Job, Server};
use crate::settings::Settings;

/// The tools, sorted.
const TOOLS: [&str; 7] = ["ask", "ask_late", "echo", "fail", "forever", "structured", "talk"];

pub(crate) struct Fake {
    /// How many calls are under way.
    pub(crate) running: AtomicUsize,
    pub(crate) calls: AtomicUsize,
    pub(crate) notices: broadcast::Sender<Notice>,
}

impl Default for Fake {
    fn default() -> Self {
        let (running, calls) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Self { running, calls, notices: broadcast::channel(16).0 }
    }
}

pub(crate) fn server(fake: &Arc<Fake>) -> Server {
    let mut settings = Settings::new("test", "1.2.3");
    settings.page_size = 4;
    settings.body_limit = 10_000;
    settings.instructions = Some("Be kind.".to_owned());
    Server::new(fake.clone(), Principal::local_user("ada"), settings).unwrap()
}

fn definition(name: &str) -> ToolDefinition {
    ToolDefinition {
        name: name.to_owned(),
        title: Some(name.to_uppercase()),
        description: format!("Does {name}."),
        input_schema: json!({ "type": "object", "properties": {
            "region": { "type": "string", "x-mcp-header": "Region" },
        } }),
        output_schema: (name == "structured").then(|| json!({ "type": "object" })),
        annotations: ToolAnnotations::default(),
        previewed: false,
        icons: vec![],
        tags: vec![],
        meta: None,
    }
}

impl Desk for Fake {
    fn each_tool(&self, _: &Principal, show: &mut dyn FnMut(&ToolDefinition)) {
        TOOLS.iter().for_each(|name| show(&definition(name)));
    }

    fn one_tool(&self, _: &Principal, name: &str, show: &mut dyn FnMut(&ToolDefinition)) {
        if TOOLS.contains(&name) {
            show(&definition(name));
        }
    }

    fn call<'a>(
        &'a self,
        caller: &'a Caller,
        request: CallRequest,
        listener: Arc<dyn Listener>,
    ) -> BoxFuture<'a, Result<Answer, CallError>> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        self.running.fetch_add(1, Ordering::SeqCst);
        let running = Running(&self.running);
        Box::pin(async move {
            let outcome = outcome(caller, request, &*listener).await?;
            drop(running);
            Ok(Answer { outcome, usage: Usage::default() })
        })
    }

    fn each_prompt(&self, _: &Principal, show: &mut dyn FnMut(&PromptDefinition)) {
        for name in ["a", "b", "c", "d", "e"] {
            show(&PromptDefinition {
                name: name.to_owned(),
                title: None,
                description: Some("Says hello.".to_owned()),
                arguments: vec![PromptArgument {
                    name: "who".to_owned(),
                    title: Some("Who".to_owned()),
                    description: None,
                    required: true,
                }],
                icons: vec![],
                meta: None,
            });
        }
    }

    fn templates(&self, _: &Principal) -> Vec<ResourceTemplate> {
        let template = |template: &str| ResourceTemplate {
            uri_template: template.to_owned(),
            name: "note".to_owned(),
            title: None,
            description: None,
            mime_type: Some("text/plain".to_owned()),
            icons: vec![],
            annotations: None,
            meta: None,
        };
        vec![template("note://{b}"), template("note://a/{b}"), template("note://{b}")]
    }

    fn resources<'a>(
        &'a self,
        _: &'a Caller,
        from: Option<ResourceCursor>,
        _: usize,
        _: Arc<dyn Listener>,
    ) -> BoxFuture<'a, Resources> {
        let resource = |uri: &str| ResourceDefinition {
            uri: uri.to_owned(),
            name: "note".to_owned(),
            title: Some("Note".to_owned()),
            description: None,
            mime_type: None,
            size: Some(3),
            icons: vec![],
            annotations: None,
            meta: None,
        };
        let page = match from {
            None => Resources {
                resources: vec![resource("note://1")],
                next: Some(ResourceCursor { component: "notes".to_owned(), cursor: Some("2".to_owned()) }),
            },
            Some(_) => Resources { resources: vec![resource("note://2")], next: None },
        };
        Box::pin(async { page })
    }

    fn read<'a>(
        &'a self,
        _: &'a Caller,
        uri: &'a str,
        resumption: Option<Resumption>,
        _: Arc<dyn Listener>,
    ) -> BoxFuture<'a, Result<ReadOutcome, CallError>> {
        Box::pin(async move {
            match (uri, resumption) {
                ("note://asks", None) => {
                    let questions = vec![KeyedQuestion { key: "r".to_owned(), question: Question::Roots }];
                    Ok(ReadOutcome::InputRequired(InputRequest { questions, state: vec![] }))
                }
                ("note://asks" | "note://1", _) => Ok(ReadOutcome::Complete(vec![ResourceContents {
                    uri: uri.to_owned(),
                    mime_type: None,
                    body: ResourceBody::Text("abc".to_owned()),
                    meta: None,
                }])),
                _ => Err(CallError::UnknownResource { uri: uri.to_owned() }),
            }
        })
    }

    fn prompt<'a>(
        &'a self,
        _: &'a Caller,
        request: PromptRequest,
        _: Arc<dyn Listener>,
    ) -> BoxFuture<'a, Result<PromptOutcome, CallError>> {
        Box::pin(async move {
            match request.arguments.as_slice() {
                [(name, who)] if name == "who" => Ok(PromptOutcome::Complete(PromptResult {
                    description: None,
                    messages: vec![PromptMessage { role: Role::User, content: Content::text(who.clone()) }],
                })),
                _ => Err(CallError::BadPromptArguments {
                    prompt: request.prompt,
                    problem: "needs the argument \"who\"".to_owned(),
                }),
            }
        })
    }

    fn complete<'a>(
        &'a self,
        _: &'a Caller,
        request: CompletionRequest,
        _: Arc<dyn Listener>,
    ) -> BoxFuture<'a, Result<Suggestions, CallError>> {
        let values = vec![format!("{}da", request.typed)];
        Box::pin(async { Ok(Suggestions { values, total: Some(1), has_more: false }) })
    }

    fn notices(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }
}

struct Running<'a>(&'a AtomicUsize);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

async fn outcome(
    caller: &Caller,
    request: CallRequest,
    listener: &dyn Listener,
) -> Result<Outcome, CallError> {
    let text =
        |text: String| Outcome::Complete(ToolResult { content: vec![Content::text(text)], structured: None });
    match request.tool.as_str() {
        "echo" => Ok(text(format!("{} {}", caller.door, request.arguments.unwrap()))),
        "structured" => {
            Ok(Outcome::Complete(ToolResult { content: vec![], structured: Some(json!({ "n": 1 })) }))
        }
        "fail" => Err(CallError::ToolFailed(ToolError {
            code: "no_luck".to_owned(),
            message: "Try again.".to_owned(),
            retryable: true,
            detail: None,
        })),
        "forever" => {
            listener.progress(Progress { done: 1.0, total: None, message: None });
            futures::future::pending().await
        }
        "talk" => {
            for done in [1.0, 2.0] {
                listener.progress(Progress { done, total: Some(2.0), message: Some("on it".to_owned()) });
            }
            for (level, message) in [(Level::Debug, "low"), (Level::Warning, "high")] {
                let line =
                    LogLine { level, tool: request.tool.clone(), message: message.to_owned(), fields: None };
                listener.log(line);
            }
            Ok(text("done".to_owned()))
        }
        "ask" => Ok(ask(request)),
        "ask_late" => {
            let Some(resumption) = request.resumption else {
                tokio::time::sleep(std::time::Duration::from_millis(500)).await;
                let schema = json!({ "type": "object" });
                let ask = |key: &str| KeyedQuestion {
                    key: key.to_owned(),
                    question: Question::Form { message: "Go on?".to_owned(), schema: schema.clone() },
                };
                let questions = vec![ask("one"), ask("two")];
                return Ok(Outcome::InputRequired(InputRequest { questions, state: vec![] }));
            };
            Ok(text(format!("{} answers", resumption.answers.len())))
        }
        name => Err(CallError::UnknownTool { name: name.to_owned(), nearest: vec![] }),
    }
}

/// Asks for a name, then for the roots, then is done.
fn ask(request: CallRequest) -> Outcome {
    let ask = |key: &str, question, state: &[u8]| {
        let questions = vec![KeyedQuestion { key: key.to_owned(), question }];
        Outcome::InputRequired(InputRequest { questions, state: state.to_vec() })
    };
    let schema =
        json!({ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] });
    match request.resumption {
        None => ask("who", Question::Form { message: "Who?".to_owned(), schema }, b"first"),
        Some(resumption) if resumption.state == b"first" && resumption.answers.len() == 1 => {
            ask("where", Question::Roots, b"second")
        }
        Some(resumption) => {
            let said = format!("{} {:?}", String::from_utf8_lossy(&resumption.state), resumption.answers);
            Outcome::Complete(ToolResult { content: vec![Content::text(said)], structured: None })
        }
    }
}

pub(crate) const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{},"roots":{}}}"#;

/// A modern request with these params, written without their braces.
pub(crate) fn modern(id: i64, method: &str, params: &str) -> String {
    let comma = if params.is_empty() { "" } else { "," };
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params}{comma}{META}}}}}"#)
}

/// A legacy request.
pub(crate) fn legacy(id: i64, method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params}}}}}"#)
}

/// A handshake.
pub(crate) fn initialize(version: &str) -> String {
    legacy(
        0,
        "initialize",
        &format!(
            r#""protocolVersion":"{version}","capabilities":{{"elicitation":{{}},"roots":{{}}}},"clientInfo":{{"name":"c","version":"0"}}"#
        ),
    )
}

/// What a modern request over stdio is answered with.
pub(crate) async fn answer(server: &Arc<Server>, request: &Value) -> Value {
    let Ok(Incoming::One(Message::Request(request))) = frame::parse(request.to_string().as_bytes()) else {
        panic!("no request: {request}");
    };
    let (outlet, _inbox) = relay::channel();
    let reply = match server.modern(request, None, Transport::Stdio) {
        Job::Done(reply) => reply,
        Job::Call(call) => call.run(server.clone(), outlet).await,
        Job::Listen(listening) => listening.run(server.clone(), outlet, std::future::pending()).await,
    };
    serde_json::from_slice(&reply.body).unwrap()
}

/// Waits until a condition holds; a test that waits for ever says where.
#[track_caller]
pub(crate) fn eventually(condition: impl Fn() -> bool) -> impl Future<Output = ()> {
    let place = std::panic::Location::caller();
    async move {
        for _ in 0..500 {
            if condition() {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        panic!("never happened: {place}");
    }
}

/// The text of the first block of a result.
pub(crate) fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text in {answer}"))
}
